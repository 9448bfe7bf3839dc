/** People, and what signs them in, in SQLite. Tokens, codes and sessions that are used up or ended have no row. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { AuditEntry } from "../audit-store.js";
import type {
  Enrolment,
  OneTimeToken,
  PasskeyRecord,
  PeopleStore,
  PersonRecord,
  Role,
  SessionRecord,
  SignedIn,
  TokenPurpose,
} from "../people-store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { ACCOUNT_COLUMNS, type AccountRow, accountOf, accountSeq, insertAccount } from "./account-rows.js";
import { enterAudit } from "./audit-trail.js";
import type { Connection } from "./connection.js";
import { closedAccounts, eraseAccount } from "./delete-account.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** Rows that one write deletes: some milliseconds. */
const PURGE_PORTION = 500;

interface TokenRow {
  readonly secret_hash: string;
  readonly purpose: TokenPurpose;
  readonly email: string | null;
  readonly account_id: string | null;
  readonly role: Role | null;
  /** Empty for none. */
  readonly person: string;
  readonly created_at: number;
  readonly expires_at: number;
}

const TOKEN_COLUMNS = `
  lower(hex(secret_hash)) AS secret_hash, purpose, email,
  (SELECT lower(hex(id)) FROM accounts WHERE seq = account) AS account_id, role, lower(hex(person)) AS person,
  created_at, expires_at`;

interface PersonRow {
  readonly person_id: string;
  readonly account_id: string;
  readonly email: string;
  readonly role: Role;
  readonly language: string;
  readonly person_created_at: number;
  readonly last_sign_in_at: number | null;
}

const PERSON_COLUMNS = `
  lower(hex(p.id)) AS person_id, p.email, p.role, p.language, p.created_at AS person_created_at, p.last_sign_in_at`;

const SELECT_PERSON = `
  SELECT ${PERSON_COLUMNS}, lower(hex(a.id)) AS account_id FROM people p JOIN accounts a ON a.seq = p.account`;

