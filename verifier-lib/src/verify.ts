/**
 * The entry point: detects the type of the input, reads it and verifies what it contains. Modules that only
 * timestamps, seals and packages need are loaded on demand.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { accountInputs, type Settlement } from "./account-inputs.js";
import type { GivenWitness } from "./anchor/read-witnesses.js";
import { conclude } from "./conclude.js";
import type { Content } from "./content/verify-content.js";
import { isSameBytes } from "./der/is-same-bytes.js";
import { INPUT_LIMITS } from "./input-limits.js";
import { inputTypeOf, MAGIC_BYTES } from "./input-type.js";
import type { PackedEvidence } from "./package/packed-evidence.js";
import { type RandomAccess, randomAccess, UnreadableInputError } from "./package/random-access.js";
import {
  NO_WITNESSES,
  type SealToVerify,
  verifyHeaders,
  verifyProof,
  withoutProof,
} from "./proof/verify-proof.js";
import type { InputType } from "./report/checks.js";
import { outOfWork } from "./report/out-of-work.js";
import type { Check, Report } from "./report/report.js";
import { skippedCheck } from "./report/skipped-check.js";
import {
  bitcoinOptions,
  checkOptions,
  hashOptions,
  sealOptions,
  type VerifyInput,
  type VerifyOptions,
  withLists,
} from "./verify-options.js";
import { isWorkLimit } from "./work/is-work-limit.js";
import { Work } from "./work/work.js";

/**
 * Verifies a portable proof (`svc-proof/2`), the proof inside an evidence package (ZIP) or a certificate (PDF), an OpenTimestamps file (`.ots`), or an RFC 3161 timestamp (`.tsr`).
 *
 * The result is a report, whatever the input contains. A check that needs another one which did not pass is `skipped`.
 *
 * @param input the proof as bytes, or as text decoded from UTF-8; or the bytes of a package or a timestamp; or a file of
 * any of them, of which a package is read where needed.
 * @param asked its options.
 * @throws TypeError or RangeError if an option is wrong; the reason of the signal if it aborts. Never because of the input.
 *
 * @example
 * const report = await verify(proofBytes, {
 *   original: file,
 *   sources: [createRpcEvmSource({ chainId: 1, url: "https://rpc.example" })],
 * });
 * if (report.outcome === "verified") console.log(report.claims);
 */
export async function verify(input: VerifyInput, asked: VerifyOptions = {}): Promise<Report> {
  const content = checkOptions(input, asked);
  const options = withLists(asked);
  options.signal?.throwIfAborted();
  const work = new Work({ signal: options.signal });
  const given: Given = { content, options, now: options.now ?? new Date(), work };
  if (typeof input === "string") {
    const start = new TextEncoder().encode(input.slice(0, MAGIC_BYTES));
    if (inputTypeOf(start) === "evm-witness") {
      return await verifyFile(randomAccess(new TextEncoder().encode(input), options.signal), given);
    }
    return reportOf("svc-proof/2", sizeOf(input), given, await findInProof(input, given));
  }
  const file = randomAccess(input, options.signal);
  try {
    return await verifyFile(file, given);
  } catch (error) {
    if (!(error instanceof UnreadableInputError)) throw error;
    const evidence = { reason: error.message };
    const check = { id: "format", status: "indeterminate", code: "input_unreadable", basis: null } as const;
    return reportOf("svc-proof/2", file.sizeBytes, given, findWithout({ ...check, evidence }, given));
  }
}

/** The request, without the input. */
interface Given {
  readonly content: Content | undefined;
  readonly options: VerifyOptions;
  /** The verifier's clock. */
  readonly now: Date;
  /** The budget of the verification. */
  readonly work: Work;
}

type Found = Settlement["found"] & Partial<Pick<Settlement, "packed" | "own" | "isOneSeal">>;

/** The limit of every input except packages and containers. */
const MAX_DOCUMENT_BYTES: number = Math.max(
  INPUT_LIMITS["svc-proof/2"],
  INPUT_LIMITS.opentimestamps,
  INPUT_LIMITS.rfc3161,
  INPUT_LIMITS["evm-witness"],
  INPUT_LIMITS["certificate-pdf"],
);

async function verifyFile(file: RandomAccess, given: Given): Promise<Report> {
  const type = inputTypeOf(await file.read(0, Math.min(file.sizeBytes, MAGIC_BYTES)));
  if (type === "asic-s") return reportOf(type, file.sizeBytes, given, await findInAsic(file, given));
  if (type === "evidence-zip") {
    const found = await findInPackage(() => readPackage(file, given), given);
    const isAsic = found.checks[0]?.code === "evidence_no_proof" && (await isUnnamedAsic(file, given));
    return isAsic
      ? reportOf("asic-s", file.sizeBytes, given, await findInAsic(file, given))
      : reportOf(type, file.sizeBytes, given, found);
  }
  // One byte above the limit is enough to see that the input is too large.
  const bytes = await file.read(0, Math.min(file.sizeBytes, MAX_DOCUMENT_BYTES + 1));
  return reportOf(type, bytes.length, given, await FIND[type](bytes, given));
}

