/** Passkeys and recovery codes. What depends on whether there is a person touches the person. */

import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import { NoAccountError } from "./standing-account.js";
import type { AuditEntry, PasskeyRecord } from "./types.js";

export const changes = {
  /**
   * False when a passkey with that identifier exists, or the person has `max` passkeys.
   *
   * @throws NoAccountError
   */
  async addPasskey(
    rows: Changeable,
    { personId: person, ...passkey }: PasskeyRecord,
    max: number,
    audit: AuditEntry,
  ): Promise<boolean> {
    await touchPerson(rows, person);
    const [former, held] = await Promise.all([
      rows.passkeys.get([passkey.id]),
      rows.passkeys.page(["person", "createdAt", "id"], [person], { limit: max }),
    ]);
    if (former !== null || held.length >= max) return false;
    await rows.passkeys.insert({ ...passkey, person });
    await enterAudit(rows, audit);
    return true;
  },

  /** Stores a use. False when the counter of the store is not below `counter`, unless both are 0 (WebAuthn 7.2, step 22). */
  async usePasskey(
    rows: Changeable,
    id: string,
    counter: number,
    backedUp: boolean,
    at: Date,
  ): Promise<boolean> {
    const row = await rows.passkeys.get([id]);
    if (row === null || (row.counter >= counter && (row.counter > 0 || counter > 0))) return false;
    return rows.passkeys.update([id], {}, { counter, backedUp, lastUsedAt: at });
  },

  async removePasskey(rows: Changeable, personId: string, id: string, audit: AuditEntry): Promise<boolean> {
    if ((await rows.passkeys.get([id]))?.person !== personId) return false;
    await rows.passkeys.remove([id]);
    await enterAudit(rows, audit);
    return true;
  },

  /**
   * Replaces all recovery codes of a person.
   *
   * @throws NoAccountError
   */
  async replaceRecoveryCodes(
    rows: Changeable,
    personId: string,
    secretHashes: readonly string[],
    audit: AuditEntry,
  ): Promise<void> {
    await touchPerson(rows, personId);
    const former = await codesOf(rows, personId);
    await rows.recoveryCodes.remove(...former.map(({ secret }) => [personId, secret] as const));
    await rows.recoveryCodes.insert(...secretHashes.map((secret) => ({ person: personId, secret })));
    await enterAudit(rows, audit);
  },

  /** Uses a code up. False when the person has no such code. */
  async useRecoveryCode(rows: Changeable, personId: string, secretHash: string): Promise<boolean> {
    if ((await rows.recoveryCodes.get([personId, secretHash])) === null) return false;
    await rows.recoveryCodes.remove([personId, secretHash]);
    return true;
  },
};

export const queries = {
  async findPasskey(rows: Readable, id: string): Promise<PasskeyRecord | null> {
    const row = await rows.passkeys.get([id]);
    return row && passkeyOf(row);
  },

  /** Oldest first. */
  async listPasskeys(rows: Readable, personId: string): Promise<readonly PasskeyRecord[]> {
    return (await everyRow(rows.passkeys, ["person", "createdAt", "id"], [personId])).map(passkeyOf);
  },

  async countRecoveryCodes(rows: Readable, personId: string): Promise<number> {
    return (await codesOf(rows, personId)).length;
  },
};

/** @throws NoAccountError */
async function touchPerson(rows: Changeable, id: string): Promise<void> {
  if (!(await rows.people.touch([id]))) throw new NoAccountError(id, "person");
}

const codesOf = (rows: Readable, personId: string) =>
  everyRow(rows.recoveryCodes, ["person", "secret"], [personId]);

function passkeyOf({ person, transports, ...row }: Row<"passkeys">): PasskeyRecord {
  return { ...row, personId: person, transports: transports as readonly string[] };
}
