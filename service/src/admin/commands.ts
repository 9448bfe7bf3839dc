/** The commands of the admin command line. Each does one thing to the store and reports it. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { isUuid } from "@svc-proof/shared/encoding";
import { issueApiKey } from "../accounts/issue-api-key.js";
import { PLANS } from "../accounts/plans.js";
import { auditEntry } from "../audit/audit-entry.js";
import type { Rewrapped } from "../custody/rewrap-keys.js";
import { type AuditFinding, auditBooks } from "../seals/audit-books.js";
import type { AuditActor } from "../store/audit-store.js";
import type {
  AccountRecord,
  AccountStore,
  ApiKeyRecord,
  PlanId,
  SealBooks,
  SealKind,
  Store,
} from "../store/store.js";
import { UsageError } from "./usage-error.js";

/** The result of a command: data for scripts, text for people. */
export interface CommandResult {
  readonly data: unknown;
  readonly text: string;
  /** Whether an audit found a problem; sets the exit status. */
  readonly failed?: boolean;
}

interface Command {
  readonly words: readonly [string, string];
  /** Its options, for the usage. */
  readonly usage: string;
  readonly doc: string;
  readonly options: Readonly<Record<string, { readonly type: "string" }>>;
  readonly positionals: readonly string[];
  /** Whether it may run first and create the database. */
  readonly makesDatabase?: boolean;
  run(
    store: AdminStore,
    options: Options,
    positionals: readonly string[],
    rewrapKeys: RewrapKeys,
  ): Promise<CommandResult>;
}

/** The parts of a store that the commands use. */
export type AdminStore = Pick<Store, "accounts" | "seals">;

/** Wraps the keys of all originals under the current custody key. */
export type RewrapKeys = () => Promise<Rewrapped>;

type Options = Readonly<Record<string, string | undefined>>;

/** The most seals that a ledger entry may add: a typing error must not give away a fortune. */
const MAX_SEALS = 1_000_000;

const ADMIN: AuditActor = { kind: "admin" };

