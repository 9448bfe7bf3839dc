/** `svc-proof upgrade`: writes what was pending, and adds what has come since to evidence that is there. */
import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { collect } from "../stamping/collect.js";
import { completePending } from "../stamping/complete-pending.js";
import { locate } from "../stamping/located.js";
import { type Context, openRun, type Run } from "../stamping/run.js";
import { storedResult } from "../stamping/stored-result.js";
import { tellProblems } from "../stamping/tell-located.js";
import type { Wanted } from "../stamping/wanted.js";
import { parseCertificate } from "./option-values.js";

export async function upgrade(words: ParsedWords, context: Context): Promise<number> {
  const { positionals } = words;
  const certificate = parseCertificate(words);
  const run = await openRun(words, context);
  const located = locate(positionals.length === 0 ? ["."] : positionals);
  const options = { wait: null, timeoutMs: null, certificate };
  await completePending(run, located.pending, options);
  const wanted: Wanted[] = [];
  for (const place of located.outputs) {
    const one = await wantedAt(run, place, certificate);
    if (one !== null) wanted.push(one);
  }
  await collect(run, wanted, options);
  tellProblems(run, positionals.length === 0 ? { ...located, unknown: [] } : located);
  run.tally.finish();
  return run.tally.status;
}

/** Null if the result is told already. */
async function wantedAt(
  { tally, signal }: Run,
  place: string,
  certificate: string | null,
): Promise<Wanted | null> {
  const stored = await storedResult(place, signal);
  const { path, id, hash, outcome, error } = stored;
  const isChanged = outcome === "changed";
  if ((error !== null && !isChanged) || id === null || hash === null) {
    tally.add(stored);
    return null;
  }
  // Evidence of an earlier content is evidence: it gets what has come.
  const problem = isChanged ? { outcome, error } : null;
  return { path, place, id, hash, certificate, identity: null, problem, settled: () => undefined };
}
