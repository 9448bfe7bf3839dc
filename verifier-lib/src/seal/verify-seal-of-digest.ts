/** A seal given with a timestamp, which can be about a digest of any kind. */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Subject } from "../report/report.js";
import { skippedCheck } from "../report/skipped-check.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { readImprint } from "./read-imprint.js";
import {
  type FoundSeals,
  type SealResult,
  type VerifySealOptions,
  verifyFoundSeals,
  verifySeal,
} from "./verify-seal.js";

/** Hashes that RFC 3161 timestamps use too. */
const SEALED: Readonly<Partial<Record<Subject["content"]["algorithm"], HashAlgorithm>>> = {
  "SHA-1": "SHA-1",
  "SHA-256": "SHA-256",
};

/**
 * Verifies the seal that was given, and those that were found of the same digest.
 *
 * @throws as `verifySeal` does.
 */
export async function verifySealsOfDigest(
  seal: Uint8Array | undefined,
  content: Subject["content"],
  options: VerifySealOptions,
): Promise<FoundSeals> {
  const algorithm = SEALED[content.algorithm];
  const stated = seal === undefined ? [] : [seal];
  if (algorithm !== undefined) {
    const imprint = { algorithm, digest: hexToBytes(content.hash) };
    const results: SealResult[] = [];
    for (const one of stated) results.push(await verifySeal(one, imprint, options));
    const { seals, unjudged } = await verifyFoundSeals(imprint, stated, options);
    return { seals: [...results, ...seals], unjudged };
  }
  const seals = stated.map((one) => ({
    check: incomparable(one, content, options),
    qualified: skippedCheck("qualified"),
    sealed: null,
    notices: [],
    given: null,
  }));
  return { seals, unjudged: [] };
}

/** Digests of different hashes cannot be compared. */
function incomparable(
  seal: Uint8Array,
  { algorithm, hash }: Subject["content"],
  { work }: VerifySealOptions,
): Check {
  try {
    readImprint(seal, { work });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (isWorkLimit(error)) return outOfWork("seal", error);
    const { code, message } = error;
    const evidence = { reason: message };
    return { id: "seal", status: "failed", code: code as Check["code"], basis: "computed", evidence };
  }
  const evidence = { algorithm, stated: hash };
  return { id: "seal", status: "indeterminate", code: "file_hash_not_sha256", basis: null, evidence };
}
