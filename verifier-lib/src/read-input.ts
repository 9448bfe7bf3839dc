/** Reads the input: its type, by the first bytes, decides how. */
import { FormatError } from "@svc-proof/shared/encoding";
import { INPUT_LIMITS } from "./input-limits.js";
import { inputTypeOf, MAGIC_BYTES } from "./input-type.js";
import { EvidenceItem, Item } from "./items.js";
import type { PackedEvidence } from "./package/packed-evidence.js";
import { type RandomAccess, randomAccess, UnreadableInputError } from "./package/random-access.js";
import { readProof } from "./proof/read-proof.js";
import { formatFault, type Reading } from "./reading.js";
import type { InputType } from "./report/checks.js";
import type { Check } from "./report/report.js";
import { type Asked, hashOptions, type VerifyInput } from "./verify-options.js";

interface ReadInput {
  readonly reading: Reading;
  /** The number of bytes read, which can be less than the size of an input that is too large. */
  readonly sizeBytes: number;
}

/** @throws the reason of the signal if it aborts; nothing else. */
export async function readInput(input: VerifyInput, asked: Asked): Promise<ReadInput> {
  if (typeof input === "string") {
    const start = new TextEncoder().encode(input.slice(0, MAGIC_BYTES));
    if (inputTypeOf(start) !== "evm-witness") return { reading: readProof(input), sizeBytes: sizeOf(input) };
  }
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const file = randomAccess(bytes, asked.options.signal);
  try {
    return await readFile(file, asked);
  } catch (error) {
    if (!(error instanceof UnreadableInputError)) throw error;
    const evidence = { reason: error.message };
    const code = "input_unreadable";
    const format: Check = { id: "format", status: "indeterminate", code, basis: null, evidence };
    return { reading: { type: "svc-proof/2", format, subject: null }, sizeBytes: file.sizeBytes };
  }
}

/** The limit of every input except packages and containers. */
const MAX_DOCUMENT_BYTES: number = Math.max(
  INPUT_LIMITS["svc-proof/2"],
  INPUT_LIMITS.opentimestamps,
  INPUT_LIMITS.rfc3161,
  INPUT_LIMITS["evm-witness"],
  INPUT_LIMITS["certificate-pdf"],
);

async function readFile(file: RandomAccess, asked: Asked): Promise<ReadInput> {
  const type = inputTypeOf(await file.read(0, Math.min(file.sizeBytes, MAGIC_BYTES)));
  if (type === "asic-s" || type === "evidence-zip") {
    const reading = type === "asic-s" ? await readAsic(file, asked) : await readZip(file, asked);
    return { reading, sizeBytes: file.sizeBytes };
  }
  // One byte above the limit is enough to see that the input is too large.
  const bytes = await file.read(0, Math.min(file.sizeBytes, MAX_DOCUMENT_BYTES + 1));
  return { reading: await READ[type](bytes, asked), sizeBytes: bytes.length };
}

const READ: Readonly<
  Record<
    Exclude<InputType, "evidence-zip" | "asic-s">,
    (input: Uint8Array, asked: Asked) => Reading | Promise<Reading>
  >
> = {
  opentimestamps: async (input, { work }) =>
    (await import("./bitcoin/read-timestamp-file.js")).readTimestampFile(input, work),
  rfc3161: async (input, { work }) => (await import("./seal/read-seal-file.js")).readSealFile(input, work),
  "evm-witness": async (input, { work }) =>
    (await import("./anchor/read-witness-file.js")).readWitnessFile(input, work),
  "svc-proof/2": (input) => readProof(input),
  "certificate-pdf": async (input, { work }) => {
    const { parsePdfCertificate } = await import("./package/pdf/parse-pdf-certificate.js");
    return readPackage("certificate-pdf", () => parsePdfCertificate(input, { work }));
  },
};

/** A package, or a container that does not name its type: then its entries do. */
async function readZip(file: RandomAccess, asked: Asked): Promise<Reading> {
  const { work, options } = asked;
  const { readEvidence } = await import("./package/evidence/read-evidence.js");
  const reading = await readPackage("evidence-zip", () =>
    readEvidence(file, { ...hashOptions(options), work }),
  );
  if (reading.format.code !== "evidence_no_proof") return reading;
  const { hasAsicParts } = await import("./package/asic/read-asic.js");
  try {
    return (await hasAsicParts(file, work)) ? await readAsic(file, asked) : reading;
  } catch (error) {
    // A medium that changes between two reads.
    if (error instanceof FormatError) return reading;
    throw error;
  }
}

async function readAsic(file: RandomAccess, { work, options }: Asked): Promise<Reading> {
  const { readContainer } = await import("./asic/read-container.js");
  return readContainer(file, hashOptions(options), work);
}

/** Documents are made before the proof is anchored, too: those without a proof are read and say nothing. */
function noProof(error: unknown): Check | null {
  const code = error instanceof FormatError ? error.code : null;
  if (code !== "evidence_no_proof" && code !== "pdf_no_proof") return null;
  return { id: "format", status: "indeterminate", code, basis: "computed", evidence: {} };
}

async function readPackage(type: InputType, read: () => Promise<PackedEvidence>): Promise<Reading> {
  let packed: PackedEvidence;
  try {
    packed = await read();
  } catch (error) {
    return { type, format: noProof(error) ?? formatFault(error), subject: null };
  }
  const { proof, parts, original, verifier, unchecked } = packed;
  const reading = readProof(proof);
  const proofItem = new Item("proof", "package", "proof.json");
  proofItem.checked();
  return {
    ...reading,
    type,
    original,
    verifier,
    unchecked,
    items: [
      proofItem,
      ...(original === null ? [] : [new Item("original", "package", original.name)]),
      ...parts.map((part) => new EvidenceItem(part, "package")),
      ...unchecked.map((name) => new Item("part", "package", name)),
    ],
  };
}

/** Size in bytes of UTF-8. A text whose length alone exceeds the limit is not encoded. */
function sizeOf(input: string): number {
  if (input.length > INPUT_LIMITS["svc-proof/2"]) return input.length;
  return new TextEncoder().encode(input).length;
}
