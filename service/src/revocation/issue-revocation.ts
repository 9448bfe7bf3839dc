/** The revocation data of a seal for its package: what was fetched after genTime, and a day later. */
import { createHash } from "node:crypto";
import type { Records } from "../records/records.js";
import type { KeptAnswer } from "../records/types.js";
import { later } from "./request-revocation.js";
import { sealChain } from "./seal-chain.js";

export interface RevocationFile {
  readonly kind: KeptAnswer["kind"];
  readonly bytes: Uint8Array;
}

/** What a package takes: docs/formats/evidence.md. */
const MAX_FILES = 16;
const MAX_CRLS_BYTES = 8_388_608;

/**
 * The files in order: those of the first time, from the signer upwards, then those of the second. A file that was fetched
 * twice is one. Empty while there are none.
 *
 * @param response the seal's file, as `issueSealFile` gives it.
 */
export async function issueRevocation(
  { revocation }: Pick<Records, "revocation">,
  response: Uint8Array,
): Promise<readonly RevocationFile[]> {
  const found = sealChain(response);
  if (found === null) return [];
  const { chain, genTime } = found;
  const answers = [
    ...(await revocation.answersSince(chain.id, genTime)),
    ...(await revocation.answersSince(chain.id, later(genTime))),
  ];
  const files = new Map<string, RevocationFile>();
  let crlBytes = 0;
  for (const { kind, bytes } of answers) {
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (files.has(digest) || files.size === MAX_FILES) continue;
    if (kind === "crl" && crlBytes + bytes.length > MAX_CRLS_BYTES) continue;
    if (kind === "crl") crlBytes += bytes.length;
    files.set(digest, { kind, bytes });
  }
  return [...files.values()];
}
