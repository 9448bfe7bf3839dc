import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { verifyFiles } from "./evidence-files.js";
import { occupantOf } from "./place.js";
import { saveEvidence } from "./save-evidence.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-save-"));
afterAll(() => rmSync(folder, { recursive: true }));

const VECTOR = fileURLToPath(
  new URL("../../../test/vectors/svc-proof-2/good/three-leaves-promoted.json", import.meta.url),
);
const bytes = new Uint8Array(readFileSync(VECTOR));
const { proof_id: id, content, merkle } = JSON.parse(new TextDecoder().decode(bytes));
const files = [{ path: "proof.json", bytes }];
const evidence = { id, hash: content.hash, files, report: await verifyFiles(files) };

/** A place at which there is this proof, with parts of it changed. */
function changed(name: string, parts: object): string {
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(
    join(place, "proof.json"),
    JSON.stringify({ ...JSON.parse(new TextDecoder().decode(bytes)), ...parts }),
  );
  return place;
}

test.each(["a.proof", "a.svc.zip"])("two runs that write the same evidence at once: %s", async (name) => {
  const place = join(folder, name);
  const saved = await Promise.all([saveEvidence(place, evidence), saveEvidence(place, evidence)]);
  expect(saved.map(({ outcome }) => outcome).sort()).toEqual(["present", "written"]);
  for (const { report } of saved) expect(report?.outcome).not.toBe("failed");
});

test.each([
  ["other-content", { content: { ...content, hash: "0".repeat(64) } }, "leaf leaf_value_mismatch"],
  ["other-root", { merkle: { ...merkle, root: "0".repeat(64) } }, "merkle "],
])("evidence that was changed is no evidence, and stays: %s", async (name, parts, why) => {
  const place = changed(`${name}.proof`, parts);
  const before = readFileSync(join(place, "proof.json"), "utf8");
  const occupant = await occupantOf(place);
  expect(occupant.kind).toBe("damaged");
  expect((occupant as { why: string }).why).toContain(why);
  const { outcome, error } = await saveEvidence(place, evidence);
  expect([outcome, error?.code]).toEqual(["occupied", "output_damaged"]);
  expect(readFileSync(join(place, "proof.json"), "utf8")).toBe(before);
});

test("what is made meanwhile by somebody else stays", async () => {
  const place = join(folder, "b.proof");
  const saving = saveEvidence(place, evidence);
  writeFileSync(place, "mine");
  const { outcome, error } = await saving;
  expect([outcome, error?.code]).toEqual(["occupied", "output_not_ours"]);
  expect(readFileSync(place, "utf8")).toBe("mine");
});
