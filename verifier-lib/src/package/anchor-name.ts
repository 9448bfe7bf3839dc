/** Names of what belongs to an anchor: `anchors/<chain_id>.json` in a package, `anchor-<chain_id>.json` in a certificate. */

export interface AnchorName {
  readonly kind: "witness" | "witnessTimestamp";
  readonly chainId: number;
}

const NAME = /^anchor(?:s\/|-)([1-9][0-9]{0,15})\.(json|ots)$/;

/** Null for any other name. */
export function anchorNameOf(name: string): AnchorName | null {
  const match = NAME.exec(name);
  const chainId = Number(match?.[1]);
  if (match === null || !Number.isSafeInteger(chainId)) return null;
  return { kind: match[2] === "json" ? "witness" : "witnessTimestamp", chainId };
}
