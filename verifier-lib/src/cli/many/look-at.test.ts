import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, expect, test } from "vitest";
import { exampleProof } from "../../proof/example.testing.js";
import { lookAt, roleOfFile } from "./look-at.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-look-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("a proof: its content, its root, its own digest", async () => {
  const proof = exampleProof();
  const text = encodePortableProof(proof);
  expect(await lookAt(file("p.json", text))).toMatchObject({
    role: "svc-proof/2",
    content: `SHA-256 ${proof.content.hash}`,
    root: `SHA-256 ${proof.merkle.root}`,
    sha256: createHash("sha256").update(text).digest("hex"),
    sizeBytes: text.length,
    problem: null,
  });
});

test.each([0, 1, 262_143, 262_144, 262_145, 1_000_000])(
  "a file of %i bytes is hashed whole",
  async (size) => {
    const bytes = Buffer.alloc(size, "x");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await lookAt(file(`${size}.bin`, bytes))).toMatchObject({
      role: "other",
      sizeBytes: size,
      sha256,
    });
  },
);

test.each([
  ["damaged.json", '{"schema":"svc-proof/2",', "svc-proof/2"],
  ["contract.pdf", "%PDF-1.7\nno more", "other"],
  ["certificado-1.pdf", "%PDF-1.7\nno more", "certificate-pdf"],
  ["photos.zip", "PK\u0003\u0004 and no more", "other"],
  ["svc-evidencia-1.zip", "PK\u0003\u0004 and no more", "evidence-zip"],
  ["cut-short.zip", "PK\u0003\u0004 ... proof.json ... and no more", "evidence-zip"],
  ["end.zip", `PK\u0003\u0004${"x".repeat(600_000)}proof.json`, "evidence-zip"],
  ["cut-short.pdf", "%PDF-1.7\n/UF (proof.json) and no more", "certificate-pdf"],
  ["key.der", Buffer.from("3082010a0201003081", "hex"), "other"],
  ["seal.tsr", Buffer.from("3082010a0201003081", "hex"), "rfc3161"],
  ["x.ots", "\u0000OpenTimestamps", "opentimestamps"],
])("%s, which cannot be read as evidence, is %s", async (name, content, role) => {
  const path = file(name, content);
  expect([(await lookAt(path)).role, await roleOfFile(path)]).toEqual([role, role]);
});

test("a file that is missing has its reason", async () => {
  expect(await lookAt(join(folder, "missing"))).toMatchObject({ sha256: null, problem: "no such file" });
});
