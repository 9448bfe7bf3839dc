/** The unverified parts of a package (ZIP) or certificate (PDF), and what each is by its name. */
import { isLitter } from "../archive/names.js";
import type { EvidenceKind, StatedEvidence } from "./stated-evidence.js";

export interface PackedEvidence {
  /** `svc-proof/2`, byte for byte. */
  readonly proof: Uint8Array;
  /** In the order of the package, by kind. */
  readonly parts: readonly PackedPart[];
  readonly original: PackedOriginal | null;
  /** A verifier that came with the evidence. It is not run, and nothing rests on it. */
  readonly verifier: PackedVerifier | null;
  /** Names of the parts that no check uses. */
  readonly unchecked: readonly string[];
}

export interface PackedPart extends StatedEvidence {
  readonly content: Uint8Array;
  /** Of a witness: the chain in the name of the entry. */
  readonly chainId?: number;
}

export interface PackedVerifier {
  /** Name of the entry. */
  readonly name: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

export interface PackedOriginal {
  /** Full name of the entry, including its folder. */
  readonly name: string;
  /** SHA-256, or in a container the digest by the hash of its token. Lower-case hexadecimal. */
  readonly hash: string;
}

/** What a part is. Trusted certificates come from the caller alone. */
export type Role = PartKind | "proof" | "original" | "verifier" | "unchecked";

export type PartKind = Exclude<EvidenceKind, "trust">;

/** The part, with the chain of a witness as its name in the report. */
export function packedPart(kind: PartKind, name: string, content: Uint8Array): PackedPart {
  if (kind !== "witness") return { kind, content };
  const chainId = anchorNameOf(name)!.chainId;
  return { kind, content, chainId, name: `chain ${chainId}` };
}

/** Names must match exactly. */
const IN_PACKAGE: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["proof.json", "proof"],
  ["bitcoin/headers.json", "headers"],
  ["seal/timestamp.tsr", "seal"],
  ["seal/timestamp.tsr.ots", "seal_timestamp"],
  // Their names in 0.1.0, whatever the lists said of the authority.
  ["seal/qualified-timestamp.tsr", "seal"],
  ["seal/qualified-timestamp.tsr.ots", "seal_timestamp"],
  ["seal/tsa-certificates.pem", "certificates"],
  ["seal/trusted-list-entry.json", "trusted_list_entry"],
  ["verifier.html", "verifier"],
]);

/** What an entry of a package is: docs/formats/evidence.md. */
export function roleInPackage(name: string): Role {
  const role = IN_PACKAGE.get(name);
  if (role !== undefined) return role;
  if (name.startsWith("original/")) return "original";
  if (isLitter(name)) return "unchecked";
  if (/^bitcoin\/[^/]+\.ots$/.test(name)) return "timestamp";
  if (/^bitcoin\/headers-[0-9]{1,10}\.json$/.test(name)) return "headers";
  const revocation = name.startsWith("seal/") ? revocationKindOf(name) : null;
  if (revocation !== null) return revocation;
  const anchor = name.startsWith("anchors/") ? anchorNameOf(name) : null;
  return anchor?.kind ?? "unchecked";
}

/** What an attachment of a certificate is: docs/formats/certificate.md. */
export function roleInCertificate(name: string): Role {
  if (name === "proof.json") return "proof";
  // Two attachments of one name are refused, so there is at most one.
  if (name === "trusted-list-entry.json") return "trusted_list_entry";
  const kind = anchorNameOf(name)?.kind ?? revocationKindOf(name);
  if (kind !== null) return kind;
  if (name.endsWith(".tsr.ots")) return "seal_timestamp";
  if (name.endsWith(".ots")) return "timestamp";
  return name.endsWith(".tsr") ? "seal" : "unchecked";
}

interface AnchorName {
  readonly kind: "witness" | "witness_timestamp";
  readonly chainId: number;
}

/** `anchors/<chain_id>.json` in a package, `anchor-<chain_id>.json` in a certificate; null for any other name. */
export function anchorNameOf(name: string): AnchorName | null {
  const match = /^anchor(?:s\/|-)([1-9][0-9]{0,15})\.(json|ots)$/.exec(name);
  const chainId = Number(match?.[1]);
  if (match === null || !Number.isSafeInteger(chainId)) return null;
  return { kind: match[2] === "json" ? "witness" : "witness_timestamp", chainId };
}

/**
 * Revocation data of the authority: `seal/revocation/<n>.crl` in a package, `seal-revocation-<n>.crl` in a certificate; null for
 * any other name. The number has no meaning: what a list or response is about, it says itself.
 */
export function revocationKindOf(name: string): "crl" | "ocsp_response" | null {
  const extension = /^seal(?:\/revocation\/|-revocation-)[1-9][0-9]?\.(crl|ocsp)$/.exec(name)?.[1];
  if (extension === undefined) return null;
  return extension === "crl" ? "crl" : "ocsp_response";
}