const FIND: Readonly<
  Record<Exclude<InputType, "evidence-zip" | "asic-s">, (input: Uint8Array, given: Given) => Promise<Found>>
> = {
  opentimestamps: findInTimestamp,
  rfc3161: findInSeal,
  "evm-witness": findInWitness,
  "svc-proof/2": findInProof,
  "certificate-pdf": (input, given) => findInPackage(() => readCertificate(input, given), given),
};

async function findInTimestamp(input: Uint8Array, { content, options, now, work }: Given): Promise<Found> {
  const { verifyTimestampFile } = await import("./bitcoin/verify-timestamp-file.js");
  const found = await verifyTimestampFile(input, options.timestamps ?? [], content, {
    ...bitcoinOptions(options, now, work),
    ...hashOptions(options),
  });
  const { subject, checks } = found;
  const own = { timestamps: 1, seals: 0 };
  const alone = { proof: null, anchors: [], ...NO_WITNESSES, seals: [], unchecked: [], own, ...found };
  const stated = options.seal;
  if (stated === undefined && (subject === null || options.found?.hasSealsOf(subject.content) !== true))
    return alone;
  if (subject === null)
    return { ...alone, checks: [...checks, skippedCheck("seal"), skippedCheck("qualified")] };
  const { verifySealsOfDigest } = await import("./seal/verify-seal-of-digest.js");
  const { seals, unjudged } = await verifySealsOfDigest(
    stated,
    subject.content,
    sealOptions(options, now, work),
  );
  return {
    ...alone,
    checks: [...checks, ...seals.flatMap(({ check, qualified }) => [check, qualified])],
    seals,
    unjudged,
  };
}

async function findInSeal(input: Uint8Array, { content, options, now, work }: Given): Promise<Found> {
  const { verifySealFile } = await import("./seal/verify-seal-file.js");
  const { seal, timestamps = [] } = options;
  const isOneSeal = seal !== undefined && isSameBytes(seal, input);
  const beside = { seal: isOneSeal ? undefined : seal, timestamps };
  const found = await verifySealFile(
    input,
    content,
    beside,
    sealOptions(options, now, work),
    hashOptions(options),
  );
  const own = { timestamps: 0, seals: 1 };
  return { proof: null, anchors: [], ...NO_WITNESSES, unchecked: [], own, isOneSeal, ...found };
}

async function findInAsic(file: RandomAccess, { content, options, now, work }: Given): Promise<Found> {
  const { verifyAsic } = await import("./asic/verify-asic.js");
  const { seal, timestamps = [] } = options;
  const { packed, ...found } = await verifyAsic(
    file,
    content,
    { seal, timestamps },
    sealOptions(options, now, work),
    hashOptions(options),
  );
  const beside = { proof: null, anchors: [], ...NO_WITNESSES };
  if (packed === null) return { ...beside, ...found, unchecked: [] };
  const { token, isOneSeal, original, unchecked } = packed;
  return {
    ...beside,
    ...found,
    unchecked,
    packed: { ...NOTHING_PACKED, seal: token, original, unchecked },
    isOneSeal,
  };
}

const NOTHING_PACKED = {
  proof: null,
  timestamps: [],
  headers: [],
  sealTimestamps: [],
  certificates: [],
  crls: [],
  ocspResponses: [],
  witnesses: [],
  witnessTimestamps: [],
  trustedListEntry: null,
  verifier: null,
} as const;

/** Whether an archive without a proof is a container that does not name its type. */
async function isUnnamedAsic(file: RandomAccess, { work }: Given): Promise<boolean> {
  const { hasAsicParts } = await import("./package/asic/has-asic-parts.js");
  try {
    return await hasAsicParts(file, work);
  } catch (error) {
    // A medium that changes between two reads.
    if (error instanceof FormatError) return false;
    throw error;
  }
}

async function findInWitness(input: Uint8Array, { content, options, now, work }: Given): Promise<Found> {
  const { verifyWitnessFile } = await import("./anchor/verify-witness-file.js");
  const { sources = [], minConfirmations, witnessTimestamps = [] } = options;
  const anchorOptions = {
    ...hashOptions(options),
    sources,
    now,
    ...(minConfirmations !== undefined && { minConfirmations }),
  };
  const found = await verifyWitnessFile(input, content, anchorOptions, work);
  const headers = found.anchors.flatMap(({ anchor, witness }) =>
    witness === null ? [] : [{ anchor, witness }],
  );
  const bound = await verifyHeaders(witnessTimestamps, headers, bitcoinOptions(options, now, work));
  const beside = { proof: null, ...NO_WITNESSES, bitcoin: null, seals: [], unchecked: [] };
  return {
    ...beside,
    ...found,
    checks: [...found.checks, ...bound.checks],
    blocks: bound.blocks,
    witnessTimestamps: bound.faults,
  };
}

