/** Entries that need no Node, in a TypeScript project. */
import { type Client, createClient, type Proof } from "@svc-proof/client";
import { type BlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { type EvmChain, evmChain } from "@svc-proof/shared/chains";
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { type AuditPathItem, foldAuditPath } from "@svc-proof/shared/merkle";
import { parseDetachedTimestamp, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { leafHash } from "@svc-proof/shared/text";
import { WorkBudget } from "@svc-proof/shared/work";
import { type Check, type Report, reportText, verify } from "@svc-proof/verifier-lib";
import { type TimestampVerdict, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { createRpcEvmSource, type EvmSource } from "@svc-proof/verifier-lib/source";
import { type Certificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";

export const client: Client = createClient({ url: "https://proofs.example/api/v2" });
export const anchored = (id: string): Promise<Proof> => client.waitFor(id, "anchored");
export const source: EvmSource = createRpcEvmSource({ chainId: 1, url: "https://rpc.example/" });
export const failedChecks = async (proof: Uint8Array): Promise<readonly Check[]> => {
  const report: Report = await verify(proof, { sources: [source] });
  return report.checks.filter(({ status }) => status === "failed");
};
export const text: (report: Report) => string = (report) => reportText(report);
export const proofOf = (json: string): PortableProof | null => {
  try {
    return parsePortableProof(json);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
};
export const rootOf = (proofId: string, hash: string, path: readonly AuditPathItem[]): string =>
  foldAuditPath(
    [...leafHash(proofId, hash)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    path,
  );
export const timestampOf = (file: Uint8Array): Timestamp => parseDetachedTimestamp(file).timestamp;
export const headerOf = (hex: string): BlockHeader => parseBlockHeader(hexToBytes(hex));
export const chainOf = (chainId: number): EvmChain | undefined => evmChain(chainId) ?? undefined;
export const digestOf = (bytes: Uint8Array): Uint8Array => sha256(bytes);
export const budget: WorkBudget = new WorkBudget(1);
export const anchorsOf = (pem: string): readonly Certificate[] => parsePemCertificates(pem);
export const verdictOf = (token: Uint8Array, digest: Uint8Array): Promise<TimestampVerdict> =>
  verifyTimestamp({ token, imprint: { algorithm: "SHA-256", digest }, anchors: [], at: new Date() });

// @ts-expect-error: an entry has its own types, not `any`.
export const wrong: number = verify;
