/**
 * The schema of the SQLite store, as migration steps. A released step is never changed; new steps are appended.
 *
 * Identifiers are 16-byte BLOBs, hashes 32-byte BLOBs, times milliseconds since 1970. Rows refer to accounts, keys and
 * proofs by a small integer instead of their identifier, which keeps a proof and its indexes small
 * (docs/operations/sqlite.md).
 */
import { NewerDatabaseError } from "../store.js";
import type { Connection } from "./connection.js";

export { NewerDatabaseError } from "../store.js";

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE accounts (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE api_keys (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    account INTEGER REFERENCES accounts,
    secret_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX api_keys_by_account ON api_keys (account);

  CREATE TABLE seal_entries (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    cause TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX seal_entries_by_account ON seal_entries (account, kind, amount);

  -- One writer and no deletion: seq has no gaps and is the order of receipt, so a batch is a run of it.
  CREATE TABLE proofs (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    certificate_id BLOB NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts,
    hash BLOB NOT NULL,
    name TEXT NOT NULL,
    metadata TEXT,
    size INTEGER,
    mime_type TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    first_registrant INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX proofs_by_first_registration ON proofs (hash) WHERE first_registrant = 1;

  CREATE TABLE idempotency_keys (
    api_key INTEGER NOT NULL REFERENCES api_keys,
    idempotency_key TEXT NOT NULL,
    proof INTEGER NOT NULL REFERENCES proofs,
    PRIMARY KEY (api_key, idempotency_key)
  ) STRICT, WITHOUT ROWID;

  -- day: days since 1970-01-01, UTC.
  CREATE TABLE daily_proofs (
    account INTEGER NOT NULL REFERENCES accounts,
    day INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account, day)
  ) STRICT, WITHOUT ROWID;

  -- The proofs of a batch are those with first_seq <= seq <= last_seq; leaf index = seq - first_seq.
  CREATE TABLE batches (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    state TEXT NOT NULL,
    root BLOB NOT NULL,
    first_seq INTEGER NOT NULL UNIQUE REFERENCES proofs,
    last_seq INTEGER NOT NULL REFERENCES proofs,
    created_at INTEGER NOT NULL,
    chain_id INTEGER NOT NULL,
    tx_hash BLOB,
    block_number INTEGER,
    block_hash BLOB,
    block_timestamp INTEGER
  ) STRICT;
  CREATE INDEX batches_unfinished ON batches (number) WHERE state <> 'confirmed';

  -- Written before the batch they belong to: no reference.
  CREATE TABLE tiles (
    batch INTEGER NOT NULL,
    level INTEGER NOT NULL,
    tile INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (batch, level, tile)
  ) STRICT;

  -- Fees in wei as decimal text: they outgrow 2^53.
  CREATE TABLE anchor_attempts (
    seq INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batches,
    tx_hash BLOB NOT NULL UNIQUE,
    sender BLOB NOT NULL,
    nonce INTEGER NOT NULL,
    raw TEXT NOT NULL,
    max_fee_per_gas TEXT NOT NULL,
    max_priority_fee_per_gas TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX anchor_attempts_by_batch ON anchor_attempts (batch);
  CREATE INDEX anchor_attempts_by_nonce ON anchor_attempts (sender, nonce);
  `,
  `
  -- Pages of an account's proofs: an index ends in the row's seq, so a page is a run of it.
  CREATE INDEX proofs_by_account ON proofs (account);

  -- A lease that was given up or has run out keeps its row: its token must never be given again.
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    token INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Bitcoin. The timestamp stands last: what comes before it is read without it.
  ALTER TABLE batches ADD COLUMN bitcoin_state TEXT NOT NULL DEFAULT 'pending';
  ALTER TABLE batches ADD COLUMN bitcoin_height INTEGER;
  ALTER TABLE batches ADD COLUMN submitted_at INTEGER;
  ALTER TABLE batches ADD COLUMN attest_tries INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE batches ADD COLUMN attest_due_at INTEGER DEFAULT 0;
  ALTER TABLE batches ADD COLUMN timestamp BLOB;
  CREATE INDEX batches_to_attest ON batches (attest_due_at) WHERE attest_due_at IS NOT NULL;
  `,
  `
  CREATE INDEX batches_by_block ON batches (bitcoin_height) WHERE bitcoin_height IS NOT NULL;

  -- Of each difficulty epoch of Bitcoin, 80 bytes each, from its first block on.
  CREATE TABLE block_headers (
    epoch INTEGER PRIMARY KEY,
    run BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- Which proof was the first of some bytes, by the first 8 bytes of their hash, for the proofs up to \`through\`:
  -- fingerprints.ts. No reference to the proof: to look it up would read a page of its own for each.
  CREATE TABLE fingerprints (
    prefix BLOB NOT NULL,
    proof INTEGER NOT NULL,
    PRIMARY KEY (prefix, proof)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO fingerprints (prefix, proof)
    SELECT substr(hash, 1, 8), seq FROM proofs WHERE first_registrant = 1 ORDER BY 1, 2;
  CREATE TABLE fingerprints_extent (through INTEGER NOT NULL) STRICT;
  INSERT INTO fingerprints_extent (through) SELECT coalesce(max(seq), 0) FROM proofs;
  DROP INDEX proofs_by_first_registration;
  `,
  `
  -- Seals. A balance is changed in the transaction of each entry: to sum a long ledger for each seal would not scale.
  ALTER TABLE seal_entries ADD COLUMN proof INTEGER REFERENCES proofs;
  ALTER TABLE seal_entries ADD COLUMN refund_of INTEGER REFERENCES seal_entries;
  CREATE UNIQUE INDEX seal_entries_by_refund ON seal_entries (refund_of) WHERE refund_of IS NOT NULL;
  CREATE TABLE seal_balances (
    account INTEGER NOT NULL REFERENCES accounts,
    kind TEXT NOT NULL,
    seals INTEGER NOT NULL CHECK (seals >= 0),
    PRIMARY KEY (account, kind)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO seal_balances SELECT account, kind, max(0, sum(amount)) FROM seal_entries GROUP BY account, kind;

  -- Pending while it has a due date, issued from then on; a refunded seal has no row. The response stands last: what
  -- comes before it is read without it.
  CREATE TABLE seals (
    proof INTEGER PRIMARY KEY REFERENCES proofs,
    spend INTEGER NOT NULL UNIQUE REFERENCES seal_entries,
    requested_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    claim BLOB,
    claimed_until INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    authority TEXT,
    gen_time INTEGER,
    serial_number TEXT,
    policy_oid TEXT,
    response BLOB
  ) STRICT;
  CREATE INDEX seals_pending ON seals (due_at, requested_at) WHERE due_at IS NOT NULL;
  `,
  `
  -- Custody. A blob is an upload, then an original, then garbage; a row is deleted once its blob is.
  CREATE TABLE custody_objects (
    id BLOB PRIMARY KEY,
    proof BLOB NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts,
    state TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    expires_at INTEGER,
    file_name TEXT,
    mime_type TEXT,
    stored_at INTEGER,
    custody_key TEXT,
    wrapped_key BLOB
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX custody_originals ON custody_objects (proof) WHERE state = 'stored';
  CREATE INDEX custody_space ON custody_objects (account, size_bytes) WHERE state <> 'garbage';
  CREATE INDEX custody_uploads ON custody_objects (expires_at) WHERE state = 'uploading';
  CREATE INDEX custody_uploads_by_proof ON custody_objects (proof) WHERE state = 'uploading';
  CREATE INDEX custody_garbage ON custody_objects (id) WHERE state = 'garbage';
  CREATE INDEX custody_keys ON custody_objects (custody_key) WHERE state = 'stored';

  -- day: days since 1970-01-01, UTC.
  CREATE TABLE custody_downloads (
    account INTEGER NOT NULL REFERENCES accounts,
    day INTEGER NOT NULL,
    id BLOB NOT NULL,
    PRIMARY KEY (account, day, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Who was first is for the database to say. Some seconds for 10^6 proofs.
  CREATE UNIQUE INDEX proofs_by_first_registration ON proofs (hash) WHERE first_registrant = 1;
  DROP TABLE fingerprints;
  DROP TABLE fingerprints_extent;
  `,
  `
  -- A batch may be anchored on several chains. Tables are written anew once: to drop their columns one after the other
  -- takes twice as long. Some 40 s for 100,000 batches, measured on a busy machine of two cores.
  CREATE TABLE batches_made (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    root BLOB NOT NULL,
    first_seq INTEGER NOT NULL UNIQUE REFERENCES proofs,
    last_seq INTEGER NOT NULL REFERENCES proofs,
    created_at INTEGER NOT NULL,
    bitcoin_state TEXT NOT NULL DEFAULT 'pending',
    bitcoin_height INTEGER,
    submitted_at INTEGER,
    attest_tries INTEGER NOT NULL DEFAULT 0,
    attest_due_at INTEGER DEFAULT 0,
    timestamp BLOB
  ) STRICT;
  INSERT INTO batches_made
    SELECT number, id, root, first_seq, last_seq, created_at, bitcoin_state, bitcoin_height, submitted_at, attest_tries,
           attest_due_at, timestamp
    FROM batches ORDER BY number;

  CREATE TABLE attempts_made (
    seq INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batches_made,
    chain_id INTEGER NOT NULL,
    tx_hash BLOB NOT NULL UNIQUE,
    sender BLOB NOT NULL,
    nonce INTEGER NOT NULL,
    raw TEXT NOT NULL,
    max_fee_per_gas TEXT NOT NULL,
    max_priority_fee_per_gas TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO attempts_made
    SELECT a.seq, a.batch, b.chain_id, a.tx_hash, a.sender, a.nonce, a.raw, a.max_fee_per_gas,
           a.max_priority_fee_per_gas, a.created_at
    FROM anchor_attempts a JOIN batches b ON b.number = a.batch ORDER BY a.seq;

  -- position: the order of the chains.
  CREATE TABLE anchors (
    batch INTEGER NOT NULL REFERENCES batches_made,
    chain_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    state TEXT NOT NULL,
    reopened INTEGER NOT NULL DEFAULT 0,
    tx_hash BLOB,
    block_number INTEGER,
    block_hash BLOB,
    block_timestamp INTEGER,
    PRIMARY KEY (batch, chain_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO anchors (batch, chain_id, position, state, tx_hash, block_number, block_hash, block_timestamp)
    SELECT number, chain_id, 0, state, tx_hash, block_number, block_hash, block_timestamp FROM batches ORDER BY number;

  DROP TABLE anchor_attempts;
  DROP TABLE batches;
  ALTER TABLE batches_made RENAME TO batches;
  ALTER TABLE attempts_made RENAME TO anchor_attempts;
  CREATE INDEX batches_to_attest ON batches (attest_due_at) WHERE attest_due_at IS NOT NULL;
  CREATE INDEX batches_by_block ON batches (bitcoin_height) WHERE bitcoin_height IS NOT NULL;
  CREATE INDEX anchor_attempts_by_batch ON anchor_attempts (batch);
  CREATE INDEX anchor_attempts_by_nonce ON anchor_attempts (chain_id, sender, nonce);
  CREATE INDEX anchors_unfinished ON anchors (batch) WHERE state <> 'confirmed';
  CREATE INDEX anchors_confirmed ON anchors (chain_id, block_number) WHERE state = 'confirmed';

  -- The first block of each chain tells a deep reorganisation from another chain.
  CREATE TABLE chains (
    chain_id INTEGER PRIMARY KEY,
    genesis_hash BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- Witnesses of anchors, by block. The document stands last: what comes before it is read without it.
  CREATE TABLE witnesses (
    batch INTEGER NOT NULL REFERENCES batches,
    chain_id INTEGER NOT NULL,
    block_hash BLOB NOT NULL,
    absence TEXT,
    tries INTEGER NOT NULL,
    due_at INTEGER,
    document BLOB,
    PRIMARY KEY (batch, chain_id, block_hash)
  ) STRICT;
  CREATE INDEX witnesses_due ON witnesses (due_at) WHERE due_at IS NOT NULL;

  -- One row: every batch up to this one was confirmed and looked at.
  CREATE TABLE witness_progress (batch INTEGER NOT NULL) STRICT;
  INSERT INTO witness_progress (batch) VALUES (0);
  `,
  `
  -- Digests that are bound to Bitcoin on their own account, in sets. A set's row ends in its members, 48 bytes each, and
  -- its timestamp: what comes before them is read without them.
  CREATE TABLE stamp_sets (
    number INTEGER PRIMARY KEY,
    root BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    bitcoin_state TEXT NOT NULL DEFAULT 'pending',
    bitcoin_height INTEGER,
    submitted_at INTEGER,
    attest_tries INTEGER NOT NULL DEFAULT 0,
    attest_due_at INTEGER DEFAULT 0,
    timestamp BLOB,
    members BLOB NOT NULL
  ) STRICT;
  CREATE INDEX stamp_sets_to_attest ON stamp_sets (attest_due_at) WHERE attest_due_at IS NOT NULL;
  CREATE INDEX stamp_sets_by_block ON stamp_sets (bitcoin_height) WHERE bitcoin_height IS NOT NULL;
  CREATE TABLE stamps (
    seq INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    stamp_set INTEGER REFERENCES stamp_sets
  ) STRICT;
  CREATE INDEX stamps_waiting ON stamps (seq) WHERE stamp_set IS NULL;

  -- Issued seals whose token is not among the stamps yet: at first all.
  CREATE TABLE unstamped_seals (
    proof INTEGER PRIMARY KEY REFERENCES seals
  ) STRICT;
  INSERT INTO unstamped_seals SELECT proof FROM seals WHERE gen_time IS NOT NULL;
  `,
  `
  -- What the trusted lists said of a token when it was issued, in JSON; null for tokens of which they were not asked.
  ALTER TABLE seals ADD COLUMN qualification TEXT;

  -- One row: the newest snapshot of the trusted lists.
  CREATE TABLE trust_snapshot (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sha256 BLOB NOT NULL,
    checked_at INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- Revocation data of the authorities that issue seals, by the chain of a signer. A chain's certificates stand in one value.
  CREATE TABLE revocation_chains (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    certificates BLOB NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    retry_at INTEGER
  ) STRICT;
  CREATE TABLE revocation_wanted (
    chain INTEGER NOT NULL REFERENCES revocation_chains,
    at INTEGER NOT NULL,
    PRIMARY KEY (chain, at)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE revocation_files (
    digest BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE revocation_answers (
    chain INTEGER NOT NULL REFERENCES revocation_chains,
    position INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    file BLOB NOT NULL REFERENCES revocation_files (digest),
    PRIMARY KEY (chain, position, fetched_at)
  ) STRICT, WITHOUT ROWID;

  -- Issued seals whose chain was not requested yet: at first all.
  CREATE TABLE seals_without_revocation (
    proof INTEGER PRIMARY KEY REFERENCES seals
  ) STRICT;
  INSERT INTO seals_without_revocation SELECT proof FROM seals WHERE gen_time IS NOT NULL;
  `,
  `
  -- A proof has a certificate if its account registered the bytes first.
  CREATE INDEX proofs_by_certificate ON proofs (certificate_id) WHERE first_registrant = 1;
  `,
  `
  -- Accounts have people, keys have names. A deleted account keeps its row, because proofs refer to it: deleted_at is set
  -- when it is closed, erased_at when nothing is left that names people. deletion_entry: the audit entry that stays whole.
  ALTER TABLE accounts ADD COLUMN label TEXT;
  ALTER TABLE accounts ADD COLUMN display_name TEXT;
  ALTER TABLE accounts ADD COLUMN shows_display_name INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE accounts ADD COLUMN disabled_at INTEGER;
  ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;
  ALTER TABLE accounts ADD COLUMN erased_at INTEGER;
  ALTER TABLE accounts ADD COLUMN deletion_entry INTEGER;
  CREATE INDEX accounts_to_erase ON accounts (seq) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;

  ALTER TABLE api_keys ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;

  -- enrolled_by: the hash of the token that created the person, to know a repeated call.
  CREATE TABLE people (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts,
    email TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_sign_in_at INTEGER,
    enrolled_by BLOB
  ) STRICT;
  CREATE INDEX people_by_account ON people (account);

  -- A token that was used has no row. person: a challenge may come before the person, so no reference.
  CREATE TABLE tokens (
    seq INTEGER PRIMARY KEY,
    secret_hash BLOB NOT NULL UNIQUE,
    purpose TEXT NOT NULL,
    email TEXT,
    account INTEGER REFERENCES accounts,
    role TEXT,
    person BLOB,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
  CREATE INDEX tokens_by_account ON tokens (account) WHERE account IS NOT NULL;
  CREATE INDEX tokens_by_email ON tokens (email) WHERE email IS NOT NULL;
  CREATE INDEX tokens_by_person ON tokens (person) WHERE person IS NOT NULL;

  -- transports: JSON.
  CREATE TABLE passkeys (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    public_key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    backed_up INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT;
  CREATE INDEX passkeys_by_person ON passkeys (person);

  -- A code that was used has no row.
  CREATE TABLE recovery_codes (
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    secret_hash BLOB NOT NULL,
    PRIMARY KEY (person, secret_hash)
  ) STRICT, WITHOUT ROWID;

  -- A session that was ended has no row.
  CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    secret_hash BLOB NOT NULL UNIQUE,
    person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE,
    method TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    authenticated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    user_agent TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_person ON sessions (person);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  -- seq: the order in which entries were stored. details: JSON.
  CREATE TABLE audit_entries (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    account INTEGER REFERENCES accounts,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    actor_id BLOB,
    actor_email TEXT,
    action TEXT NOT NULL,
    subject TEXT,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_entries_by_account ON audit_entries (account);

  -- Of seals and plan, one is null: what is ordered is the other.
  CREATE TABLE orders (
    seq INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts,
    seals INTEGER,
    plan TEXT,
    price_eur INTEGER,
    placed_by TEXT NOT NULL,
    placed_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    settled_at INTEGER,
    CHECK ((seals IS NULL) <> (plan IS NULL))
  ) STRICT;
  CREATE INDEX orders_by_account ON orders (account);
  CREATE INDEX orders_open ON orders (account) WHERE state = 'open';
  `,
  `
  -- 0: registered with a key; 1: in the browser. Either takes no byte beside the row's header.
  ALTER TABLE proofs ADD COLUMN from_web INTEGER NOT NULL DEFAULT 0;

  -- Searches by date walk the first one. The second one and that of first registrations find an account's fingerprint.
  CREATE INDEX proofs_by_receipt ON proofs (account, received_at);
  CREATE INDEX proofs_by_later_registration ON proofs (hash, account) WHERE first_registrant = 0;
  `,
  `
  -- Of registrations in the browser, where no API key is.
  CREATE TABLE web_idempotency_keys (
    account INTEGER NOT NULL REFERENCES accounts,
    idempotency_key TEXT NOT NULL,
    proof INTEGER NOT NULL REFERENCES proofs,
    PRIMARY KEY (account, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The pages of the ledger, newest first.
  CREATE INDEX seal_entries_in_order ON seal_entries (account);
  `,
];

/**
 * Brings the schema up to date. Several processes may do so at once. Each step is a transaction, so an interrupted step
 * is repeated and those before it are not.
 *
 * @throws NewerDatabaseError when the database has steps that this program does not know.
 */
export function migrate(connection: Connection): void {
  while (applyNext(connection));
}

/** Applies the next migration. False when there is none left. */
function applyNext(connection: Connection): boolean {
  connection.exec("BEGIN IMMEDIATE");
  try {
    connection.exec(
      "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    );
    const { version } = connection.get<{ version: number }>(
      "SELECT coalesce(max(version), 0) AS version FROM migrations",
    )!;
    if (version > MIGRATIONS.length) {
      throw new NewerDatabaseError(
        `the database has version ${version}, this release supports versions up to ${MIGRATIONS.length}: install a newer release`,
      );
    }
    const step = MIGRATIONS[version];
    if (step !== undefined) {
      connection.exec(step);
      connection.run("INSERT INTO migrations (version, applied_at) VALUES (?, ?)", version + 1, Date.now());
    }
    connection.exec("COMMIT");
    return step !== undefined;
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}
