import { ApiError } from "../api-error.js";
import type { AccountStore } from "../store/store.js";

/**
 * Why a seal that was asked for is not given. It needs a timestamping authority, and none is connected: every request
 * for one ends here, with the truest reason. Nothing is spent.
 *
 * @param ofAnother whether another account registered the bytes first.
 * @returns `conflict`, `payment_required` or `seal_unavailable`, in this order.
 */
export async function sealRefusal(
  accounts: AccountStore,
  accountId: string,
  ofAnother: boolean,
  buyUrl: string,
): Promise<ApiError> {
  if (ofAnother) {
    return new ApiError(
      "conflict",
      "another account registered these bytes first, so they cannot be sealed here",
    );
  }
  const { welcome, pack } = await accounts.sealBalance(accountId);
  if (welcome + pack <= 0) {
    return new ApiError("payment_required", "no qualified seals are left", {
      fields: { seals_remaining: 0, buy_url: buyUrl },
    });
  }
  return new ApiError(
    "seal_unavailable",
    "no timestamping authority is available; nothing was written and no seal was spent",
  );
}
