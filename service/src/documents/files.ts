/** Files of a proof and parts of a package. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { fileEntryName } from "@svc-proof/shared/zip";
import { StartError } from "../errors.js";
import type { BuiltSite, NetworkNames } from "../http/site.js";
import { bitcoinBlockTime } from "../opentimestamps/complete.js";
import { issueSealTimestamp, issueTimestamp } from "../opentimestamps/routes.js";
import { type IssuedStamp, issueStampFile } from "../opentimestamps/stamps.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, ProofRecord, TrustedListEntry } from "../records/types.js";
import { issuePortableProof } from "../resources/portable-proof.js";
import { issueRevocation, type RevocationFile } from "../seals/revocation.js";
import { issueSealFile } from "../seals/routes.js";
import { headerDigest } from "../witnesses/build-witness.js";
import { type IssuedWitness, issueWitnesses } from "../witnesses/routes.js";
import { type PackedContent, packContent, type ZipContent } from "./encode-zip.js";
import type { BitcoinFacts } from "./facts.js";

// The files of a proof at one moment. Its certificate and its package contain the same ones.

/** A file that does not exist yet is null. */
export interface ProofFiles {
  /** `svc-proof/2`, UTF-8. */
  readonly portableProof: Uint8Array | null;
  /** OpenTimestamps file of the original. */
  readonly timestamp: Uint8Array | null;
  /** Time in the header of the block that confirms it in Bitcoin, if that header is collected. */
  readonly bitcoinTime: Date | null;
  /** RFC 3161 TimeStampResp, DER, as the authority returned it. */
  readonly seal: Uint8Array | null;
  /** OpenTimestamps file of the seal. */
  readonly sealTimestamp: IssuedStamp | null;
  /** Revocation data of the seal, as it was fetched. */
  readonly revocation: readonly RevocationFile[];
  /** Of the anchors, one a chain; those that do not exist yet are left out. */
  readonly witnesses: readonly ProofWitness[];
}

/** The witness of an anchor, and the OpenTimestamps file of the header in it. */
export interface ProofWitness extends IssuedWitness {
  readonly timestamp: IssuedStamp | null;
}

/**
 * Gathers the files, each checked before it is handed out.
 *
 * @param networkName names of chains that are not known by name.
 * @throws InconsistentProofError when one would not verify.
 */
export async function gatherProofFiles(
  store: Pick<
    Records,
    "batches" | "attestations" | "blockHeaders" | "seals" | "stamps" | "witnesses" | "revocation"
  >,
  proof: ProofRecord,
  networkName: NetworkNames,
): Promise<ProofFiles> {
  const isSealed = proof.seal !== null && proof.seal.token !== null;
  const bitcoinHeight = proof.batch?.bitcoin.blockHeight ?? null;
  const [portableProof, timestamp, bitcoinTime, seal, witnesses] = await Promise.all([
    issuePortableProof(store.batches, proof, networkName),
    issueTimestamp(store, proof),
    bitcoinHeight === null ? null : bitcoinBlockTime(store.blockHeaders, bitcoinHeight),
    isSealed ? issueSealFile(store.seals, proof) : null,
    issueWitnesses(store.witnesses, proof.batch),
  ]);
  return {
    portableProof: portableProof === null ? null : new TextEncoder().encode(portableProof),
    timestamp,
    bitcoinTime,
    seal,
    sealTimestamp: seal && (await issueSealTimestamp(store, seal)),
    revocation: seal === null ? [] : await issueRevocation(store, seal),
    witnesses: await Promise.all(
      witnesses.map(async (witness) => ({
        ...witness,
        timestamp: await issueStampFile(store, headerDigest(witness.document)),
      })),
    ),
  };
}

/** The state in Bitcoin of the seal itself. */
export function sealBitcoinFacts({ sealTimestamp }: ProofFiles): BitcoinFacts {
  if (sealTimestamp === null) return { state: "pending" };
  const { blockHeight } = sealTimestamp;
  return blockHeight === null ? { state: "submitted" } : { state: "confirmed", blockHeight };
}

// `seal/trusted-list-entry.json` of a package: docs/formats/evidence.md. It says what the service found when the seal was
// issued; nobody relies on it.

/** UTF-8. The same entry gives the same bytes. */
export function encodeTrustedListEntry(entry: TrustedListEntry): Uint8Array {
  const { territory, provider, service, status, since, list, snapshotSha256 } = entry;
  const document = {
    format: "svc-trusted-list-entry/1",
    territory,
    provider,
    service,
    status,
    since,
    list: {
      sequence_number: list.sequenceNumber,
      issued: list.issued,
      next_update: list.nextUpdate,
      sha256: list.sha256,
    },
    snapshot_sha256: snapshotSha256,
  };
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}

