/** `svc-proof fetch` and `svc-proof upgrade`: evidence of what was registered before. */
import { type FileJournal, openJournal } from "@svc-proof/client/node";
import { JournalError } from "@svc-proof/client";
import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { hasSeal, isInBitcoin, occupantOf, originalOf, placeOf } from "../outputs/place.js";
import { PendingFiles } from "../pending/pending-files.js";
import { removeState, statePaths } from "../pending/state-folder.js";
import { failedResult } from "../results/problem-of.js";
import { fileResult, STATUS_OF } from "../results/result.js";
import { type CollectOptions, collect } from "../stamping/collect.js";
import { type Located, locate, type PendingAt } from "../stamping/located.js";
import { type Context, openRun, type Run } from "../stamping/run.js";
import { statesOf } from "../stamping/states-of.js";
import type { Wanted } from "../stamping/wanted.js";
import { note } from "../terminal/notes.js";
import { join } from "node:path";
import { statSync } from "node:fs";
import { parseCertificate, parseSeconds, parseWait } from "./option-values.js";

export const PROOF_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function fetch(words: ParsedWords, context: Context): Promise<number> {
  const options = { wait: parseWait(words), timeoutMs: parseSeconds(words) };
  if (options.timeoutMs !== null && options.wait === null) throw new UsageError("--timeout: expected --wait beside it");
  const folder = words.one("output") ?? ".";
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--output: ${folder}: no such folder`);
  }
  const ids = words.positionals.filter((word) => PROOF_ID.test(word)).map((id) => id.toLowerCase());
  const operands = words.positionals.filter((word) => !PROOF_ID.test(word));
  const run = await openRun(words, context);
  const located = ids.length > 0 && operands.length === 0 ? NOTHING : located_(run, operands);
  await completePending(run, located.pending, options, parseCertificate(words));
  for (const place of located.outputs) await tellPresent(run, place);
  const zip = words.has("zip");
  await fetchIds(run, ids, { ...options, certificate: parseCertificate(words), place: (id) => placeOf(join(folder, id), { zip }) });
  return finish(run, located);
}
