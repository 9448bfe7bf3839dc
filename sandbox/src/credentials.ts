/**
 * The sandbox's two accounts, and the file from which other programs on this machine learn how to reach it:
 * `<SVC_DATA_DIR>/sandbox.json`. It contains keys and links that sign in, in plain text, which is acceptable only on a network
 * without evidential value.
 */

import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { issueApiKey, newAccount } from "@svc-proof/service/accounts/accounts";
import { hashApiKey, isApiKey } from "@svc-proof/service/accounts/authentication";
import { auditEntry } from "@svc-proof/service/audit/audit";
import { type Addresses, verifierSiteUrl } from "@svc-proof/service/http/site";
import { openableSiteUrl } from "@svc-proof/service/people/passkeys";
import { hashSecret, newSecret } from "@svc-proof/service/people/sign-in";
import type { AccountStore, PeopleStore, Records } from "@svc-proof/service/records/records";
import type { AccountRecord, AuditActor, PlanId } from "@svc-proof/service/records/types";
import type { Desk } from "./desk.js";
import type { SandboxTsa } from "./tsa/server.js";

/** Minimum seals of each account when the sandbox starts: they are free there. */
const SEALS: Readonly<Record<PlanId, number>> = { free: 3, pro: 100 };

const SERVICE: AuditActor = { kind: "service" };

/** The content of the file. */
export interface SandboxCredentials {
  readonly base_url: string;
  readonly site_url: string;
  readonly keys: Readonly<Record<PlanId, string>>;
  /** Links that sign an owner of each account in: as often as one likes, as long as this sandbox runs. */
  readonly sign_in: Readonly<Record<PlanId, string>>;
  readonly rpc_url: string;
  readonly chain_id: number;
  /** The sandbox's own calendar, and explorer of its regtest chain; null if the settings name others. */
  readonly calendar_url: string | null;
  /**
   * The sandbox's own timestamping authority (RFC 3161), and the PEM file of its root; null if the settings name
   * another.
   */
  readonly tsa_url: string | null;
  readonly tsa_root: string | null;
}

export interface SandboxCredentialsOptions {
  readonly store: Pick<Records, "accounts" | "people">;
  readonly desk: Pick<Desk, "link">;
  readonly dataDir: string;
  readonly addresses: Addresses;
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Null if the settings name others. */
  readonly calendarUrl: string | null;
  readonly tsa: Pick<SandboxTsa, "p256Url" | "rootPath"> | null;
}

/**
 * Writes the file. Keeps the keys of an earlier run while they are valid, creates a missing account and key for each
 * plan, and tops up the seals of both.
 */
export async function writeSandboxCredentials(
  options: SandboxCredentialsOptions,
): Promise<SandboxCredentials> {
  const { store, desk, dataDir, addresses, rpcUrl, chainId, calendarUrl, tsa } = options;
  const path = join(dataDir, "sandbox.json");
  const former = await readFormerKeys(path);
  const free = await entryTo(store, "free", former);
  const pro = await entryTo(store, "pro", former);
  const site = openableSiteUrl(addresses.siteUrl);
  const linkOf = ({ personId }: Entry) => desk.link(() => signInLink(store.people, personId, site));
  const credentials: SandboxCredentials = {
    base_url: addresses.baseUrl,
    site_url: addresses.siteUrl,
    keys: { free: free.key, pro: pro.key },
    sign_in: { free: linkOf(free), pro: linkOf(pro) },
    rpc_url: rpcUrl,
    chain_id: chainId,
    calendar_url: calendarUrl,
    tsa_url: tsa?.p256Url ?? null,
    tsa_root: tsa === null ? null : resolve(tsa.rootPath),
  };
  // Written to a temporary file and renamed, so that a reader never sees a partial file.
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
  return credentials;
}

/** Of the links that the service mails. */
const LINK_MS = 600_000;

/** The address of the service that signs a person in once. */
async function signInLink(people: PeopleStore, personId: string, siteUrl: string): Promise<string> {
  const person = await people.findPerson(personId);
  // Somebody removed this owner: the service says that the link does not work.
  const email = person?.email ?? "nobody@sandbox.example";
  const [secret, createdAt] = [newSecret(), new Date()];
  await people.putToken({
    secretHash: hashSecret(secret),
    purpose: "sign-in",
    email,
    accountId: null,
    role: null,
    personId: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LINK_MS),
  });
  return `${siteUrl}/sign-in/link?${new URLSearchParams({ token: secret })}`;
}

/** An account of the sandbox. */
interface Entry {
  readonly key: string;
  /** Its owner. */
  readonly personId: string;
}

