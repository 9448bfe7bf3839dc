/**
 * Certificates in every state, in every language and with every kind of seal, from a proof in a
 * real store.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { encodeCertificate } from "../../service/src/documents/certificate/encode-certificate.js";
import {
  type CertificateFacts,
  entryAttachment,
  proofCertificateFacts,
} from "../../service/src/documents/certificate/facts.js";
import { openCertificateFonts } from "../../service/src/documents/certificate/fonts.js";
import type { SealFacts } from "../../service/src/documents/facts.js";
import { gatherProofFiles } from "../../service/src/documents/files.js";
import { addressesOf } from "../../service/src/http/site.js";
import type { TrustedListEntry } from "../../service/src/records/types.js";
import { ApiService, confirmBatch, SITE } from "../contract/api-service.js";
import { type SandboxSeal, sandboxSeal } from "../sandbox-seal.js";

export const fonts = await openCertificateFonts([]);

/** Ethereum, so that the page does not mention a development network. */
const CHAIN_ID = 1;

const HASH = "54edeea256b3cfb9f0c1d0f76a2f0a3d4f1c2f8f4e0c5f6f2b31f25b64d4c8f4";

/** Of the authority that issues the seals of all cases. */
export const seal: SandboxSeal = await sandboxSeal(HASH);

const ISSUER = {
  name: "Registro de Huellas Ejemplo, S.L.",
  address: "Calle Mayor 1, 28013 Madrid, NIF B00000000",
};

const ISSUED = {
  state: "issued",
  authority: "Autorité d’horodatage – Œuvre № 1",
  time: new Date("2026-02-03T04:04:00.000Z"),
  accuracySeconds: null,
  isDevelopmentAuthority: false,
  certificateEnd: new Date("2031-02-03T00:00:00Z"),
  serialNumber: "0A3F99C21E77B0",
  policyOid: "0.4.0.2023.1.1",
} as const;

/** Names as long as the longest of the lists. */
export const LISTED: TrustedListEntry = {
  territory: "ES",
  provider: "Fábrica Nacional de Moneda y Timbre - Real Casa de la Moneda",
  service: "Servicio de sellado de tiempo electrónico cualificado – Unidad de sellado de tiempo № 2",
  status: "granted",
  since: "2016-06-30T22:00:00Z",
  list: {
    sequenceNumber: 184,
    issued: "2026-03-26T02:00:31Z",
    nextUpdate: "2026-09-24T01:00:31Z",
    sha256: "ab".repeat(32),
  },
  snapshotSha256: "cd".repeat(32),
};

const withdrawn = { ...LISTED, territory: "EL", status: "withdrawn", since: "2025-12-31T23:00:00Z" };

const SEALS: readonly SealFacts[] = [
  { state: "none" },
  { state: "pending" },
  { ...ISSUED, qualification: { result: "qualified", code: "ok", entry: LISTED } },
];

/** Other answers of the trusted lists. They do not depend on the state of the proof. */
const OTHER_SEALS: readonly SealFacts[] = [
  { ...ISSUED, qualification: null },
  { ...ISSUED, qualification: { result: "not-qualified", code: "service_withdrawn", entry: withdrawn } },
  { ...ISSUED, qualification: { result: "not-qualified", code: "service_not_listed", entry: null } },
  { ...ISSUED, qualification: { result: "indeterminate", code: "trusted_list_missing", entry: null } },
];

function sealName(facts: SealFacts): string {
  return facts.state === "issued" ? `issued (${facts.qualification?.code ?? "not looked up"})` : facts.state;
}

export interface CertificateCase {
  readonly name: string;
  readonly facts: CertificateFacts;
  readonly language: Language;
}

/** Facts of one proof, from received to confirmed by every time source. */
export async function factsInEveryState(): Promise<ReadonlyMap<string, CertificateFacts>> {
  const api = await ApiService.start();
  try {
    const account = await api.newAccount();
    const { id } = await api.newProof(account, HASH);
    const facts = new Map<string, CertificateFacts>();
    const note = async (state: string) => {
      const proof = (await api.store.proofs.find(id))!;
      const addresses = addressesOf(SITE);
      const context = { addresses, networkName: null, rehearsal: false, issuer: ISSUER, localRpcUrl: null };
      const files = await gatherProofFiles(api.store, proof, null);
      facts.set(state, proofCertificateFacts(proof, files, context));
    };
    await note("queued");
    const batchId = await api.batchQueue(undefined, CHAIN_ID);
    await note("batched");
    await api.anchor(batchId);
    await note("anchored");
    await api.attest(batchId);
    await note("anchored, submitted to Bitcoin");
    await confirmBatch(api.store, batchId);
    await api.attest(batchId, 924_511);
    await note("confirmed, in Bitcoin");
    return facts;
  } finally {
    await api.stop();
  }
}

