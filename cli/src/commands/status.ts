/** `svc-proof status`: how far proofs are. Writes nothing. */
import type { Proof } from "@svc-proof/client";
import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { failedResult } from "../results/problem-of.js";
import { type FileResult, fileResult, proofFacts } from "../results/result.js";
import { locate } from "../stamping/located.js";
import { type Context, openRun, type Run } from "../stamping/run.js";
import { statesOf } from "../stamping/states-of.js";
import { storedResult } from "../stamping/stored-result.js";
import { tellProblems } from "../stamping/tell-located.js";
import { note } from "../terminal/notes.js";
import { splitOperands } from "./split-operands.js";

export async function status(words: ParsedWords, context: Context): Promise<number> {
  const { ids, paths } = splitOperands(words.positionals);
  const run = await openRun(words, context);
  const located = locate(paths);
  const known: FileResult[] = [
    ...ids.map((id) => fileResult(null, "registered", { id })),
    ...located.pending.map(({ path, entry: { id, hash, identity } }) =>
      fileResult(path, "pending", { id, hash, size_bytes: identity.size }),
    ),
  ];
  for (const place of located.outputs) known.push(await storedResult(place, run.signal));
  await ask(run, known);
  tellProblems(run, words.positionals.length === 0 ? { ...located, unknown: [] } : located);
  if (run.tally.outcomes.has("pending")) note("`svc-proof upgrade` writes what has come");
  run.tally.finish();
  return run.tally.status;
}

async function ask({ client, signal, tally }: Run, known: readonly FileResult[]): Promise<void> {
  const proofs = new Map<string, Proof>();
  const ids = new Set(known.flatMap(({ id, error }) => (id !== null && error === null ? [id] : [])));
  let problem: Pick<FileResult, "outcome" | "error"> = {
    outcome: "refused",
    error: { code: "not_found", message: "the account has no such proof" },
  };
  try {
    for await (const proof of statesOf(client, [...ids], signal)) proofs.set(proof.id, proof);
  } catch (error) {
    signal.throwIfAborted();
    problem = failedResult(error);
  }
  for (const one of known) {
    const proof = one.id === null ? undefined : proofs.get(one.id);
    if (one.error !== null) tally.add(one);
    else if (proof === undefined) tally.add({ ...one, ...problem });
    else if (one.hash !== null && one.hash !== proof.hash) tally.add({ ...one, ...ofOtherContent(proof) });
    else tally.add({ ...one, ...proofFacts(proof), outcome: outcomeOf(one, proof) });
  }
}

/** Evidence with the identifier of a proof that the service has for another fingerprint. */
function ofOtherContent({ id, hash }: Proof): Pick<FileResult, "outcome" | "error"> {
  const message = `the service has proof ${id} for another content, ${hash}`;
  return { outcome: "failed", error: { code: "proof_of_other_content", message } };
}

/** `pending` if `fetch` or `upgrade` would write something, now or later. */
function outcomeOf(one: FileResult, proof: Proof): FileResult["outcome"] {
  if (one.path === null) return proof.bitcoin.state === "confirmed" ? "present" : "pending";
  if (one.outcome === "pending" || one.bitcoin === "pending") return "pending";
  return proof.qualified !== null && one.seal === null ? "pending" : "present";
}
