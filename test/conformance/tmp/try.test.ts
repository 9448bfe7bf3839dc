import { readFileSync, readdirSync } from "node:fs";
import { verify } from "/work/wt-zip/verifier-lib/src/index.js";
import { parsePemCertificates } from "/work/wt-zip/verifier-lib/src/x509/index.js";
import { test } from "vitest";
test("x", async () => {
  const trust = readFileSync("/work/shared/vectors/field/sandbox-root.pem");
  for (const d of ["zip","pass/zip","pass/asic"]) for (const n of readdirSync(`/work/shared/vectors/field/${d}`)) {
    const r = await verify(new Uint8Array(readFileSync(`/work/shared/vectors/field/${d}/${n}`)), { evidence: [{kind:"trust", content: new Uint8Array(trust)}] } as never);
    console.log(d, n, r.outcome, JSON.stringify(r.checks.filter(c=>c.status!=="passed"&&c.status!=="skipped").map(c=>[c.id,c.status,c.code,c.evidence?.message])), JSON.stringify(r.notices?.filter(n=>n.code=="parts_not_checked")));
  }
});
