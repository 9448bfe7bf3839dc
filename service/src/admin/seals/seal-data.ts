import type { SealBalance, SealKind } from "../../records/types.js";

export const SEAL_KINDS: readonly SealKind[] = ["pack", "welcome"];

export function balanceText({ welcome, pack }: SealBalance): string {
  return `${welcome} welcome and ${pack} pack seals`;
}