const COMMANDS: readonly Command[] = [
  {
    words: ["account", "create"],
    usage: "--plan free|pro",
    doc: "create an account, and the database if there is none",
    makesDatabase: true,
    options: { plan: { type: "string" } },
    positionals: [],
    run: async ({ accounts }, options) => {
      const account = {
        id: randomUUID(),
        plan: oneOf(options, "plan", ["free", "pro"]),
        createdAt: new Date(),
        label: null,
        displayName: null,
        showsDisplayName: false,
        disabledAt: null,
      };
      const { id: accountId, plan } = account;
      const audit = auditEntry({ accountId, actor: ADMIN, action: "account.create", details: { plan } });
      await accounts.createAccount(account, null, audit);
      return {
        data: accountData(account),
        text: `Account ${account.id} (${PLANS[account.plan].name}) created. Its first key: npm run admin -- key create --account ${account.id}`,
      };
    },
  },
  {
    words: ["account", "list"],
    usage: "",
    doc: "list all accounts",
    options: {},
    positionals: [],
    run: async ({ accounts }) => {
      const list = await accounts.listAccounts();
      const lines = list.map(
        (account) => `${account.id}  ${account.plan.padEnd(4)}  ${account.createdAt.toISOString()}`,
      );
      return { data: list.map(accountData), text: lines.join("\n") || "No accounts." };
    },
  },
  {
    words: ["key", "create"],
    usage: "--account ID",
    doc: "create an API key; it is shown once",
    options: { account: { type: "string" } },
    positionals: [],
    run: async ({ accounts }, options) => {
      const account = await findAccount(accounts, options);
      const issued = await issueApiKey(accounts, account, "", ADMIN);
      if (issued === null) {
        throw new UsageError(
          `account ${account.id} has ${PLANS[account.plan].activeKeys} active keys, the maximum of its plan: revoke one first`,
        );
      }
      return {
        data: { id: issued.id, account_id: account.id, key: issued.key },
        text: `Key ${issued.id} created. Save it now: it is not shown again.\n${issued.key}`,
      };
    },
  },
  {
    words: ["key", "list"],
    usage: "--account ID",
    doc: "list an account's keys",
    options: { account: { type: "string" } },
    positionals: [],
    run: async ({ accounts }, options) => {
      const account = await findAccount(accounts, options);
      const keys = await accounts.listKeys(account.id);
      return { data: keys.map(keyData), text: keys.map(keyLine).join("\n") || "No keys." };
    },
  },
  {
    words: ["key", "revoke"],
    usage: "KEY_ID",
    doc: "revoke a key, immediately and permanently",
    options: {},
    positionals: ["KEY_ID"],
    run: async ({ accounts }, _options, [id]) => {
      const keyId = uuid(id ?? "", "KEY_ID");
      const audit = auditEntry({ accountId: null, actor: ADMIN, action: "key.revoke", subject: keyId });
      if (!(await accounts.revokeKey(keyId, null, audit.at, audit))) {
        throw new UsageError(`there is no key ${keyId}`);
      }
      return { data: { id: keyId, revoked: true }, text: `Key ${keyId} is revoked.` };
    },
  },
  {
    words: ["seals", "add"],
    usage: "--account ID --amount N [--kind pack|welcome] [--cause TEXT]",
    doc: "add seals to an account's balance",
    options: {
      account: { type: "string" },
      amount: { type: "string" },
      kind: { type: "string" },
      cause: { type: "string" },
    },
    positionals: [],
    run: async ({ accounts }, options) => {
      const amount = positiveInteger(options, "amount", MAX_SEALS);
      const kind: SealKind =
        options["kind"] === undefined ? "pack" : oneOf(options, "kind", ["pack", "welcome"]);
      const account = await findAccount(accounts, options);
      const cause = options["cause"] ?? "added by the administrator";
      if (cause === "" || cause.length > 500 || /[\p{Cc}\p{Surrogate}]/u.test(cause)) {
        throw new UsageError("--cause expected 1 to 500 characters without control characters");
      }
      const entry = { id: randomUUID(), accountId: account.id, kind, amount, cause, at: new Date() };
      const { id: subject, accountId } = entry;
      await accounts.addSeals(
        entry,
        auditEntry({
          accountId,
          actor: ADMIN,
          action: "seals.add",
          subject,
          details: { kind, amount, cause },
        }),
      );
      const balance = await accounts.sealBalance(account.id);
      return {
        data: { id: entry.id, account_id: account.id, kind, amount, balance },
        text: `${amount} ${kind} seals added to account ${account.id}: it has ${balance.welcome} welcome and ${balance.pack} pack seals.`,
      };
    },
  },
  {
    words: ["seals", "audit"],
    usage: "[--account ID]",
    doc: "check balances, ledger and seals against each other; exit status 3 if they disagree",
    options: { account: { type: "string" } },
    positionals: [],
    run: async ({ accounts, seals }, options) => {
      const audited =
        options["account"] === undefined
          ? await accounts.listAccounts()
          : [await findAccount(accounts, options)];
      const reports: AuditReport[] = [];
      for (const { id } of audited) reports.push(auditReport(await seals.books(id)));
      const lines = reports.flatMap(auditLines);
      const failed = reports.some(({ findings }) => findings.length > 0);
      lines.push(
        failed
          ? "The books do not agree."
          : `The books of ${reports.length} account${reports.length === 1 ? "" : "s"} agree.`,
      );
      return { data: reports, text: lines.join("\n"), failed };
    },
  },
  {
    words: ["custody", "rewrap"],
    usage: "",
    doc: "wrap the keys of all originals under the first key of SVC_CUSTODY_KEY; exit status 3 if any is left",
    options: {},
    positionals: [],
    run: async (_store, _options, _positionals, rewrapKeys) => {
      const { rewrapped, unreadable } = await rewrapKeys();
      const rest =
        unreadable === 0
          ? "No original is left under another key."
          : `${unreadable} cannot be unwrapped: SVC_CUSTODY_KEY lacks their wrapping key, or they are damaged.`;
      return {
        data: { rewrapped, unreadable },
        text: `${rewrapped} keys rewrapped. ${rest}`,
        failed: unreadable > 0,
      };
    },
  },
];

interface AuditReport {
  readonly account_id: string;
  readonly welcome: number;
  readonly pack: number;
  readonly granted: number;
  readonly paid: number;
  readonly refunded: number;
  readonly issued: number;
  /** Issued seals whose authority the trusted lists named as qualified. */
  readonly qualified: number;
  readonly pending: number;
  readonly under_way: number;
  readonly findings: readonly AuditFinding[];
}

