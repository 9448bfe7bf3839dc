/** The protocol for a bare `.ots` file: docs/formats/opentimestamps.md. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type DetachedTimestamp,
  type HashKind,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { type Content, verifyContent } from "../content/verify-content.js";
import type { HashContentOptions } from "../hash/hash-content.js";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Subject } from "../report/report.js";
import { withSkipped } from "../report/skipped-check.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { type BitcoinResult, type VerifyBitcoinOptions, verifyBitcoin } from "./verify-bitcoin.js";

/** Names of hashes, as standards write them. */
const ALGORITHMS: Readonly<Record<HashKind, Subject["content"]["algorithm"]>> = {
  sha1: "SHA-1",
  ripemd160: "RIPEMD-160",
  sha256: "SHA-256",
  keccak256: "Keccak-256",
};

export interface TimestampFileResult {
  /** Null if the file cannot be read. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
  /** Null when the file cannot be read. */
  readonly bitcoin: BitcoinResult | null;
}

/**
 * Verifies a detached timestamp.
 *
 * @param others more files about the same digest.
 * @throws the reason of the signal if it aborts; nothing else.
 */
export async function verifyTimestampFile(
  input: Uint8Array,
  others: readonly Uint8Array[],
  content: Content | undefined,
  options: VerifyBitcoinOptions & HashContentOptions,
): Promise<TimestampFileResult> {
  let file: DetachedTimestamp;
  try {
    file = parseDetachedTimestamp(input, { work: options.work });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, offset, message } = error;
    const format: Check = isWorkLimit(error)
      ? outOfWork("format", error)
      : {
          id: "format",
          status: "failed",
          code: code as Check["code"],
          basis: "computed",
          evidence: { offset, pointer: null, message },
        };
    return {
      subject: null,
      checks: withSkipped(format, "opentimestamps", { bitcoin: 1 }),
      bitcoin: null,
    };
  }
  const { hash } = file;
  const hex = bytesToHex(file.digest);
  const format: Check = {
    id: "format",
    status: "passed",
    code: "ok",
    basis: "computed",
    evidence: { hash: ALGORITHMS[hash] },
  };
  const [contentCheck, bitcoin] = await Promise.all([
    hash === "sha256" ? verifyContent(content, hex, options) : otherHash(hash, hex),
    verifyBitcoin([input, ...others], [{ hash, hex }], options),
  ]);
  return {
    subject: { proof_id: null, content: { algorithm: ALGORITHMS[hash], hash: hex } },
    checks: [format, contentCheck, bitcoin.check],
    bitcoin,
  };
}

/** A digest that is not SHA-256 cannot be compared with a fingerprint. */
function otherHash(hash: HashKind, stated: string): Check {
  return {
    id: "content",
    status: "indeterminate",
    code: "file_hash_not_sha256",
    basis: null,
    evidence: { algorithm: ALGORITHMS[hash], stated },
  };
}
