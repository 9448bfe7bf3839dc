/** Reads the input: its type, by the first bytes, decides how. */

import { FormatError } from "@svc-proof/shared/encoding";
import { type RandomAccess, randomAccess, UnreadableInputError } from "./content/content.js";
import { INPUT_LIMITS } from "./input-limits.js";
import { EvidenceItem, Item } from "./items.js";
import { readProof } from "./judge/proof.js";
import type { Asked, VerifyInput } from "./options.js";
import type { PackedEvidence } from "./package/packed-evidence.js";
import { formatFault, type Reading } from "./reading.js";
import {
  type Armour,
  armourOf,
  dearmoured,
  isMangledOpenTimestamps,
  MAGIC_BYTES,
  MAX_ARMOUR_CHARACTERS,
  recognise,
} from "./recognise/recognise.js";
import type { InputType } from "./report/checks.js";
import { type LookAlike, lookAlikeEvidence } from "./report/look-alike.js";
import type { Check } from "./report/report.js";

interface ReadInput {
  readonly reading: Reading;
  /** The number of bytes read, which can be less than the size of an input that is too large. */
  readonly sizeBytes: number;
}

/** @throws the reason of the signal if it aborts; nothing else. */
export async function readInput(input: VerifyInput, asked: Asked): Promise<ReadInput> {
  if (typeof input === "string") {
    const start = new TextEncoder().encode(input.slice(0, MAGIC_BYTES));
    const type = recognise(start);
    if (type === "svc-proof/2" && armourOf(start) === null) {
      return { reading: readProof(input), sizeBytes: sizeOf(input) };
    }
    if (typeof type !== "string") return { reading: notRecognised(type.looksLike), sizeBytes: sizeOf(input) };
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
    return { reading: { type: "unknown", format, subject: null }, sizeBytes: file.sizeBytes };
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
  const start = await file.read(0, Math.min(file.sizeBytes, MAGIC_BYTES));
  const type = recognise(start);
  if (typeof type !== "string") return { reading: notRecognised(type.looksLike), sizeBytes: file.sizeBytes };
  const armour = armourOf(start);
  if (armour === null && isArchive(type)) {
    return { reading: await READ[type](file, asked), sizeBytes: file.sizeBytes };
  }
  if (armour !== null && file.sizeBytes > MAX_ARMOUR_CHARACTERS) {
    return { reading: tooLarge(type, armour), sizeBytes: file.sizeBytes };
  }
  // One byte above the limit is enough to see that the input is too large.
  const maxBytes = armour === null ? MAX_DOCUMENT_BYTES : MAX_ARMOUR_CHARACTERS;
  const given = await file.read(0, Math.min(file.sizeBytes, maxBytes + 1));
  const bytes = armour === null ? given : dearmoured(given).bytes;
  const reading = isArchive(type)
    ? await READ[type](randomAccess(bytes, asked.options.signal), asked)
    : await READ[type](bytes, asked);
  return { reading: asRecognised(reading, bytes, armour), sizeBytes: given.length };
}

/** Armour of more than is decoded. */
function tooLarge(type: InputType, armour: Armour): Reading {
  const message = `expected at most ${MAX_ARMOUR_CHARACTERS} characters of ${armour}`;
  const format = formatFault(new FormatError("too_large", message, MAX_ARMOUR_CHARACTERS));
  return { type, format: { ...format, evidence: { ...format.evidence, armour } }, subject: null };
}

/** What is recognised and cannot be read is damaged. */
function asRecognised(reading: Reading, bytes: Uint8Array, armour: Armour | null): Reading {
  const { format } = reading;
  const isDamaged = format.code === "not_recognised";
  if (armour === null && !isDamaged) return reading;
  const evidence = {
    ...format.evidence,
    ...(armour !== null && { armour }),
    ...(isDamaged && isMangledOpenTimestamps(bytes) && lookAlikeEvidence("mangled_opentimestamps")),
  };
  return { ...reading, format: { ...format, code: isDamaged ? "damaged" : format.code, evidence } };
}

function notRecognised(looksLike: LookAlike): Reading {
  const evidence = lookAlikeEvidence(looksLike);
  const code = "not_recognised";
  const format: Check = { id: "format", status: "indeterminate", code, basis: "computed", evidence };
  return { type: "unknown", format, subject: null };
}

type Archive = "evidence-zip" | "asic-s";

/** Archives are not read whole. */
function isArchive(type: InputType): type is Archive {
  return type === "evidence-zip" || type === "asic-s";
}

const READ: {
  readonly [Type in Exclude<InputType, "unknown">]: (
    input: Type extends Archive ? RandomAccess : Uint8Array,
    asked: Asked,
  ) => Reading | Promise<Reading>;
} = {
  opentimestamps: async (input, { work }) =>
    (await import("./judge/timestamp-file.js")).readTimestampFile(input, work),
  rfc3161: async (input, { work }) => (await import("./judge/seal-material.js")).readSealFile(input, work),
  "evm-witness": async (input, { work }) =>
    (await import("./judge/witness-file.js")).readWitnessFile(input, work),
  "svc-proof/2": (input) => readProof(input),
  "certificate-pdf": async (input, { work }) => {
    const { parsePdfCertificate } = await import("./package/open-certificate.js");
    return readPackage("certificate-pdf", () => parsePdfCertificate(input, { work }));
  },
  "evidence-zip": readZip,
  "asic-s": readAsic,
};

/** A package, or a container that does not name its type: then its entries do. */
async function readZip(file: RandomAccess, asked: Asked): Promise<Reading> {
  const { work, hashing } = asked;
  const { readEvidence } = await import("./package/open-package.js");
  const reading = await readPackage("evidence-zip", () => readEvidence(file, { ...hashing, work }));
  if (reading.format.code !== "evidence_no_proof") return reading;
  const { hasAsicParts } = await import("./package/open-container.js");
  try {
    return (await hasAsicParts(file, work)) ? await readAsic(file, asked) : reading;
  } catch (error) {
    // A medium that changes between two reads.
    if (error instanceof FormatError) return reading;
    throw error;
  }
}

async function readAsic(file: RandomAccess, { work, hashing }: Asked): Promise<Reading> {
  const { readContainer } = await import("./judge/container.js");
  return readContainer(file, hashing, work);
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
