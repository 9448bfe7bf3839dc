import type { AccountRecord, PlanId } from "../../records/types.js";
import { timeData } from "../output/time-text.js";

export const PLAN_IDS: readonly PlanId[] = ["free", "pro"];

export const LABEL_CHARACTERS = 120;

/** An account for scripts. */
export interface AccountData {
  readonly id: string;
  readonly plan: PlanId;
  readonly label: string | null;
  readonly display_name: string | null;
  readonly shows_display_name: boolean;
  readonly created_at: string | null;
  readonly disabled_at: string | null;
}

export function accountData(account: AccountRecord): AccountData {
  return {
    id: account.id,
    plan: account.plan,
    label: account.label,
    display_name: account.displayName,
    shows_display_name: account.showsDisplayName,
    created_at: timeData(account.createdAt),
    disabled_at: timeData(account.disabledAt),
  };
}
