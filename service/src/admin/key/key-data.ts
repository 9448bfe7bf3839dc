import type { ApiKeyRecord } from "../../records/types.js";
import type { Column } from "../output/table.js";
import { timeData, timeText } from "../output/time-text.js";

/** A key for scripts. */
export interface KeyData {
  readonly id: string;
  readonly name: string;
  readonly created_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export function keyData({ id, name, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord): KeyData {
  return {
    id,
    name,
    created_at: timeData(createdAt),
    last_used_at: timeData(lastUsedAt),
    revoked_at: timeData(revokedAt),
  };
}

export const KEY_COLUMNS: readonly Column<ApiKeyRecord>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "NAME", cell: ({ name }) => name || null, maxWidth: 40 },
  { title: "CREATED (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
  { title: "LAST USED (UTC)", cell: ({ lastUsedAt }) => timeText(lastUsedAt) },
  { title: "REVOKED (UTC)", cell: ({ revokedAt }) => timeText(revokedAt) },
];
