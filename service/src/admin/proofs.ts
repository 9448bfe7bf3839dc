/** Proofs. */
import {
  anyText,
  details,
  type Fact,
  listing,
  moment,
  oneOf,
  option,
  type ParsedWords,
  record,
  rowsOf,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import type { ProofStore, Records } from "../records/records.js";
import type {
  BatchState,
  OriginalRecord,
  ProofOrigin,
  ProofQuery,
  ProofRecord,
  SealRecord,
} from "../records/types.js";
import { anchorText, batchData, bitcoinText } from "./batches.js";
import {
  ACCOUNT,
  type AdminCommand,
  AFTER,
  bytesText,
  COUNT,
  command,
  FROM,
  findAccount,
  fingerprint,
  LIMIT,
  NotFoundError,
  timeData,
  timeText,
  UNTIL,
  uuid,
} from "./command.js";

/** A proof for scripts. */
export function proofData(proof: ProofRecord): object {
  const { batch, seal } = proof;
  return {
    id: proof.id,
    certificate_id: proof.certificateId,
    account_id: proof.accountId,
    origin: proof.origin,
    state: stateOf(proof),
    hash: proof.hash,
    name: proof.name,
    size: proof.size,
    mime_type: proof.mimeType,
    received_at: timeData(proof.receivedAt),
    first_registrant: proof.firstRegistrant,
    leaf_index: proof.leafIndex,
    batch: batch && batchData(batch),
    seal: seal && sealData(seal),
  };
}

export function stateOf({ batch }: ProofRecord): string {
  return batch?.state ?? "queued";
}

function sealData({ requestedAt, tries, token, spendId }: SealRecord): object {
  return {
    state: token === null ? "pending" : "issued",
    requested_at: timeData(requestedAt),
    tries,
    paid_by: spendId,
    authority: token?.authority ?? null,
    gen_time: timeData(token?.genTime ?? null),
    serial_number: token?.serialNumber ?? null,
    qualification: token?.qualification?.result ?? null,
  };
}

export function originalData(original: OriginalRecord): object {
  const { objectId, sizeBytes, fileName, mimeType, storedAt, key } = original;
  return {
    object_id: objectId,
    size_bytes: sizeBytes,
    file_name: fileName,
    mime_type: mimeType,
    stored_at: timeData(storedAt),
    custody_key_id: key.custodyKeyId,
  };
}

const STATES: readonly (BatchState | "queued")[] = ["queued", "batched", "anchored", "confirmed"];
const ORIGINS: readonly ProofOrigin[] = ["api", "web"];

/** Options that choose among the proofs of one account. */
const OF_ACCOUNT = ["name", "state", "origin", "from", "until", "after"] as const;

const PAGE_PROOFS = 100;

export const findProofs: AdminCommand = {
  ...command(
    "proof find",
    "",
    "Finds proofs of an account, newest first, or the proof of a fingerprint or a certificate.",
    option("hash", "HEX", "SHA-256 fingerprint: without --account, the proof that registered it first"),
    option("certificate", "ID", "identifier of a certificate"),
    ACCOUNT,
    option("name", "TEXT", "those with this in their name"),
    option("state", "STATE", "queued, batched, anchored or confirmed", STATES),
    option("origin", "ORIGIN", "api or web", ORIGINS),
    FROM,
    UNTIL,
    AFTER,
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const named = given.optional("account", anyText);
    return listing<ProofRecord>({
      rows:
        named === null
          ? rowsOf(await ofAnyAccount(store.proofs, given))
          : await ofAccount(store, named, given),
      columns: [
        { title: "ID", cell: ({ id }) => id },
        { title: "RECEIVED (UTC)", cell: ({ receivedAt }) => timeText(receivedAt) },
        { title: "STATE", cell: stateOf },
        { title: "ORIGIN", cell: ({ origin }) => origin },
        { title: "BATCH", cell: ({ batch }) => batch?.number.toString() ?? null, align: "right" },
        { title: "SEAL", cell: ({ seal }) => seal && (seal.token === null ? "pending" : "issued") },
        { title: "ACCOUNT", cell: ({ accountId }) => accountId },
        { title: "NAME", cell: ({ name }) => name, maxWidth: 60 },
      ],
      dataOf: proofData,
      none: "No proofs.",
      limit: given.optional("limit", COUNT),
      after: ({ id }) => `--after ${id}`,
    });
  },
};

async function ofAnyAccount(proofs: ProofStore, given: ParsedWords): Promise<readonly ProofRecord[]> {
  const narrower = OF_ACCOUNT.find((name) => given.optional(name, anyText) !== null);
  if (narrower !== undefined) throw new UsageError(`--${narrower} needs --account`);
  const hash = given.optional("hash", fingerprint);
  const certificate = given.optional("certificate", uuid);
  if ((hash === null) === (certificate === null)) {
    throw new UsageError("expected one of --account, --hash and --certificate");
  }
  const proof = hash === null ? await proofs.findByCertificate(certificate!) : await proofs.findFirst(hash);
  return proof === null ? [] : [proof];
}

async function ofAccount(
  store: Parameters<typeof findAccount>[0] & { readonly proofs: ProofStore },
  named: string,
  given: ParsedWords,
): Promise<AsyncIterable<ProofRecord>> {
  if (given.optional("certificate", anyText) !== null)
    throw new UsageError("--certificate needs no --account");
  const query = {
    text: given.optional("name", anyText),
    hash: given.optional("hash", fingerprint),
    from: given.optional("from", moment),
    until: given.optional("until", moment),
    state: given.optional("state", oneOf(STATES)),
    origin: given.optional("origin", oneOf(ORIGINS)),
  };
  if (query.from !== null && query.until !== null && query.from >= query.until) {
    throw new UsageError("--from expected a time before that of --until");
  }
  const after = given.optional("after", uuid);
  const { id } = await findAccount(store, "--account", named);
  return search(store.proofs, id, query, after);
}

async function* search(
  proofs: ProofStore,
  accountId: string,
  query: ProofQuery,
  after: string | null,
): AsyncGenerator<ProofRecord> {
  for (let before = after; ; ) {
    const page = await proofs.search(accountId, query, PAGE_PROOFS, before).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      throw new UsageError(`--after expected a proof of the account, got ${before}`);
    });
    yield* page.proofs;
    if (page.next === null) return;
    before = page.next;
  }
}

