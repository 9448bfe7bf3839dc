/**
 * Hostile names on every way to a terminal: of files, of options, inside proofs, packages and
 * certificates; for the verifier's command line, the admin command and the demonstration. None may
 * move the cursor or colour, hide or reorder text.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { reportText, summaryLine, verify } from "@svc-proof/verifier-lib";
import { afterAll, describe, expect, test } from "vitest";
import { exampleProof } from "../../verifier-lib/src/judge/example.testing.js";
import { makeToken } from "../../verifier-lib/src/rfc3161/token.testing.js";
import { issueAuthority, issueUnit, name } from "../../verifier-lib/src/x509/authority.testing.js";
import { run, svcVerify } from "../e2e/sandbox.js";
import { PROOF, packed, timestampOfOriginal } from "../evidence-packages.js";

/** C0, C1, an escape sequence, a line break, direction marks, invisible characters. */
const HOSTILE = "a\u001b[2J\u001b]0;t\u0007\u009b1mb\u202ec\u2066d\u200be\u2028f\rSPOOFED\nSPOOFED";
const folder = mkdtempSync(join(tmpdir(), "svc-terminal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (ending: string) => join(folder, HOSTILE + ending);
function file(ending: string, content: string | Uint8Array): string {
  writeFileSync(at(ending), content);
  return at(ending);
}

const labelled = encodePortableProof(
  exampleProof([{ chain_id: 424_242, network: "\u001b[2J\u202eevil\u2028" }]),
);

/** Lines of visible characters only. The line ends are the program's own. */
function expectHarmless(text: string): void {
  expect(text).not.toBe("");
  for (const line of text.split("\n")) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    // No line begins with the name: a reader would take it for the program's own output.
    expect(line).not.toMatch(/^SPOOFED/);
  }
}

const proofFile = () => file(".json", labelled);
const missing = () => at(".missing");

describe("svc-verify", () => {
  test.each<[string, () => string[]]>([
    ["a file alone", () => [proofFile()]],
    ["several files", () => [proofFile(), proofFile()]],
    ["as JSON", () => ["--json", proofFile()]],
    ["a file that is missing", () => [missing()]],
    ["a file that is missing, as JSON", () => ["--json", missing()]],
    ["a folder", () => [folder, missing()]],
    ["a package", () => [file(".zip", "PK\u0003\u0004 and no more")]],
    ...[
      "--original",
      "--timestamp",
      "--headers",
      "--seal",
      "--trust",
      "--certificates",
      "--crl",
      "--ocsp",
    ].map((option): [string, () => string[]] => [
      `${option} that is missing`,
      () => [option, missing(), proofFile()],
    ]),
    ...["--trust", "--certificates", "--crl", "--ocsp", "--seal", "--timestamp", "--headers"].map(
      (option): [string, () => string[]] => [
        `${option} of another kind`,
        () => [option, proofFile(), proofFile()],
      ],
    ),
    ["an original with other content", () => ["--original", file(".bin", "x"), proofFile()]],
    ...["--at", "--hash", "--confirmations", "--timeout", "--rpc", "--esplora", "--bitcoin-rpc"].map(
      (option): [string, () => string[]] => [
        `${option} that is malformed`,
        () => [option, HOSTILE, proofFile()],
      ],
    ),
    ["an unknown option", () => [`--${HOSTILE}`]],
    ["upgrade of a file that is missing", () => ["upgrade", missing()]],
    ["upgrade of a malformed file", () => ["upgrade", proofFile()]],
    [
      "upgrade of a file of a calendar that is not contacted",
      () => ["upgrade", file(".ots", timestampOfOriginal())],
    ],
    ["upgrade with an invalid calendar", () => ["upgrade", "--calendar", HOSTILE, proofFile()]],
    ["upgrade with an unknown option", () => ["upgrade", `--${HOSTILE}`]],
  ])("%s", async (_, words) => {
    const { stdout, stderr } = await svcVerify(...words());
    expectHarmless(stdout + stderr);
  });
});

describe("a report as text", () => {
  test("of a package, by the names of its parts", async () => {
    const content = new TextEncoder().encode("x");
    const parts = [
      { name: "original/a\u202eb\u200b.txt", content },
      { name: "c\u2066d", content },
    ];
    const report = await verify(await packed(PROOF, ...parts));
    expect(report.inputs.map(({ name: called }) => called)).toContain("c\u2066d");
    expectHarmless(reportText(report));
  });

  test("of a seal, by the names in its certificates and by its status text", async () => {
    const root = await issueAuthority("Root");
    const signer = await issueUnit(root, { subject: name({ CN: HOSTILE }) });
    const base64 = Buffer.from(root.certificate.der).toString("base64");
    const trust = [`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`];
    const report = await verify(await makeToken({ signer }), {
      trust,
      now: new Date("2026-11-22T00:00:00Z"),
    });
    expect(report.claims[0]?.source.relied_on[0]).toContain("\u202e");
    expectHarmless(reportText(report));
    expectHarmless(summaryLine(report));
  });
});

describe("the service's own programs", () => {
  // The demonstration waits for a sandbox that may be starting. Its clock is fast, so that it soon gives up.
  const fast = "const { now } = Date, start = now(); Date.now = () => start + 50 * (now() - start);";
  const settings = {
    SVC_DATA_DIR: join(folder, HOSTILE),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fast)}`,
  };
  test.each<[string, string, string[]]>([
    ["admin: an unknown command", "admin/main.js", [HOSTILE]],
    ["admin: an unknown option", "admin/main.js", ["account", "list", `--${HOSTILE}`]],
    ["admin: a folder without a database", "admin/main.js", ["account", "list"]],
    ["admin: an unknown plan", "admin/main.js", ["account", "create", "--plan", HOSTILE]],
    ["demo: a file that is missing", "sandbox/demo.js", [HOSTILE]],
    ["demo: an address that is not a sandbox", "sandbox/demo.js", [PROOF.name]],
  ])("%s", async (_, program, words) => {
    const path = join(import.meta.dirname, "../../service/dist", program);
    const given = words.map((word) => (word === PROOF.name ? file(".demo", "x") : word));
    const { stdout, stderr } = await run(process.execPath, [path, ...given], settings);
    expectHarmless(stdout + stderr);
  });
});