async function findInProof(proof: Uint8Array | string, given: Given): Promise<Found> {
  const { content, options, now, work } = given;
  const { seals } = sealsOf(given);
  const beside = {
    content,
    original: null,
    timestamps: options.timestamps ?? [],
    seals,
    witnesses: (options.witnesses ?? []).map(unnamed),
    witnessTimestamps: options.witnessTimestamps ?? [],
  };
  const found = await verifyProof(
    { proof, ...beside },
    options,
    bitcoinOptions(options, now, work),
    sealOptions(options, now, work),
  );
  return { ...found, unchecked: [] };
}

async function readPackage(file: RandomAccess, { options, work }: Given): Promise<PackedEvidence> {
  const { readEvidence } = await import("./package/evidence/read-evidence.js");
  return readEvidence(file, { ...hashOptions(options), work });
}

async function readCertificate(input: Uint8Array, { work }: Given): Promise<PackedEvidence> {
  const { parsePdfCertificate } = await import("./package/pdf/parse-pdf-certificate.js");
  return parsePdfCertificate(input, { work });
}

async function findInPackage(read: () => Promise<PackedEvidence>, given: Given): Promise<Found> {
  const { content, options, now, work } = given;
  let packed: PackedEvidence;
  try {
    packed = await read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return findWithout(formatFault(error), given);
  }
  const { proof, original, unchecked } = packed;
  const timestamps = [...(options.timestamps ?? []), ...packed.timestamps];
  const beside = {
    ...options,
    headers: [...(options.headers ?? []), ...packed.headers],
    certificates: [...(options.certificates ?? []), ...packed.certificates],
    crls: [...(options.crls ?? []), ...packed.crls],
    ocspResponses: [...(options.ocspResponses ?? []), ...packed.ocspResponses],
    sealTimestamps: [...(options.sealTimestamps ?? []), ...packed.sealTimestamps],
  };
  const { seals, isOneSeal } = sealsOf({ ...given, options: beside }, packed);
  const found = await verifyProof(
    {
      proof,
      content,
      original,
      timestamps,
      seals,
      witnesses: [...(options.witnesses ?? []).map(unnamed), ...packed.witnesses],
      witnessTimestamps: [...(options.witnessTimestamps ?? []), ...packed.witnessTimestamps],
    },
    beside,
    bitcoinOptions(beside, now, work),
    sealOptions(beside, now, work),
  );
  return { ...found, unchecked, packed, packedVerifier: packed.verifier, isOneSeal };
}

function unnamed(bytes: Uint8Array | string): GivenWitness {
  return { bytes, chainId: null };
}

function findWithout(format: Check, { options }: Given): Found {
  const { timestamps = [], seal } = options;
  const found = withoutProof(format, {
    bitcoin: Math.min(1, timestamps.length),
    seal: seal === undefined ? 0 : 1,
  });
  return { ...found, unchecked: [] };
}

/** Codes of documents without a proof. They are made before the proof is anchored, so they are not invalid. */
const NO_PROOF: ReadonlySet<string> = new Set<Check["code"]>(["evidence_no_proof", "pdf_no_proof"]);

function formatFault(error: FormatError): Check {
  if (isWorkLimit(error)) return outOfWork("format", error);
  const { code, offset, pointer, message } = error;
  const found = { id: "format", code: code as Check["code"], basis: "computed" } as const;
  return NO_PROOF.has(code)
    ? { ...found, status: "indeterminate", evidence: {} }
    : { ...found, status: "failed", evidence: { offset, pointer, message } };
}

/** The given seal and the packed one, with the same options; only one if they are equal. */
function sealsOf(
  { options, now, work }: Given,
  packed: Pick<PackedEvidence, "seal" | "trustedListEntry"> = { seal: null, trustedListEntry: null },
): { readonly seals: SealToVerify[]; readonly isOneSeal: boolean } {
  const given = options.seal;
  const isOneSeal = given !== undefined && packed.seal !== null && isSameBytes(given, packed.seal);
  const ofCaller = sealOptions(options, now, work);
  const ofPackage = {
    ...ofCaller,
    ...(packed.trustedListEntry !== null && { trustedListEntry: packed.trustedListEntry }),
  };
  const seals = [
    ...(given === undefined ? [] : [{ bytes: given, options: isOneSeal ? ofPackage : ofCaller }]),
    ...(packed.seal === null || isOneSeal ? [] : [{ bytes: packed.seal, options: ofPackage }]),
  ];
  return { seals, isOneSeal };
}

function reportOf(inputType: InputType, sizeBytes: number, given: Given, found: Found): Report {
  const { packed = null, own = { timestamps: 0, seals: 0 }, isOneSeal = false, ...findings } = found;
  const inputs = accountInputs({ found: findings, options: given.options, packed, own, isOneSeal });
  const { inputName = null } = given.options;
  return conclude({ inputType, sizeBytes, inputName, checkedAt: given.now, inputs, ...findings });
}

/** Size in bytes of UTF-8. A text whose length alone exceeds the limit is not encoded. */
function sizeOf(input: string): number {
  if (input.length > INPUT_LIMITS["svc-proof/2"]) return input.length;
  return new TextEncoder().encode(input).length;
}
