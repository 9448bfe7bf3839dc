/**
 * Registers fingerprints with a journal, until it is killed. Plain JavaScript over the built client, so that a process of its
 * own can run it. Prints each identifier when it is yielded.
 *
 * Arguments: address, key, journal, and the fingerprints' number and prefix.
 */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { createClient } from "../../client/dist/index.js";
import { openJournal } from "../../client/dist/node/index.js";

const [url, key, path, count, prefix] = process.argv.slice(2);
const items = Array.from({ length: Number(count) }, (_, index) => ({
  hash: createHash("sha256").update(`${prefix}${index}`).digest("hex"),
}));
const journal = await openJournal(path, { url, key });
for await (const { item, id } of createClient({ url, key }).registerMany(items, { journal })) {
  // Not buffered: what was printed was printed before the kill.
  writeSync(1, `${item.hash} ${id}\n`);
}
await journal.close();
