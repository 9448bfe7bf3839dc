/** People name the file whose age they want to know where its evidence is expected. */

import { mayBeOriginal } from "../report/look-alike.js";
import type { Arguments } from "./arguments.js";
import { lookAt } from "./many/look-at.js";
import type { Row } from "./rows/row.js";

/** Lines that say what was probably meant; none if every file is evidence. */
export async function otherReading(
  rows: readonly Row[],
  { original, hash, files }: Pick<Arguments, "original" | "hash" | "files">,
): Promise<readonly string[]> {
  const doubtful = rows.filter(
    ({ file, problem, code }) => file !== "-" && problem === null && code?.startsWith("format ") === true,
  );
  const strangers: string[] = [];
  for (const { file } of doubtful) {
    const { role, looksLike, fault } = await lookAt(file);
    const isOther = role === "other" && (looksLike === null || mayBeOriginal(looksLike));
    if (isOther || fault !== null) strangers.push(file);
  }
  if (strangers.length === 0) return [];
  const lines = strangers.map(
    (file) =>
      `svc-verify: ${file} holds no evidence that can be read. Perhaps it is the file that a proof is about.`,
  );
  const others = files.filter((file) => !strangers.includes(file));
  if (original !== null || hash !== null || strangers.length > 1) return lines;
  const evidence = others.length === 0 ? "PROOF" : others.map(shellWord).join(" ");
  return [...lines, `Did you mean: svc-verify --original ${shellWord(strangers[0]!)} ${evidence}`];
}

/** As POSIX shells read it. */
function shellWord(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