export async function allCases(): Promise<CertificateCase[]> {
  const states = await factsInEveryState();
  const last = [...states.keys()].at(-1);
  return [...states].flatMap(([state, facts]) =>
    [...SEALS, ...(state === last ? OTHER_SEALS : [])].flatMap((sealFacts) =>
      LANGUAGES.map((language) => ({
        name: `${state}; seal ${sealName(sealFacts)}; ${language}`,
        facts: {
          ...facts,
          seal: sealFacts,
          // As if the seal were submitted with the batch.
          ...(sealFacts.state === "issued" && { sealBitcoin: facts.bitcoin }),
          attachments: attachmentsWith(facts, sealFacts),
        },
        language,
      })),
    ),
  );
}

const SEAL_TIMESTAMP: CertificateFacts["attachments"][number] = {
  name: "timestamp.tsr.ots",
  bytes: encodeDetachedTimestamp({
    hash: "sha256",
    digest: createHash("sha256").update(seal.response).digest(),
    timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
  }),
  mimeType: "application/octet-stream",
  kind: "seal_timestamp",
  relationship: "Supplement",
};

function attachmentsWith(facts: CertificateFacts, sealFacts: SealFacts): CertificateFacts["attachments"] {
  if (sealFacts.state !== "issued") return facts.attachments;
  const entry = sealFacts.qualification?.entry ?? null;
  return [
    ...facts.attachments,
    {
      name: "timestamp.tsr",
      bytes: seal.response,
      mimeType: "application/timestamp-reply",
      kind: "seal",
      relationship: "Supplement",
    },
    ...(entry === null ? [] : [entryAttachment(entry)]),
    ...(facts.bitcoin.state === "pending" ? [] : [SEAL_TIMESTAMP]),
  ];
}

export function encodeCase({ facts, language }: CertificateCase): Promise<Uint8Array> {
  return encodeCertificate(facts, language, fonts);
}

/** The bundled fonts as files, in the order in which a character is looked up. */
export function bundledFontFiles(): string[] {
  const require = createRequire(new URL("../../service/package.json", import.meta.url));
  const slices = [
    "latin",
    "latin-ext",
    "vietnamese",
    "greek",
    "greek-ext",
    "cyrillic",
    "cyrillic-ext",
    "devanagari",
  ];
  const file = (name: string, slice: string) => {
    const folder = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), "files");
    const wanted = `${name}-${slice}-400-normal.woff`;
    if (!readdirSync(folder).includes(wanted)) throw new Error(`${wanted} is missing`);
    return join(folder, wanted);
  };
  return [
    ...slices.map((slice) => file("noto-sans", slice)),
    ...["arabic", "hebrew", "armenian", "georgian", "thai"].map((script) =>
      file(`noto-sans-${script}`, script),
    ),
  ];
}

/** Fonts that are bundled in slices. */
export type SlicedName = "noto-sans-sc" | "noto-sans-tc" | "noto-sans-jp" | "noto-sans-kr" | "noto-emoji";

/** The files of all slices that list a character of the text. */
export function slicesOf(name: SlicedName, text: string): string[] {
  const require = createRequire(new URL("../../service/package.json", import.meta.url));
  const folder = dirname(require.resolve(`@fontsource-variable/${name}/package.json`));
  const unicode: Record<string, string> = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"));
  const codePoints = Array.from(text, (character) => character.codePointAt(0)!).filter((one) => one > 0x2000);
  const lists = (ranges: string) =>
    ranges.split(",").some((range) => {
      const [first, last = first] = range
        .slice(2)
        .split("-")
        .map((digits) => Number.parseInt(digits, 16));
      return codePoints.some((codePoint) => first! <= codePoint && codePoint <= last!);
    });
  return Object.entries(unicode).flatMap(([slice, ranges]) =>
    slice.startsWith("[") && lists(ranges)
      ? [join(folder, "files", `${name}-${slice.slice(1, -1)}-wght-normal.woff2`)]
      : [],
  );
}
