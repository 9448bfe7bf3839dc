import { PLANS } from "../../accounts/plans.js";
import type { Records } from "../../records/records.js";
import type {
  AccountRecord,
  ApiKeyRecord,
  CustodyUsage,
  OneTimeToken,
  OrderRecord,
  PersonRecord,
  SealBalance,
} from "../../records/types.js";
import type { Command } from "../command.js";
import { findAccount } from "../find-account.js";
import { KEY_COLUMNS, keyData } from "../key/key-data.js";
import { ORDER_COLUMNS, orderData } from "../order/order-data.js";
import { bytesText } from "../output/bytes-text.js";
import { details } from "../output/details.js";
import { record } from "../output/result.js";
import { type Column, tableText } from "../output/table.js";
import { timeData, timeText } from "../output/time-text.js";
import { accountData } from "./account-data.js";

/** What is known of an account. */
interface Standing {
  readonly account: AccountRecord;
  readonly seals: SealBalance;
  readonly keys: readonly ApiKeyRecord[];
  readonly people: readonly PersonRecord[];
  readonly invitations: readonly OneTimeToken[];
  readonly openOrders: readonly OrderRecord[];
  readonly proofsToday: number;
  readonly custody: CustodyUsage;
  readonly downloadsToday: number;
}

export const showAccount: Command = {
  words: ["account", "show"],
  usage: "ACCOUNT",
  doc: "show an account: plan, limits, balances, people, keys, open orders",
  options: {},
  positionals: ["ACCOUNT"],
  run: async ({ store }, given) => {
    const account = await findAccount(store, "ACCOUNT", given.positional("ACCOUNT"));
    const standing = await standingOf(store, account, new Date());
    return record(dataOf(standing), await textOf(standing));
  },
};

async function standingOf(store: Records, account: AccountRecord, now: Date): Promise<Standing> {
  const { id } = account;
  const [seals, keys, people, invitations, orders, proofsToday, [custody], downloadsToday] =
    await Promise.all([
      store.accounts.sealBalance(id),
      store.accounts.listKeys(id),
      store.people.listPeople(id),
      store.people.listInvitations(id, now),
      store.orders.list(id),
      store.proofs.countOfDay(id, now),
      store.custody.usageOf([id]),
      store.custody.downloadsOfDay(id, now),
    ]);
  return {
    account,
    seals,
    keys,
    people,
    invitations,
    openOrders: orders.filter(({ state }) => state === "open"),
    proofsToday,
    custody: custody ?? { accountId: id, originals: 0, storedBytes: 0, uploads: 0, uploadingBytes: 0 },
    downloadsToday,
  };
}

function dataOf({ account, seals, custody, ...rest }: Standing): unknown {
  const plan = PLANS[account.plan];
  return {
    ...accountData(account),
    seals: { welcome: seals.welcome, pack: seals.pack },
    proofs: { used_today: rest.proofsToday, daily_limit: plan.proofsPerDay },
    custody: {
      originals: custody.originals,
      stored_bytes: custody.storedBytes,
      uploading_bytes: custody.uploadingBytes,
      max_account_bytes: plan.custodyAccountBytes,
      downloads_used_today: rest.downloadsToday,
      max_downloads_per_day: plan.downloadsPerDay,
    },
    people: rest.people.map((person) => ({
      id: person.id,
      email: person.email,
      role: person.role,
      language: person.language,
      created_at: timeData(person.createdAt),
      last_sign_in_at: timeData(person.lastSignInAt),
    })),
    invitations: rest.invitations.map(({ email, role, createdAt, expiresAt }) => ({
      email,
      role,
      created_at: timeData(createdAt),
      expires_at: timeData(expiresAt),
    })),
    keys: rest.keys.map(keyData),
    open_orders: rest.openOrders.map(orderData),
  };
}

async function textOf(standing: Standing): Promise<string> {
  const { account, seals, custody, keys, people, invitations, openOrders } = standing;
  const plan = PLANS[account.plan];
  const facts = details([
    ["Account", account.id],
    ["Plan", plan.name],
    ["Label", account.label],
    [
      "Name",
      account.displayName && `${account.displayName} (${account.showsDisplayName ? "public" : "private"})`,
    ],
    ["Created", timeText(account.createdAt)],
    ["Disabled", account.disabledAt && timeText(account.disabledAt)],
    ["Seals", `${seals.welcome} welcome, ${seals.pack} pack`],
    ["Proofs today", `${standing.proofsToday} of ${plan.proofsPerDay}`],
    [
      "Custody",
      `${custody.originals} originals, ${bytesText(custody.storedBytes)} of ${bytesText(plan.custodyAccountBytes)}`,
    ],
    [
      "Uploading",
      custody.uploads === 0 ? null : `${custody.uploads}, ${bytesText(custody.uploadingBytes)} reserved`,
    ],
    ["Downloads today", `${standing.downloadsToday} of ${plan.downloadsPerDay}`],
  ]);
  const parts = [
    await section("People", PERSON_COLUMNS, people),
    await section("Invitations", INVITATION_COLUMNS, invitations),
    await section("Keys", KEY_COLUMNS, keys),
    await section("Open orders", ORDER_COLUMNS, openOrders),
  ];
  return [facts, ...parts.filter((part) => part !== null)].join("\n\n");
}

async function section<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<string | null> {
  return rows.length === 0 ? null : `${title}\n${await tableText(columns, rows)}`;
}

const PERSON_COLUMNS: readonly Column<PersonRecord>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "E-MAIL", cell: ({ email }) => email },
  { title: "ROLE", cell: ({ role }) => role },
  { title: "LAST SIGN-IN (UTC)", cell: ({ lastSignInAt }) => timeText(lastSignInAt) },
];

const INVITATION_COLUMNS: readonly Column<OneTimeToken>[] = [
  { title: "E-MAIL", cell: ({ email }) => email },
  { title: "ROLE", cell: ({ role }) => role },
  { title: "EXPIRES (UTC)", cell: ({ expiresAt }) => timeText(expiresAt) },
];
