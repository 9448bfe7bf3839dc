import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import {
  isOwnFolder,
  isOwnPackage,
  isPartName,
  isTemporary,
  occupantOf,
  removeIfAbandoned,
  saveEvidence,
  temporaryPath,
  verifyFiles,
} from "./evidence-files.js";
import { walk } from "./walk.js";

describe("own outputs", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-own-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["a.proof", '{"schema":"svc-proof/2"}', true],
    ["b.proof", "", true],
    ["c.proof", '{"schema":"other"}', false],
    ["waterproof.proof", null, false],
    ["d.folder", '{"schema":"svc-proof/2"}', false],
  ] as const)("a folder %s with proof.json of %j: %s", (name, text, isOwn) => {
    const path = join(folder, name);
    mkdirSync(path);
    if (text !== null) writeFileSync(join(path, "proof.json"), text);
    expect(isOwnFolder(path)).toBe(isOwn);
  });

  test.each([
    ["a.svc.zip", "PK\u0003\u0004…proof.json", true],
    ["b.svc.zip", "PK\u0003\u0004…other.txt", false],
    ["c.svc.zip", "proof.json", false],
    ["d.zip", "PK\u0003\u0004…proof.json", false],
  ] as const)("a file %s of %j: %s", (name, text, isOwn) => {
    writeFileSync(join(folder, name), text);
    expect(isOwnPackage(join(folder, name))).toBe(isOwn);
  });

  test("parts have the names that docs/formats/evidence.md gives them; anything else is the reader's", () => {
    for (const name of [
      "proof.json",
      "bitcoin/batch.ots",
      "bitcoin/headers-5.json",
      "seal/timestamp.tsr.ots",
      "seal/qualified-timestamp.tsr",
      "anchors/1.json",
      "seal/revocation/1.crl",
    ])
      expect(isPartName(name)).toBe(true);
    for (const name of [
      "../proof.json",
      "notes.txt",
      "bitcoin/../x.ots",
      "anchors/0.json",
      "seal/unqualified-timestamp.tsr",
      "seal/revocation/100.crl",
    ])
      expect(isPartName(name)).toBe(false);
  });
});

describe("save evidence", async () => {
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
});

describe("temporary", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-temporary-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** No process has it: Linux counts to 2^22. */
  const NO_PROCESS = "4194305";

  test("what a killed run has left is removed, what a running one writes is not", () => {
    const [ours, left] = ["a", "b"].map((name) => temporaryPath(join(folder, name))) as [string, string];
    const abandoned = left.replace(`-${process.pid}-`, `-${NO_PROCESS}-`);
    for (const path of [ours, abandoned]) {
      writeFileSync(path, "");
      expect(isTemporary(path)).toBe(true);
      removeIfAbandoned(path);
    }
    expect([existsSync(ours), existsSync(abandoned)]).toEqual([true, false]);
  });

  test("a file whose name only begins like that is someone's own: it is stamped", () => {
    for (const name of [
      ".svc-proof-tmp-",
      ".svc-proof-tmp-notes",
      `.svc-proof-tmp-00000000-${NO_PROCESS}-x`,
    ]) {
      const path = join(folder, name);
      writeFileSync(path, "mine");
      removeIfAbandoned(path);
      expect(existsSync(path)).toBe(true);
      expect(walk([folder]).found.flatMap(({ files }) => files.map((file) => file.path))).toContain(path);
    }
  });
});
