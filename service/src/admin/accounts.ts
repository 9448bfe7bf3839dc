/** Accounts. */
import {
  anyText,
  type Column,
  details,
  EXIT,
  flag,
  integer,
  listing,
  needed,
  oneOf,
  option,
  record,
  tableText,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import { deleteAccount as deleteWhole, newAccount } from "../accounts/accounts.js";
import { PLANS } from "../accounts/plans.js";
import { newInvitation } from "../people/people.js";
import { normalEmail } from "../people/sign-in.js";
import type { AccountStore, Records } from "../records/records.js";
import type {
  AccountChange,
  AccountRecord,
  ApiKeyRecord,
  AuditEntry,
  CustodyUsage,
  OneTimeToken,
  OrderRecord,
  PersonRecord,
  PlanId,
  Role,
  SealBalance,
} from "../records/types.js";
import {
  ACCOUNT,
  ADMIN,
  type AdminCommand,
  AFTER,
  adminEntry,
  bytesText,
  COUNT,
  command,
  counted,
  DRY_RUN,
  findAccount,
  LIMIT,
  NotFoundError,
  RefusedError,
  shortText,
  timeData,
  timeText,
  uuid,
  YES,
} from "./command.js";
import { KEY_COLUMNS, keyData, ORDER_COLUMNS, orderData } from "./keys-and-orders.js";

export const PLAN_IDS: readonly PlanId[] = ["free", "pro"];

const LABEL_CHARACTERS = 120;

const LABEL = option("label", "TEXT", "a note for the operator");

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

const PAGE_ACCOUNTS = 500;

/** Pages of all accounts, oldest first. @param after the account after which they begin. */
export async function* accountPages(
  accounts: AccountStore,
  after: string | null = null,
): AsyncGenerator<readonly AccountRecord[]> {
  for (let last = after; ; ) {
    const page = await accounts.pageAccounts(PAGE_ACCOUNTS, last);
    if (page.length > 0) yield page;
    if (page.length < PAGE_ACCOUNTS) return;
    last = page.at(-1)!.id;
  }
}

/** All accounts, oldest first. */
export async function* eachAccount(
  accounts: AccountStore,
  after: string | null = null,
): AsyncGenerator<AccountRecord> {
  for await (const page of accountPages(accounts, after)) yield* page;
}

/** @throws NotFoundError when the account was deleted meanwhile. */
export async function changeAccount(
  { accounts }: Pick<Records, "accounts">,
  account: AccountRecord,
  change: AccountChange,
  audit: AuditEntry,
): Promise<AccountRecord> {
  if (!(await accounts.updateAccount(account.id, change, audit))) {
    throw new NotFoundError(`there is no account ${account.id}`);
  }
  return { ...account, ...change };
}

/** A typing error must not give away a fortune. */
export const MAX_SEALS = 1_000_000;

export const createAccount: AdminCommand = {
  ...command(
    "account create",
    "",
    "Creates an account, and the database if there is none.",
    needed(option("plan", "PLAN", "free or pro", PLAN_IDS)),
    LABEL,
    option("welcome-seals", "N", "seals that it begins with (default: SVC_WELCOME_SEALS)"),
  ),
  makesDatabase: true,
  run: async ({ store, welcomeSeals }, given) => {
    const plan = given.required("plan", oneOf(PLAN_IDS));
    const label = given.optional("label", shortText(LABEL_CHARACTERS));
    const seals = given.optional("welcome-seals", integer(0, MAX_SEALS)) ?? welcomeSeals;
    const { account, welcome, audit } = newAccount({ plan, label, welcomeSeals: seals, actor: ADMIN });
    await store.accounts.createAccount(account, welcome, audit);
    const granted = seals === 0 ? "" : ` with ${counted(seals, "welcome seal")}`;
    return record(
      { ...accountData(account), welcome_seals: seals },
      `Account ${account.id} (${PLANS[plan].name}) created${granted}. Its first key: npm run admin -- key create --account ${account.id}`,
    );
  },
};

export const deleteAccount: AdminCommand = {
  ...command(
    "account delete",
    "ACCOUNT",
    "Deletes an account: its people, keys, originals, and the names and metadata of its proofs. There is no way back. A deletion that was interrupted is completed by the same command.",
    YES,
    DRY_RUN,
  ),
  run: async ({ store }, given) => {
    const named = given.positionals[0]!;
    const isConfirmed = given.has("yes") && !given.has("dry-run");
    const account = await findAccount(store, "ACCOUNT", named).catch(async (error: unknown) => {
      // A deletion that a crash interrupted is completed, although the account is no longer found.
      if (error instanceof NotFoundError && isConfirmed && !named.includes("@")) {
        const id = uuid("ACCOUNT", named);
        if (await deleteWhole(store, { id }, ADMIN)) return id;
      }
      throw error;
    });
    if (typeof account === "string") {
      return record({ id: account, deleted: true }, `The deletion of account ${account} is complete now.`);
    }
    const extent = await extentOf(store, account);
    const told = [
      counted(extent.people, "person", "people"),
      counted(extent.keys, "active key"),
      counted(extent.seals, "unused seal"),
      `${counted(extent.originals, "original")} (${bytesText(extent.original_bytes)})`,
    ].join(", ");
    if (!isConfirmed) {
      const isDryRun = given.has("dry-run");
      return record(
        { id: account.id, deleted: false, ...extent },
        `Account ${account.id} would be deleted, with ${told}, and with the names and metadata of its proofs. Nothing was deleted${isDryRun ? "." : ": to delete it, repeat the command with --yes."}`,
        isDryRun ? EXIT.done : EXIT.refused,
      );
    }
    if (!(await deleteWhole(store, account, ADMIN))) {
      throw new NotFoundError(`there is no account ${account.id}`);
    }
    return record(
      { id: account.id, deleted: true, ...extent },
      `Account ${account.id} is deleted, with ${told}. Its proofs stay valid, without names.`,
    );
  },
};

interface Extent {
  readonly people: number;
  readonly keys: number;
  readonly seals: number;
  readonly originals: number;
  readonly original_bytes: number;
}

async function extentOf(store: Records, { id }: AccountRecord): Promise<Extent> {
  const [people, keys, seals, [use]] = await Promise.all([
    store.people.listPeople(id),
    store.accounts.listKeys(id),
    store.accounts.sealBalance(id),
    store.custody.usageOf([id]),
  ]);
  return {
    people: people.length,
    keys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    seals: seals.welcome + seals.pack,
    originals: use?.originals ?? 0,
    original_bytes: use?.storedBytes ?? 0,
  };
}

export const disableAccount: AdminCommand = {
  ...command(
    "account disable",
    "ACCOUNT",
    "Refuses the account's keys and sessions within a second. Its proofs stay valid.",
    option("reason", "TEXT", "why, for the audit trail"),
  ),
  run: async ({ store }, given) => {
    const reason = given.optional("reason", shortText(500));
    const account = await findAccount(store, "ACCOUNT", given.positionals[0]!);
    if (account.disabledAt !== null) {
      return record(
        accountData(account),
        `Account ${account.id} is disabled since ${timeText(account.disabledAt)}.`,
      );
    }
    const audit = adminEntry({
      accountId: account.id,
      action: "account.disable",
      details: reason === null ? {} : { reason },
    });
    const changed = await changeAccount(store, account, { disabledAt: audit.at }, audit);
    return record(
      accountData(changed),
      `Account ${account.id} is disabled: its keys and sessions are refused.`,
    );
  },
};

export const enableAccount: AdminCommand = {
  ...command("account enable", "ACCOUNT", "Accepts the keys and sessions of a disabled account again."),
  run: async ({ store }, given) => {
    const account = await findAccount(store, "ACCOUNT", given.positionals[0]!);
    if (account.disabledAt === null) {
      return record(accountData(account), `Account ${account.id} is not disabled.`);
    }
    const audit = adminEntry({ accountId: account.id, action: "account.enable" });
    const changed = await changeAccount(store, account, { disabledAt: null }, audit);
    return record(accountData(changed), `Account ${account.id} is enabled again.`);
  },
};

const ROLES: readonly Role[] = ["owner", "member", "reader"];

export const inviteToAccount: AdminCommand = {
  ...command(
    "account invite",
    "",
    "Prints an invitation link. No mail is sent.",
    needed(option("email", "ADDRESS", "of who is invited")),
    { ...ACCOUNT, help: "the account to join (default: a new one, whose owner the person becomes)" },
    option("role", "ROLE", "owner (the default), member or reader", ROLES),
  ),
  run: async ({ store, siteUrl }, given) => {
    const email = normalEmail(given.required("email", anyText));
    if (email === null) {
      throw new UsageError(`--email expected an e-mail address, got "${given.required("email", anyText)}"`);
    }
    const role = given.optional("role", oneOf(ROLES)) ?? "owner";
    const named = given.optional("account", anyText);
    if (named === null && role !== "owner") {
      throw new UsageError(`--role ${role} needs --account: the first person of a new account is its owner`);
    }
    const account = named === null ? null : await findAccount(store, "--account", named);
    if ((await store.people.findPersonByEmail(email)) !== null) {
      throw new RefusedError(`${email} has an account already: an e-mail address belongs to one person`);
    }
    const accountId = account?.id ?? null;
    const entry = adminEntry({ accountId, action: "person.invite", subject: email, details: { role } });
    const { secret, token } = newInvitation({ email, role, accountId, now: entry.at });
    await store.people.invite(token, entry);
    const { expiresAt } = token;
    const url = `${siteUrl}/invitation?${new URLSearchParams({ token: secret })}`;
    const where = account === null ? "a new account" : `account ${account.id}`;
    return record(
      { email, role, account_id: accountId, url, expires_at: timeData(expiresAt) },
      `Invitation of ${email} as ${role} of ${where}, until ${timeText(expiresAt)}. No mail is sent; hand over the link:\n${url}`,
    );
  },
};

export const labelAccount: AdminCommand = {
  ...command(
    "account label",
    "ACCOUNT",
    "Sets or removes the operator's own note, which the account's people do not see.",
    LABEL,
    flag("none", "remove the label"),
  ),
  run: async ({ store }, given) => {
    const label = given.optional("label", shortText(LABEL_CHARACTERS));
    if ((label === null) !== given.has("none")) throw new UsageError("expected either --label or --none");
    const account = await findAccount(store, "ACCOUNT", given.positionals[0]!);
    const audit = adminEntry({ accountId: account.id, action: "account.update", details: { label } });
    const changed = await changeAccount(store, account, { label }, audit);
    return record(
      accountData(changed),
      label === null
        ? `Account ${account.id} has no label now.`
        : `Account ${account.id} has the label "${label}" now.`,
    );
  },
};

export const listAccounts: AdminCommand = {
  ...command(
    "account list",
    "",
    "Lists accounts, oldest first.",
    option("plan", "PLAN", "those of this plan: free or pro", PLAN_IDS),
    flag("disabled", "those that are disabled"),
    flag("enabled", "those that are not disabled"),
    option("text", "TEXT", "those with this in their label or in their name"),
    AFTER,
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const plan = given.optional("plan", oneOf(PLAN_IDS));
    const [isDisabled, isEnabled] = [given.has("disabled"), given.has("enabled")];
    if (isDisabled && isEnabled) throw new UsageError("--disabled and --enabled exclude each other");
    const text = given.optional("text", anyText)?.toLowerCase() ?? null;
    const after = given.optional("after", uuid);
    await store.accounts.pageAccounts(1, after).catch((error: unknown) => {
      throw error instanceof RangeError ? new NotFoundError(error.message) : error;
    });
    const isWanted = (account: AccountRecord) =>
      (plan === null || account.plan === plan) &&
      (!isDisabled || account.disabledAt !== null) &&
      (!isEnabled || account.disabledAt === null) &&
      (text === null ||
        [account.label, account.displayName].some((name) => name?.toLowerCase().includes(text)));
    return listing<AccountRecord>({
      rows: wanted(eachAccount(store.accounts, after), isWanted),
      columns: [
        { title: "ID", cell: ({ id }) => id },
        { title: "PLAN", cell: (account) => account.plan },
        { title: "CREATED (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
        { title: "DISABLED (UTC)", cell: ({ disabledAt }) => timeText(disabledAt) },
        { title: "LABEL", cell: ({ label }) => label, maxWidth: 40 },
        { title: "NAME", cell: ({ displayName }) => displayName, maxWidth: 40 },
      ],
      dataOf: accountData,
      none: "No accounts.",
      limit: given.optional("limit", COUNT),
      after: ({ id }) => `--after ${id}`,
    });
  },
};

async function* wanted<Row>(rows: AsyncIterable<Row>, isWanted: (row: Row) => boolean): AsyncGenerator<Row> {
  for await (const row of rows) if (isWanted(row)) yield row;
}

export const setPlan: AdminCommand = {
  ...command(
    "account set-plan",
    "ACCOUNT free|pro",
    "Changes the plan. The limits hold from the next request on.",
  ),
  run: async ({ store }, given) => {
    const plan = oneOf(PLAN_IDS)("PLAN", given.positionals[1]!);
    const account = await findAccount(store, "ACCOUNT", given.positionals[0]!);
    if (account.plan === plan) {
      return record(accountData(account), `Account ${account.id} has the plan ${PLANS[plan].name} already.`);
    }
    const audit = adminEntry({
      accountId: account.id,
      action: "plan.set",
      details: { plan, former: account.plan },
    });
    const changed = await changeAccount(store, account, { plan }, audit);
    return record(
      accountData(changed),
      `Account ${account.id} has the plan ${PLANS[plan].name} now, before ${PLANS[account.plan].name}.`,
    );
  },
};

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

export const showAccount: AdminCommand = {
  ...command(
    "account show",
    "ACCOUNT",
    "Shows an account: plan, limits, balances, people, keys, open orders.",
  ),
  run: async ({ store }, given) => {
    const account = await findAccount(store, "ACCOUNT", given.positionals[0]!);
    const standing = await standingOf(store, account, new Date());
    return record(dataOf(standing), textOf(standing));
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

function textOf(standing: Standing): string {
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
    section("People", PERSON_COLUMNS, people),
    section("Invitations", INVITATION_COLUMNS, invitations),
    section("Keys", KEY_COLUMNS, keys),
    section("Open orders", ORDER_COLUMNS, openOrders),
  ];
  return [facts, ...parts.filter((part) => part !== null)].join("\n\n");
}

function section<Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): string | null {
  return rows.length === 0 ? null : `${title}\n${tableText(columns, rows)}`;
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