interface PasskeyRow {
  readonly id: string;
  readonly person_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
  readonly backed_up: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const SELECT_PASSKEY = `
  SELECT k.id, lower(hex(p.id)) AS person_id, k.public_key, k.counter, k.transports, k.name, k.backed_up, k.created_at,
         k.last_used_at
  FROM passkeys k JOIN people p ON p.seq = k.person`;

interface SessionRow {
  readonly session_id: string;
  readonly secret_hash: string;
  readonly person_id: string;
  readonly method: SessionRecord["method"];
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly authenticated_at: number;
  readonly expires_at: number;
  readonly user_agent: string;
}

const SESSION_COLUMNS = `
  lower(hex(s.id)) AS session_id, lower(hex(s.secret_hash)) AS secret_hash, s.method, s.created_at, s.last_seen_at,
  s.authenticated_at, s.expires_at, s.user_agent`;

export class SqlitePeople implements PeopleStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  putToken(token: OneTimeToken): Promise<void> {
    return this.#access.write((sql) => {
      sql.run(
        `INSERT INTO tokens (secret_hash, purpose, email, account, role, person, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        hexToBytes(token.secretHash),
        token.purpose,
        token.email,
        token.accountId === null ? null : accountSeq(sql, token.accountId),
        token.role,
        token.personId === null ? null : ownUuidToBytes(token.personId),
        token.createdAt.getTime(),
        token.expiresAt.getTime(),
      );
    });
  }

  findToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    return this.#access.read((sql) => {
      const row = sql.get<TokenRow>(
        `SELECT ${TOKEN_COLUMNS} FROM tokens WHERE secret_hash = ? AND purpose = ? AND expires_at > ?`,
        hexToBytes(secretHash),
        purpose,
        now.getTime(),
      );
      return row === undefined ? null : tokenOf(row);
    });
  }

  useToken(secretHash: string, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null> {
    return this.#access.write((sql) => {
      const row = sql.get<TokenRow>(
        `DELETE FROM tokens WHERE secret_hash = ? AND purpose = ? AND expires_at > ? RETURNING ${TOKEN_COLUMNS}`,
        hexToBytes(secretHash),
        purpose,
        now.getTime(),
      );
      return row === undefined ? null : tokenOf(row);
    });
  }

  listInvitations(accountId: string, now: Date): Promise<readonly OneTimeToken[]> {
    return this.#access.read((sql) =>
      sql
        .all<TokenRow>(
          `SELECT ${TOKEN_COLUMNS} FROM tokens
           WHERE account = (SELECT seq FROM accounts WHERE id = ?) AND purpose = 'invitation' AND expires_at > ?
           ORDER BY tokens.created_at DESC, seq DESC`,
          uuidToBytes(accountId),
          now.getTime(),
        )
        .map(tokenOf),
    );
  }

  withdrawInvitation(accountId: string, secretHash: string, audit: AuditEntry): Promise<boolean> {
    return this.#access.write((sql) => {
      const withdrawn = sql.run(
        `DELETE FROM tokens WHERE secret_hash = ? AND purpose = 'invitation' AND expires_at > ?
         AND account = (SELECT seq FROM accounts WHERE id = ?)`,
        hexToBytes(secretHash),
        audit.at.getTime(),
        uuidToBytes(accountId),
      );
      if (withdrawn === 0) return false;
      enterAudit(sql, audit);
      return true;
    });
  }

  async purgeExpired(before: Date): Promise<number> {
    const time = before.getTime();
    let purged = 0;
    for (const table of ["tokens", "sessions"]) {
      let ended: number;
      do {
        ended = await this.#access.write((sql) =>
          sql.run(
            `DELETE FROM ${table} WHERE seq IN (SELECT seq FROM ${table} WHERE expires_at < ? LIMIT ?)`,
            time,
            PURGE_PORTION,
          ),
        );
        purged += ended;
      } while (ended === PURGE_PORTION);
    }
    for (const account of await this.#access.read(closedAccounts)) await eraseAccount(this.#access, account);
    return purged;
  }

  enrol(
    { tokenHash, person, newAccount, at }: Enrolment,
    audit: AuditEntry,
  ): Promise<"enrolled" | "token_unusable" | "email_taken"> {
    return this.#access.write((sql) => {
      const hash = hexToBytes(tokenHash);
      const row = sql.get<TokenRow>(
        `SELECT ${TOKEN_COLUMNS} FROM tokens
         WHERE secret_hash = ? AND purpose IN ('sign-up', 'invitation') AND expires_at > ?`,
        hash,
        at.getTime(),
      );
      if (row === undefined) {
        const isRepeated = sql.get(
          "SELECT 1 FROM people WHERE id = ? AND enrolled_by = ?",
          ownUuidToBytes(person.id),
          hash,
        );
        return isRepeated === undefined ? "token_unusable" : "enrolled";
      }
      if (isEmailTaken(sql, person.email)) return "email_taken";
      const accountId = newAccount === null ? tokenOf(row).accountId : newAccount.account.id;
      if (accountId !== person.accountId || (newAccount !== null && row.account_id !== null)) {
        throw new RangeError(`the token does not admit to the account ${person.accountId}`);
      }
      if (newAccount !== null) insertAccount(sql, newAccount.account, newAccount.welcome);
      insertPerson(sql, person, hash);
      sql.run("DELETE FROM tokens WHERE secret_hash = ?", hash);
      enterAudit(sql, audit);
      return "enrolled";
    });
  }

  createPerson(person: PersonRecord, audit: AuditEntry): Promise<"created" | "email_taken"> {
    return this.#access.write((sql) => {
      if (isEmailTaken(sql, person.email)) return "email_taken";
      insertPerson(sql, person, null);
      enterAudit(sql, audit);
      return "created";
    });
  }

  findPerson(id: string): Promise<PersonRecord | null> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(id);
      const row = bytes && sql.get<PersonRow>(`${SELECT_PERSON} WHERE p.id = ?`, bytes);
      return row ? personOf(row) : null;
    });
  }

  findPersonByEmail(email: string): Promise<PersonRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<PersonRow>(`${SELECT_PERSON} WHERE p.email = ?`, email);
      return row === undefined ? null : personOf(row);
    });
  }

  listPeople(accountId: string): Promise<readonly PersonRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<PersonRow>(
          `${SELECT_PERSON} WHERE a.id = ? ORDER BY p.created_at, p.seq`,
          uuidToBytes(accountId),
        )
        .map(personOf),
    );
  }

  setRole(
    person: PersonRecord,
    role: Role,
    audit: AuditEntry,
  ): Promise<"changed" | "last_owner" | "not_found"> {
    return this.#access.write((sql) => {
      const place = placeOf(sql, person);
      if (place === undefined) return "not_found";
      if (place.role === role) return "changed";
      if (isLastOwner(sql, place)) return "last_owner";
      sql.run("UPDATE people SET role = ? WHERE seq = ?", role, place.seq);
      enterAudit(sql, audit);
      return "changed";
    });
  }

  removePerson(person: PersonRecord, audit: AuditEntry): Promise<"removed" | "last_owner" | "not_found"> {
    return this.#access.write((sql) => {
      const place = placeOf(sql, person);
      if (place === undefined) return "not_found";
      if (isLastOwner(sql, place)) return "last_owner";
      sql.run("DELETE FROM tokens WHERE person = ?", ownUuidToBytes(person.id));
      sql.run("DELETE FROM tokens WHERE email = ? AND purpose = 'sign-in'", place.email);
      sql.run("DELETE FROM people WHERE seq = ?", place.seq);
      enterAudit(sql, audit);
      return "removed";
    });
  }

  setLanguage(personId: string, language: string): Promise<void> {
    return this.#access.write((sql) => {
      sql.run("UPDATE people SET language = ? WHERE id = ?", language, uuidToBytes(personId));
    });
  }

  addPasskey(passkey: PasskeyRecord, max: number, audit: AuditEntry): Promise<boolean> {
    return this.#access.write((sql) => {
      const person = personSeq(sql, passkey.personId);
      if (sql.get("SELECT 1 FROM passkeys WHERE id = ?", passkey.id) !== undefined) return false;
      const { held } = sql.get<{ held: number }>(
        "SELECT count(*) AS held FROM passkeys WHERE person = ?",
        person,
      )!;
      if (held >= max) return false;
      sql.run(
        `INSERT INTO passkeys (id, person, public_key, counter, transports, name, backed_up, created_at, last_used_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        passkey.id,
        person,
        passkey.publicKey,
        passkey.counter,
        JSON.stringify(passkey.transports),
        passkey.name,
        passkey.backedUp ? 1 : 0,
        passkey.createdAt.getTime(),
        passkey.lastUsedAt?.getTime() ?? null,
      );
      enterAudit(sql, audit);
      return true;
    });
  }

  findPasskey(id: string): Promise<PasskeyRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<PasskeyRow>(`${SELECT_PASSKEY} WHERE k.id = ?`, id);
      return row === undefined ? null : passkeyOf(row);
    });
  }

  listPasskeys(personId: string): Promise<readonly PasskeyRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<PasskeyRow>(
          `${SELECT_PASSKEY} WHERE p.id = ? ORDER BY k.created_at, k.seq`,
          uuidToBytes(personId),
        )
        .map(passkeyOf),
    );
  }

  usePasskey(id: string, counter: number, backedUp: boolean, at: Date): Promise<boolean> {
    return this.#access.write(
      (sql) =>
        sql.run(
          `UPDATE passkeys SET counter = ?1, backed_up = ?2, last_used_at = ?3
           WHERE id = ?4 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))`,
          counter,
          backedUp ? 1 : 0,
          at.getTime(),
          id,
        ) === 1,
    );
  }

  removePasskey(personId: string, id: string, audit: AuditEntry): Promise<boolean> {
    return this.#access.write((sql) => {
      const removed = sql.run(
        "DELETE FROM passkeys WHERE id = ? AND person = (SELECT seq FROM people WHERE id = ?)",
        id,
        uuidToBytes(personId),
      );
      if (removed === 0) return false;
      enterAudit(sql, audit);
      return true;
    });
  }

  replaceRecoveryCodes(personId: string, secretHashes: readonly string[], audit: AuditEntry): Promise<void> {
    return this.#access.write((sql) => {
      const person = personSeq(sql, personId);
      sql.run("DELETE FROM recovery_codes WHERE person = ?", person);
      for (const secretHash of secretHashes) {
        sql.run(
          "INSERT INTO recovery_codes (person, secret_hash) VALUES (?, ?)",
          person,
          hexToBytes(secretHash),
        );
      }
      enterAudit(sql, audit);
    });
  }

  useRecoveryCode(personId: string, secretHash: string): Promise<boolean> {
    return this.#access.write(
      (sql) =>
        sql.run(
          "DELETE FROM recovery_codes WHERE person = (SELECT seq FROM people WHERE id = ?) AND secret_hash = ?",
          uuidToBytes(personId),
          hexToBytes(secretHash),
        ) === 1,
    );
  }

  countRecoveryCodes(personId: string): Promise<number> {
    return this.#access.read(
      (sql) =>
        sql.get<{ left: number }>(
          "SELECT count(*) AS left FROM recovery_codes WHERE person = (SELECT seq FROM people WHERE id = ?)",
          uuidToBytes(personId),
        )!.left,
    );
  }

  createSession(session: SessionRecord): Promise<void> {
    return this.#access.write((sql) => {
      const person = personSeq(sql, session.personId);
      sql.run(
        `INSERT INTO sessions
           (id, secret_hash, person, method, created_at, last_seen_at, authenticated_at, expires_at, user_agent)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ownUuidToBytes(session.id),
        hexToBytes(session.secretHash),
        person,
        session.method,
        session.createdAt.getTime(),
        session.lastSeenAt.getTime(),
        session.authenticatedAt.getTime(),
        session.expiresAt.getTime(),
        session.userAgent,
      );
      sql.run("UPDATE people SET last_sign_in_at = ? WHERE seq = ?", session.createdAt.getTime(), person);
    });
  }

  findSession(secretHash: string, now: Date): Promise<SignedIn | null> {
    return this.#access.read((sql) => {
      const row = sql.get<SessionRow & PersonRow & AccountRow>(
        `SELECT ${SESSION_COLUMNS}, ${PERSON_COLUMNS}, ${ACCOUNT_COLUMNS}
         FROM sessions s JOIN people p ON p.seq = s.person JOIN accounts a ON a.seq = p.account
         WHERE s.secret_hash = ? AND s.expires_at > ? AND a.disabled_at IS NULL AND a.deleted_at IS NULL`,
        hexToBytes(secretHash),
        now.getTime(),
      );
      if (row === undefined) return null;
      return { session: sessionOf(row), person: personOf(row), account: accountOf(row) };
    });
  }

  touchSession(id: string, seenAt: Date, authenticatedAt: Date | null): Promise<void> {
    return this.#access.write((sql) => {
      sql.run(
        `UPDATE sessions SET last_seen_at = max(last_seen_at, ?),
           authenticated_at = max(authenticated_at, coalesce(?, authenticated_at))
         WHERE id = ?`,
        seenAt.getTime(),
        authenticatedAt?.getTime() ?? null,
        uuidToBytes(id),
      );
    });
  }

  listSessions(personId: string, now: Date): Promise<readonly SessionRecord[]> {
    return this.#access.read((sql) =>
      sql
        .all<SessionRow>(
          `SELECT ${SESSION_COLUMNS}, lower(hex(p.id)) AS person_id FROM sessions s JOIN people p ON p.seq = s.person
           WHERE p.id = ? AND s.expires_at > ? ORDER BY s.created_at DESC, s.seq DESC`,
          uuidToBytes(personId),
          now.getTime(),
        )
        .map(sessionOf),
    );
  }

  endSession(personId: string, id: string): Promise<boolean> {
    return this.#access.write(
      (sql) =>
        sql.run(
          "DELETE FROM sessions WHERE id = ? AND person = (SELECT seq FROM people WHERE id = ?)",
          uuidToBytes(id),
          uuidToBytes(personId),
        ) === 1,
    );
  }

  endOtherSessions(personId: string, exceptId: string | null): Promise<number> {
    return this.#access.write((sql) =>
      sql.run(
        "DELETE FROM sessions WHERE person = (SELECT seq FROM people WHERE id = ?) AND id IS NOT ?",
        uuidToBytes(personId),
        exceptId === null ? null : uuidToBytes(exceptId),
      ),
    );
  }
}

function isEmailTaken(sql: Connection, email: string): boolean {
  return sql.get("SELECT 1 FROM people WHERE email = ?", email) !== undefined;
}

/** @throws RangeError when there is no such account. */
function insertPerson(sql: Connection, person: PersonRecord, enrolledBy: Uint8Array | null): void {
  sql.run(
    `INSERT INTO people (id, account, email, role, language, created_at, last_sign_in_at, enrolled_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ownUuidToBytes(person.id),
    accountSeq(sql, person.accountId),
    person.email,
    person.role,
    person.language,
    person.createdAt.getTime(),
    person.lastSignInAt?.getTime() ?? null,
    enrolledBy,
  );
}

/** @throws RangeError when there is no such person. */
function personSeq(sql: Connection, id: string): number {
  const row = sql.get<{ seq: number }>("SELECT seq FROM people WHERE id = ?", ownUuidToBytes(id));
  if (row === undefined) throw new RangeError(`there is no person ${id}`);
  return row.seq;
}

/** A person in an account, as it is now. */
interface Place {
  readonly seq: number;
  readonly account: number;
  readonly email: string;
  readonly role: Role;
}

function placeOf(sql: Connection, { id, accountId }: PersonRecord): Place | undefined {
  return sql.get<Place>(
    `SELECT p.seq, p.account, p.email, p.role FROM people p JOIN accounts a ON a.seq = p.account
     WHERE p.id = ? AND a.id = ?`,
    uuidToBytes(id),
    uuidToBytes(accountId),
  );
}

function isLastOwner(sql: Connection, { seq, account, role }: Place): boolean {
  if (role !== "owner") return false;
  const other = sql.get(
    "SELECT 1 FROM people WHERE account = ? AND role = 'owner' AND seq <> ? LIMIT 1",
    account,
    seq,
  );
  return other === undefined;
}

function tokenOf(row: TokenRow): OneTimeToken {
  return {
    secretHash: row.secret_hash,
    purpose: row.purpose,
    email: row.email,
    accountId: row.account_id === null ? null : hexToUuid(row.account_id),
    role: row.role,
    personId: row.person === "" ? null : hexToUuid(row.person),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}

function personOf(row: PersonRow): PersonRecord {
  return {
    id: hexToUuid(row.person_id),
    accountId: hexToUuid(row.account_id),
    email: row.email,
    role: row.role,
    language: row.language,
    createdAt: new Date(row.person_created_at),
    lastSignInAt: row.last_sign_in_at === null ? null : new Date(row.last_sign_in_at),
  };
}

function passkeyOf(row: PasskeyRow): PasskeyRecord {
  return {
    id: row.id,
    personId: hexToUuid(row.person_id),
    publicKey: Uint8Array.from(row.public_key),
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    name: row.name,
    backedUp: row.backed_up === 1,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  };
}

function sessionOf(row: SessionRow): SessionRecord {
  return {
    id: hexToUuid(row.session_id),
    secretHash: row.secret_hash,
    personId: hexToUuid(row.person_id),
    method: row.method,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    authenticatedAt: new Date(row.authenticated_at),
    expiresAt: new Date(row.expires_at),
    userAgent: row.user_agent,
  };
}
