/** What a seller of seals (seal-worker.mjs) printed before it died. */
export interface SealWorkerOutput {
  /** Acknowledged payments: proof by entry. */
  readonly paid: ReadonlyMap<string, string>;
  /** Serial number by proof. */
  readonly issued: ReadonlyMap<string, string>;
  readonly refunded: ReadonlySet<string>;
  readonly isDone: boolean;
}

/** Parses the output of a seller. */
export function parseSealLines(lines: readonly string[]): SealWorkerOutput {
  const paid = new Map<string, string>();
  const issued = new Map<string, string>();
  const refunded = new Set<string>();
  let isDone = false;
  for (const line of lines) {
    const [word, first = "", second = ""] = line.split(" ");
    if (word === "paid" || word === "made") paid.set(second, first);
    else if (word === "issued") issued.set(first, second);
    else if (word === "refunded") refunded.add(first);
    else if (word === "done") isDone = true;
    else throw new Error(`a seller logged: ${line}`);
  }
  return { paid, issued, refunded, isDone };
}