export const showProof: AdminCommand = {
  ...command(
    "proof show",
    "PROOF",
    "Shows a proof by its identifier or its certificate's: state, batch, anchors, seal, original, origin.",
  ),
  run: async ({ store }, given) => {
    const proof = await findProof(store, uuid("PROOF", given.positionals[0]!));
    const original = await store.custody.find(proof.id);
    return record(
      { ...proofData(proof), original: original && originalData(original) },
      textOf(proof, original),
    );
  },
};

async function findProof({ proofs }: Records, id: string): Promise<ProofRecord> {
  const proof = (await proofs.find(id)) ?? (await proofs.findByCertificate(id));
  if (proof === null) throw new NotFoundError(`there is no proof and no certificate ${id}`);
  return proof;
}

function textOf(proof: ProofRecord, original: OriginalRecord | null): string {
  const { batch, seal } = proof;
  return details([
    ["Proof", proof.id],
    ["State", stateOf(proof)],
    ["Account", proof.accountId],
    ["Origin", proof.origin === "web" ? "browser" : "API"],
    ["Name", proof.name],
    ["Type", proof.mimeType],
    ["Size", proof.size === null ? null : bytesText(proof.size)],
    ["Fingerprint", proof.hash],
    ["Received", timeText(proof.receivedAt)],
    [
      "Certificate",
      proof.firstRegistrant ? proof.certificateId : "none: another account registered the fingerprint first",
    ],
    ["Batch", batch && `${batch.number} (${batch.id}), leaf ${proof.leafIndex} of ${batch.leafCount}`],
    ["Root", batch?.root ?? null],
    ...(batch?.anchors ?? []).map((anchor): Fact => [`Chain ${anchor.chainId}`, anchorText(anchor)]),
    ["Bitcoin", batch && bitcoinText(batch)],
    ["Seal", seal && sealText(seal)],
    [
      "Original",
      original &&
        `${original.fileName}, ${bytesText(original.sizeBytes)}, since ${timeText(original.storedAt)}`,
    ],
  ]);
}

function sealText({ token, requestedAt, tries }: NonNullable<ProofRecord["seal"]>): string {
  if (token === null) return `pending since ${timeText(requestedAt)}, ${tries} requests to the authority`;
  const qualified = token.qualification === null ? "" : ` (${token.qualification.result})`;
  return `${timeText(token.genTime)} by ${token.authority}${qualified}, serial number ${token.serialNumber}`;
}