function auditReport(books: SealBooks): AuditReport {
  const { accountId, balance, entries, seals, underWay } = books;
  return {
    account_id: accountId,
    ...balance,
    granted: entries.reduce((sum, { amount, proofId }) => sum + (proofId === null ? amount : 0), 0),
    paid: entries.filter(({ proofId, refundOf }) => proofId !== null && refundOf === null).length,
    refunded: entries.filter(({ refundOf }) => refundOf !== null).length,
    issued: seals.filter(({ token }) => token !== null).length,
    qualified: seals.filter(({ token }) => token?.qualification?.result === "qualified").length,
    pending: seals.filter(({ token }) => token === null).length,
    under_way: underWay.size,
    findings: auditBooks(books),
  };
}

function auditLines(report: AuditReport): string[] {
  const { account_id, welcome, pack, granted, paid, refunded, issued, qualified, pending, findings } = report;
  const sums = `granted ${granted}, paid ${paid}, refunded ${refunded}, left ${welcome + pack}`;
  return [
    `${account_id}  ${sums}; seals: ${issued} issued (${qualified} found qualified), ${pending} pending`,
    ...findings.map((finding) => `  problem: ${finding}`),
  ];
}

/** The usage text. */
export const USAGE: string = [
  "usage: npm run admin -- COMMAND [--json]",
  "",
  ...COMMANDS.map(({ words, usage, doc }) => `  ${`${words.join(" ")} ${usage}`.trimEnd()}\n      ${doc}`),
  "",
  "Uses the database of SVC_MONGODB_URL, or else the one in SVC_DATA_DIR. The service may be running.",
].join("\n");

/** A parsed command line, ready to run on a store. */
export interface Invocation {
  readonly json: boolean;
  /** Whether it creates a missing database. */
  readonly makesDatabase: boolean;
  run(store: AdminStore, rewrapKeys: RewrapKeys): Promise<CommandResult>;
}

/**
 * Parses a command line.
 *
 * @throws UsageError, here or when the command runs.
 */
export function parseInvocation(args: readonly string[]): Invocation {
  const [area, verb, ...rest] = args;
  const command = COMMANDS.find(({ words }) => words[0] === area && words[1] === verb);
  if (command === undefined)
    throw new UsageError(`unknown command "${[area, verb].filter(Boolean).join(" ")}"`);
  const { values, positionals } = parsed(command, rest);
  if (positionals.length !== command.positionals.length) {
    throw new UsageError(`expected: ${command.words.join(" ")} ${command.usage}`.trimEnd());
  }
  const { json, ...options } = values;
  return {
    json: json === true,
    makesDatabase: command.makesDatabase ?? false,
    run: (store, rewrapKeys) => command.run(store, options as Options, positionals, rewrapKeys),
  };
}

function parsed(
  command: Command,
  args: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    return parseArgs({
      args: [...args],
      options: { ...command.options, json: { type: "boolean" } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function findAccount(accounts: AccountStore, options: Options): Promise<AccountRecord> {
  const id = uuid(required(options, "account"), "--account");
  const account = await accounts.findAccount(id);
  if (account === null) throw new UsageError(`there is no account ${id}`);
  return account;
}

function required(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

function oneOf<const Word extends string>(options: Options, name: string, words: readonly Word[]): Word {
  const value = required(options, name);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UsageError(`--${name} expected ${words.join(" or ")}, got "${value}"`);
  return word;
}

function positiveInteger(options: Options, name: string, max: number): number {
  const value = required(options, name);
  const number = Number(value);
  if (!/^[1-9][0-9]{0,15}$/.test(value) || number > max) {
    throw new UsageError(`--${name} expected an integer from 1 to ${max}, got "${value}"`);
  }
  return number;
}

function uuid(value: string, label: string): string {
  const id = value.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`${label} expected a UUID, got "${value}"`);
  return id;
}

function accountData({ id, plan, createdAt }: AccountRecord): {
  id: string;
  plan: PlanId;
  created_at: string;
} {
  return { id, plan, created_at: createdAt.toISOString() };
}

function keyData({ id, createdAt, revokedAt }: ApiKeyRecord): unknown {
  return { id, created_at: createdAt.toISOString(), revoked_at: revokedAt?.toISOString() ?? null };
}

function keyLine({ id, createdAt, revokedAt }: ApiKeyRecord): string {
  const state = revokedAt === null ? "active" : `revoked ${revokedAt.toISOString()}`;
  return `${id}  created ${createdAt.toISOString()}  ${state}`;
}
