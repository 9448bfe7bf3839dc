/** `svc-proof list`: the proofs of the account. */
import type { Proof } from "@svc-proof/client";
import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { EXIT } from "../exit-status.js";
import { proofFacts } from "../results/result.js";
import { type Context, openRun } from "../stamping/run.js";
import { factsText } from "../terminal/lines.js";
import { expectNoOperands } from "./expect-no-operands.js";
import { parseInteger } from "./option-values.js";

const DEFAULT_LIMIT = 25;
const PAGE = 100;

export async function list(words: ParsedWords, context: Context): Promise<number> {
  expectNoOperands("list", words);
  const word = words.one("limit");
  const limit =
    word === undefined ? DEFAULT_LIMIT : parseInteger("--limit", word, { min: 0, max: 100_000_000 });
  const { client, lines, signal } = await openRun(words, context);
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  let count = 0;
  for await (const proof of client.listAll({ signal, limit: Math.min(most, PAGE) })) {
    lines.print({ type: "proof", proof }, proofText(proof));
    if (++count >= most) break;
  }
  return EXIT.done;
}

function proofText(proof: Proof): string {
  return `${proof.id}  ${proof.received_at}  ${factsText(proofFacts(proof))}  ${proof.name}`;
}