/**
 * A certificate as PEM: RFC 7468.
 *
 * @param certificate DER.
 */
export function pemText(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** What a part is. The instructions describe each kind. */
export type EvidencePartKind =
  | "certificate"
  | "proof"
  | "seal"
  | "seal_certificates"
  | "trusted_list_entry"
  | "seal_timestamp"
  | "seal_revocation"
  | "bitcoin_original"
  | "bitcoin_batch"
  | "bitcoin_headers"
  | "anchor_witness"
  | "anchor_timestamp"
  | "verifier"
  | "original";

/** A file of the package: docs/formats/evidence.md. */
export interface EvidencePart {
  readonly kind: EvidencePartKind;
  /** Name of the entry, with its folder. */
  readonly name: string;
  readonly content: ZipContent;
}

// The original in a package: docs/interface.md, "GET /proofs/{id}/evidence.zip" and "Limits", rule 6.

/** Why a package contains no original. */
export type OriginalAbsence =
  /** No original is in custody. */
  | "not_in_custody"
  /** The account has no download left today. */
  | "no_download_left"
  /** The stored original no longer has its fingerprint and is not served. */
  | "integrity_failed"
  /** The storage does not answer. */
  | "unavailable";

/** An original that was just found whole, with the proof's fingerprint, and for which a download was spent. */
export interface OpenedOriginal {
  readonly fileName: string;
  readonly sizeBytes: number;
  /** `sizeBytes` bytes. Read once, or not at all when the caller disconnects. */
  read(): AsyncIterable<Uint8Array>;
  /** Releases its resources once the package is sent or abandoned. */
  close(): void;
}

/**
 * Opens the original for a package.
 *
 * @param isSpent false for a request without a response body: nothing is spent, and the answer is what would be included.
 */
export type OpenOriginal = (
  proof: ProofRecord,
  account: AccountRecord,
  isSpent: boolean,
) => Promise<OpenedOriginal | OriginalAbsence>;

export function originalPart({ fileName, sizeBytes, read }: OpenedOriginal): EvidencePart {
  return { kind: "original", name: `original/${fileEntryName(fileName)}`, content: { sizeBytes, read } };
}

/** The name under which a package is downloaded, and which its instructions call it by: docs/interface.md, `evidence.zip`. */
export function evidenceFileName(certificateId: string): string {
  return `svc-evidencia-${certificateId}.zip`;
}

/** The verifier that a package names in its instructions, and brings along: docs/decisions/11-packages-and-containers.md. */
export interface OfferedVerifier {
  /** `verifier.html`, the verifier in one file; null if packages come without it. */
  readonly page: PackedVerifier | null;
  /** SHA-256 of `svc-verify.mjs`, which the site serves; null if it has none. */
  readonly programSha256: string | null;
}

export interface PackedVerifier {
  /** Deflated by the first package, which takes some 70 ms; every package shares these bytes. */
  readonly content: PackedContent;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Of an entry of a package, and of a file of the site. */
export const VERIFIER_PAGE = "verifier.html";
/** Of a file of the site. */
export const VERIFIER_PROGRAM = "svc-verify.mjs";

/** The options by which the program asks for what the evidence leaves open. Nobody else knows a chain of this machine. */
export function sourceWords(localRpcUrl: string | null): string[] {
  return localRpcUrl === null ? ["--online"] : ["--rpc", `${DEVELOPMENT_CHAIN_ID}=${localRpcUrl}`];
}

/**
 * Reads the verifier.
 *
 * @param site null if it was not built: then there is nothing to offer.
 * @param isPacked whether packages bring it along.
 * @throws StartError when the page is not the one that was built.
 */
export function offeredVerifier(site: BuiltSite | null, isPacked: boolean): OfferedVerifier {
  return {
    page: isPacked && site !== null ? packedVerifier(site) : null,
    programSha256: site?.files.get(VERIFIER_PROGRAM)?.tag ?? null,
  };
}

function packedVerifier({ folder, files }: BuiltSite): PackedVerifier | null {
  const listed = files.get(VERIFIER_PAGE);
  if (listed === undefined) return null;
  const bytes = readFileSync(join(folder, VERIFIER_PAGE));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== listed.tag) {
    throw new StartError(`${VERIFIER_PAGE} differs from the list of the built site: npm run build`);
  }
  let content: PackedContent | undefined;
  return {
    get content() {
      content ??= packContent(bytes);
      return content;
    },
    sha256,
  };
}
