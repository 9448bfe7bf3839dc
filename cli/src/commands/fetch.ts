/** `svc-proof fetch`: the evidence of proofs, by their identifiers, and of files that were left pending. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { placeOf } from "../outputs/place.js";
import { failedResult } from "../results/problem-of.js";
import { fileResult } from "../results/result.js";
import { collect } from "../stamping/collect.js";
import { type CompleteOptions, completePending } from "../stamping/complete-pending.js";
import { locate } from "../stamping/located.js";
import { type Context, openRun, type Run } from "../stamping/run.js";
import { statesOf } from "../stamping/states-of.js";
import { storedResult } from "../stamping/stored-result.js";
import { tellProblems } from "../stamping/tell-located.js";
import type { Wanted } from "../stamping/wanted.js";
import { note } from "../terminal/notes.js";
import { parseCertificate, parseSeconds, parseWait } from "./option-values.js";
import { splitOperands } from "./split-operands.js";

export async function fetch(words: ParsedWords, context: Context): Promise<number> {
  const options: CompleteOptions = {
    wait: parseWait(words),
    timeoutMs: parseSeconds(words),
    certificate: parseCertificate(words),
  };
  if (options.timeoutMs !== null && options.wait === null)
    throw new UsageError("--timeout: expected --wait beside it");
  const folder = words.one("output") ?? ".";
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--output: ${folder}: no such folder`);
  }
  const { ids, paths } = splitOperands(words.positionals);
  const run = await openRun(words, context);
  if (paths.length > 0) {
    const located = locate(paths);
    await completePending(run, located.pending, options);
    const { outputs } = located;
    // Their evidence is there. `upgrade` looks for more.
    for (const place of outputs) run.tally.add(await storedResult(place, run.signal));
    const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    tellProblems(run, { ...located, unknown: located.unknown.filter((path) => !isFolder(path)) });
    const empty = located.unknown.filter(isFolder);
    if (empty.length > 0) note(`nothing is pending in ${empty.join(", ")}`);
  }
  const place = (id: string) => placeOf(join(folder, id), { zip: words.has("zip") });
  await fetchIds(run, ids, { ...options, place });
  run.tally.finish();
  return run.tally.status;
}

async function fetchIds(
  run: Run,
  ids: readonly string[],
  { place, certificate, ...options }: CompleteOptions & { place(id: string): string },
): Promise<void> {
  const { tally, signal, client } = run;
  const open = new Set(ids);
  const wanted: Wanted[] = [];
  try {
    for await (const { id, hash } of statesOf(client, [...open], signal)) {
      open.delete(id);
      wanted.push({
        ...{ id, hash, certificate, place: place(id), path: null, identity: null, problem: null },
        settled: () => undefined,
      });
    }
  } catch (error) {
    signal.throwIfAborted();
    const problem = failedResult(error);
    for (const id of open) tally.add(fileResult(null, problem.outcome, { id, error: problem.error }));
    return;
  }
  for (const id of open) {
    const message = "the account has no such proof";
    tally.add(fileResult(null, "refused", { id, error: { code: "not_found", message } }));
  }
  await collect(run, wanted, options);
}
