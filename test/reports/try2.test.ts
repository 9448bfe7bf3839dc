import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { encodeReports } from "../../verifier-web/src/report-output/pdf/encode-reports.js";
import { CONTEXTS, typesetting, verifiedReport } from "./report-cases.js";

test("x", async () => {
  const s = typesetting();
  const one = await verifiedReport("contract – signed.pdf");
  for (const n of [1, 10, 100, 500]) {
    const c = process.cpuUsage();
    const t = performance.now();
    const bytes = await encodeReports(
      Array.from({ length: n }, (_, i) => ({ ...one, title: `contract ${i}.pdf` })),
      CONTEXTS.en,
      s,
    );
    const u = process.cpuUsage(c);
    console.log(
      n,
      bytes.length,
      Math.round(performance.now() - t),
      "ms wall",
      Math.round((u.user + u.system) / 1000),
      "ms cpu",
      Math.round(process.memoryUsage().rss / 1e6),
      "MB",
    );
    writeFileSync("/tmp/hpdf/n.pdf", bytes);
  }
});
