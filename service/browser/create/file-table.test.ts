import { expect, test } from "vitest";
import { creationWorld, found, idle, sha256 } from "./creation.testing.js";
import { proofsCsv } from "./file-table.js";

test("lists files with their proofs, names harmless, and leaves out what has none", async () => {
  const { open, unreadable } = creationWorld();
  const creation = await open();
  unreadable.add("gone.txt");
  void creation.add([
    found("folder/a, b.txt", "one"),
    found("=1+1.txt", "two"),
    found("copy.txt", "one"),
    found("gone.txt", "three"),
  ]);
  await idle(creation);
  const [first, second] = creation.items.map(({ proof }) => proof?.id);
  const at = "2026-11-23T00:00:00.000Z";
  const lines = proofsCsv(creation.items, "https://example.org/dashboard/proofs").split("\r\n");
  expect(lines).toEqual([
    "\ufefffile,sha256,bytes,outcome,proof_id,received_at,url",
    `"folder/a, b.txt",${sha256("one")},3,created,${first},${at},https://example.org/dashboard/proofs/${first}`,
    `"'=1+1.txt",${sha256("two")},3,created,${second},${at},https://example.org/dashboard/proofs/${second}`,
    `copy.txt,${sha256("one")},3,same_content,${first},${at},https://example.org/dashboard/proofs/${first}`,
    "",
  ]);
});
