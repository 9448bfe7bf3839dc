/** A page that embeds `@svc-proof/verifier-lib/trust` alone. */
import {
  authenticateListOfLists,
  compileTrustSnapshot,
  defaultTrustList,
  encodeTrustSnapshot,
} from "@svc-proof/verifier-lib/trust";

declare global {
  interface Window {
    /** Authenticates and compiles lists (base64): the snapshot, and the codes of what was refused. */
    compileLists(
      lotlBase64: string,
      listsBase64: readonly string[],
      at: string,
    ): Promise<{ snapshot: string; refused: string[] }>;
    /** SHA-256 of the shipped snapshot. */
    shippedSha256(): Promise<string>;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

window.compileLists = async (lotlBase64, listsBase64, at) => {
  const lotl = await authenticateListOfLists({ lotl: bytesOf(lotlBase64), at: new Date(at) });
  const lists = listsBase64.map((text, i) => ({ name: `list ${i}`, bytes: bytesOf(text) }));
  const { snapshot, refused } = await compileTrustSnapshot({ lotl, lists, at: new Date(at) });
  return { snapshot: encodeTrustSnapshot(snapshot), refused: refused.map(({ code }) => code) };
};
window.shippedSha256 = async () => (await defaultTrustList()).sha256;
