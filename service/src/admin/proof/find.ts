import type { ProofStore } from "../../records/records.js";
import type { BatchState, ProofOrigin, ProofQuery, ProofRecord } from "../../records/types.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import type { Given } from "../line/given.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";
import { timeText } from "../output/time-text.js";
import { UsageError } from "../usage-error.js";
import { proofData, stateOf } from "./proof-data.js";

const STATES: readonly (BatchState | "queued")[] = ["queued", "batched", "anchored", "confirmed"];
const ORIGINS: readonly ProofOrigin[] = ["api", "web"];

/** Options that choose among the proofs of one account. */
const OF_ACCOUNT = ["name", "state", "origin", "from", "until", "after"] as const;

const PAGE_PROOFS = 100;

export const findProofs: Command = {
  words: ["proof", "find"],
  usage:
    "--hash HEX | --certificate ID | --account ACCOUNT [--hash HEX] [--name TEXT] [--state queued|batched|anchored|confirmed] [--origin api|web] [--from TIME] [--until TIME] [--after ID] [--limit N]",
  doc: "find proofs of an account, newest first, or the proof that registered a fingerprint first; TEXT is a part of the name",
  options: {
    hash: TEXT,
    certificate: TEXT,
    account: TEXT,
    name: TEXT,
    state: TEXT,
    origin: TEXT,
    from: TEXT,
    until: TEXT,
    after: TEXT,
    limit: TEXT,
  },
  positionals: [],
  run: async ({ store }, given) => {
    const named = given.optional("account");
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
      limit: given.limit(),
      after: ({ id }) => `--after ${id}`,
    });
  },
};

async function ofAnyAccount(proofs: ProofStore, given: Given): Promise<readonly ProofRecord[]> {
  const narrower = OF_ACCOUNT.find((name) => given.optional(name) !== null);
  if (narrower !== undefined) throw new UsageError(`--${narrower} needs --account`);
  const hash = given.optionalHash("hash");
  const certificate = given.optionalUuid("certificate");
  if ((hash === null) === (certificate === null)) {
    throw new UsageError("expected one of --account, --hash and --certificate");
  }
  const proof = hash === null ? await proofs.findByCertificate(certificate!) : await proofs.findFirst(hash);
  return proof === null ? [] : [proof];
}

async function ofAccount(
  store: Parameters<typeof findAccount>[0] & { readonly proofs: ProofStore },
  named: string,
  given: Given,
): Promise<AsyncIterable<ProofRecord>> {
  if (given.optional("certificate") !== null) throw new UsageError("--certificate needs no --account");
  const query = {
    text: given.optional("name"),
    hash: given.optionalHash("hash"),
    from: given.optionalMoment("from"),
    until: given.optionalMoment("until"),
    state: given.optionalOneOf("state", STATES),
    origin: given.optionalOneOf("origin", ORIGINS),
  };
  if (query.from !== null && query.until !== null && query.from >= query.until) {
    throw new UsageError("--from expected a time before that of --until");
  }
  const after = given.optionalUuid("after");
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