async function entryTo(
  { accounts, people }: SandboxCredentialsOptions["store"],
  plan: PlanId,
  former: ReadonlySet<string>,
): Promise<Entry> {
  const { account, key } = await keyFor(accounts, plan, former);
  return { key, personId: await ownerOf(people, account) };
}

/** An owner of an account: one who is there, or a new one. */
async function ownerOf(people: PeopleStore, { id: accountId, plan }: AccountRecord): Promise<string> {
  const owner = (await people.listPeople(accountId)).find(({ role }) => role === "owner");
  if (owner !== undefined) return owner.id;
  const id = randomUUID();
  // Another address when an account of an earlier run has the first one.
  for (const local of [plan, `${plan}-${accountId.slice(0, 8)}`]) {
    const email = `${local}@sandbox.example`;
    const person = { id, accountId, email, role: "owner", language: "en", lastSignInAt: null } as const;
    const audit = auditEntry({
      accountId,
      actor: SERVICE,
      action: "person.create",
      subject: id,
      details: { email, role: "owner" },
    });
    const created = await people.createPerson({ ...person, createdAt: audit.at }, audit);
    if (created === "created") return id;
  }
  throw new Error("a new account expected room for an owner");
}

async function keyFor(
  accounts: AccountStore,
  plan: PlanId,
  former: ReadonlySet<string>,
): Promise<{ readonly account: AccountRecord; readonly key: string }> {
  for (const key of former) {
    const record = await accounts.findKey(hashApiKey(key));
    if (record?.account?.plan === plan && record.revokedAt === null) {
      await fillUpSeals(accounts, record.account);
      return { account: record.account, key };
    }
  }
  const { account, welcome, audit } = newAccount({
    plan,
    label: "sandbox",
    welcomeSeals: SEALS[plan],
    actor: SERVICE,
  });
  await accounts.createAccount(account, welcome, audit);
  const issued = await issueApiKey(accounts, account, "sandbox", SERVICE);
  if (issued === null) throw new Error("a new account expected room for a key");
  return { account, key: issued.key };
}

async function fillUpSeals(accounts: AccountStore, { id: accountId, plan }: AccountRecord): Promise<void> {
  const { welcome, pack } = await accounts.sealBalance(accountId);
  const amount = SEALS[plan] - welcome - pack;
  if (amount <= 0) return;
  const grant = { id: randomUUID(), accountId, kind: "welcome", cause: "sandbox", at: new Date() } as const;
  await accounts.addSeals(
    { ...grant, amount },
    auditEntry({
      accountId,
      actor: SERVICE,
      action: "seals.add",
      subject: grant.id,
      details: { kind: grant.kind, amount, cause: grant.cause },
    }),
  );
}

export interface SandboxNotice
  extends Pick<SandboxCredentialsOptions, "addresses" | "rpcUrl" | "chainId" | "calendarUrl" | "tsa"> {
  readonly credentials: Pick<SandboxCredentials, "keys" | "sign_in">;
  /** Null if the settings name a mail server. */
  readonly mailsUrl: string | null;
}

/** What a person who starts the sandbox needs, for the terminal. */
export function sandboxNotice(notice: SandboxNotice): string {
  const { addresses, credentials, mailsUrl, rpcUrl, chainId, calendarUrl, tsa } = notice;
  return `
SANDBOX: a development network. Nothing proven here has any evidential value.

  API       ${addresses.baseUrl}
  Site      ${addresses.siteUrl}/
  Verifier  ${verifierSiteUrl(addresses)}
  Mails     ${mailsUrl ?? "as SVC_SMTP_URL says"}
  Free key  ${credentials.keys.free}
  Pro key   ${credentials.keys.pro}
  Sign in   ${credentials.sign_in.free} (free)
            ${credentials.sign_in.pro} (pro)
            as often as you like, until the sandbox stops
  Chain     ${chainId} at ${rpcUrl}
  Bitcoin   ${calendarUrl === null ? "as SVC_CALENDAR_URLS says" : `regtest, calendar and explorer at ${calendarUrl}`}
  Seals     ${tsa === null ? "as SVC_TSA_URL says" : `not qualified, by ${tsa.p256Url}, root in ${tsa.rootPath}`}
`;
}

/** The keys in the file of an earlier run. Without a valid file, new keys are created. */
async function readFormerKeys(path: string): Promise<ReadonlySet<string>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Set();
    throw error;
  }
  return new Set(text.match(/svc_[A-Za-z0-9_-]{43}(?=")/g)?.filter(isApiKey));
}
