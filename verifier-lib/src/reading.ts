/** What an input says by itself: it is read, and nothing that it states is judged yet. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { PortableProof } from "@svc-proof/shared/proof";
import type { EvmWitness, WitnessedTransaction } from "./evm/witness.js";
import { unread } from "./fault.js";
import type { Item } from "./items.js";
import type { PackedOriginal, PackedVerifier } from "./package/packed-evidence.js";
import type { InputType } from "./report/checks.js";
import { outOfWork } from "./report/outcome.js";
import type { Check, Subject } from "./report/report.js";
import { isWorkLimit } from "./work/work.js";

export interface Reading {
  readonly type: InputType;
  readonly format: Check;
  /** What it is about; null if it cannot be read: then nothing given beside it is verified. */
  readonly subject: Subject | null;
  /** The proof, alone or in a package. */
  readonly proof?: PortableProof;
  /** A witness that is the input, with what it shows. */
  readonly witness?: {
    readonly witness: EvmWitness;
    readonly transaction: WitnessedTransaction;
    readonly fault: null;
    readonly isFound: boolean;
  };
  /** How a proof ties its content to what time sources have seen. */
  readonly links?: readonly Check[];
  /** The checks of what is readable and does not hold. Default: all that would have been made, as skipped. */
  readonly checks?: readonly Check[];
  /** The evidence that the input itself is, and the parts of a package. */
  readonly items?: readonly Item[];
  /** The original in a package or container. */
  readonly original?: PackedOriginal | null;
  /** A verifier that came with the evidence. */
  readonly verifier?: PackedVerifier | null;
  /** Names of the parts of a package that no check uses. */
  readonly unchecked?: readonly string[];
}

export function formatPassed(evidence: Check["evidence"]): Check {
  return { id: "format", status: "passed", code: "ok", basis: "computed", evidence };
}

/**
 * The check of an input that cannot be read.
 *
 * @throws the error if it is none of a format.
 */
export function formatFault(error: unknown): Check {
  if (!(error instanceof FormatError)) throw error;
  if (isWorkLimit(error)) return outOfWork("format", error);
  return { id: "format", basis: "computed", ...unread(error) };
}
