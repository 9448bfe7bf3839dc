import { isSameBytes } from "../der/is-same-bytes.js";
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { followIssuers } from "../x509/follow-issuers.js";
import { type ChainMaterial, checkChain } from "./check-chain.js";
import type { TstInfo } from "./timestamp-token.js";
import type { ListedPath } from "./timestamp-verdict.js";

/**
 * Where the signer's chain leads: to a certificate that a trusted list names, if a valid path does, else as far as signatures go.
 *
 * @param chain the valid path to any anchor; empty if there is none.
 */
export async function listedPath(
  signer: Certificate,
  chain: readonly Certificate[],
  tstInfo: TstInfo,
  material: ChainMaterial,
  existedBy: Date | null,
  work: Work,
  now: Date,
): Promise<ListedPath> {
  const { listed, anchors, intermediates, found } = material;
  const end = chain.at(-1);
  if (end !== undefined && listed.some(({ der }) => isSameBytes(der, end.der)))
    return { chain, isValid: true };
  // The nearest anchor ended the path, and that is one of the reader's own.
  if (end !== undefined) {
    const towardsList = { ...material, anchors: listed, intermediates: [...intermediates, ...anchors] };
    const ofList = await checkChain(signer, tstInfo, towardsList, existedBy, work, now);
    if (ofList.finding === null) return { chain: ofList.chain, isValid: true };
  }
  return { chain: await followIssuers(signer, [...intermediates, ...anchors], work, found), isValid: false };
}
