import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { encodeTrustSnapshot } from "../../../verifier-lib/src/trust/snapshot.js";
import { testList, testSnapshot } from "../../../verifier-lib/src/trust/trust-snapshot.testing.js";
import { openSnapshot, readSnapshot } from "./beside-files.js";
import { recognise } from "./recognise.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Each number makes another snapshot. */
const snapshotText = (sequenceNumber: number) =>
  encodeTrustSnapshot(testSnapshot(testList("ES", [], { sequenceNumber })));

function fileOf(text: string) {
  const file = new File([text], "trust.json");
  return { file, reads: vi.spyOn(file, "arrayBuffer") };
}

describe("a given snapshot", () => {
  test("that was recognised is not read again, however many proofs it judges", async () => {
    const text = snapshotText(1);
    const recognised = await recognise(new File([text], "trust.json"));
    expect(recognised.snapshot?.sha256).toBe(sha256(text));
    expect(recognised.hash).toBe(sha256(text));
    const { file, reads } = fileOf(text);
    const list = await openSnapshot({ file, sha256: sha256(text) });
    expect(await openSnapshot({ file, sha256: sha256(text) })).toBe(list);
    expect(list.sha256).toBe(sha256(text));
    expect(reads).not.toHaveBeenCalled();
  });

  test("is read once if a new worker has taken over", async () => {
    const text = snapshotText(2);
    const { file, reads } = fileOf(text);
    const list = await openSnapshot({ file, sha256: sha256(text) });
    expect(await openSnapshot({ file, sha256: sha256(text) })).toBe(list);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  test("whose file is another one since the user chose it is not used", async () => {
    const { file } = fileOf(snapshotText(3));
    await expect(openSnapshot({ file, sha256: sha256(snapshotText(4)) })).rejects.toMatchObject({
      name: "UnreadableFileError",
    });
  });

  test("is dropped from memory after four newer ones, and read again", async () => {
    const text = snapshotText(5);
    readSnapshot(new TextEncoder().encode(text));
    for (const number of [6, 7, 8]) readSnapshot(new TextEncoder().encode(snapshotText(number)));
    const { file, reads } = fileOf(text);
    await openSnapshot({ file, sha256: sha256(text) });
    expect(reads).not.toHaveBeenCalled();
    readSnapshot(new TextEncoder().encode(snapshotText(9)));
    await openSnapshot({ file, sha256: sha256(text) });
    expect(reads).toHaveBeenCalledTimes(1);
  });
});
