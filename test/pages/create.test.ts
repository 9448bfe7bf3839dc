import { randomBytes, randomUUID } from "node:crypto";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import type { Mail } from "../../service/src/clients/mail.js";
import type { ItemAnswer, MailAnswer, ProofStanding } from "../../service/src/dashboard/create.js";
import { lookAtWishes } from "../../service/src/people/mail-wishes.js";
import type { AccountRecord, Registration } from "../../service/src/records/types.js";
import { anchorBatch, batchQueue, confirmBatch, confirmQueue } from "../contract/api-service.js";
import { describeStores } from "../contract/test-stores.js";
import { createPages } from "./create-pages.js";
import { type PageAnswer, type PageBrowser, PageSite } from "./page-site.js";

const PATH = "/dashboard/create";
const REGISTER = "/dashboard/create/register";
/** Of each account in these tests. */
const PER_MINUTE = 150;

const randomHash = () => randomBytes(32).toString("hex");
const randomToken = () => randomBytes(16).toString("base64url");

interface SentItem {
  readonly token: string;
  readonly hash: string;
  readonly name: string;
  readonly size?: number;
  readonly mime_type?: string;
}

function newItem(given: Partial<SentItem> = {}): SentItem {
  return {
    token: randomToken(),
    hash: randomHash(),
    name: "a.txt",
    size: 3,
    mime_type: "text/plain",
    ...given,
  };
}

describeStores("proofs made in the browser", ({ open }) => {
  let site: PageSite;
  beforeAll(async () => {
    site = await PageSite.start({ pages: (world) => createPages(world, PER_MINUTE), open });
  });
  afterAll(() => site.stop());

  const post = async (browser: PageBrowser, items: readonly unknown[]): Promise<PageAnswer> => {
    await browser.get(PATH);
    return browser.postJson(REGISTER, { items });
  };
  const answersOf = ({ status, html }: PageAnswer): readonly ItemAnswer[] => {
    expect(status).toBe(200);
    return (JSON.parse(html) as { items: readonly ItemAnswer[] }).items;
  };
  const register = async (browser: PageBrowser, items: readonly unknown[]) =>
    answersOf(await post(browser, items));
  const proofIds = (answers: readonly ItemAnswer[]) =>
    answers.map((answer) => (answer.outcome === "refused" ? answer.code : answer.proof_id));
  const ofApi = (account: AccountRecord, hash: string): Registration => ({
    id: randomUUID(),
    certificateId: randomUUID(),
    accountId: account.id,
    origin: "web",
    keyId: null,
    idempotencyKey: null,
    hash,
    name: "before.txt",
    metadata: null,
    size: null,
    mimeType: "text/plain",
    receivedAt: new Date(),
    dailyLimit: 10,
    seal: null,
  });

  it("registers a group for the account, in order, outside the daily limit", async () => {
    const { browser, account } = await site.signIn("member", { plan: "free" });
    const items = Array.from({ length: 100 }, (_, i) => newItem({ name: `folder/${i}.txt`, size: i }));
    const answers = await register(browser, items);
    expect(answers).toMatchObject(
      items.map(({ token, hash }) => ({ token, hash, outcome: "created", first_registrant: true })),
    );
    const { proofs } = await site.store.proofs.list(account.id, 100, null);
    expect(new Set(proofs.map(({ id }) => id))).toEqual(new Set(proofIds(answers)));
    const one = proofs.find(({ hash }) => hash === items[7]!.hash);
    expect(one).toMatchObject({ name: "7.txt", size: 7, mimeType: "text/plain", origin: "web" });
    expect(await site.store.proofs.countOfDay(account.id, new Date())).toBe(0);
  });

  it("answers a group that is sent again with the same proofs, also for bytes of another account", async () => {
    const [{ browser, account }, other] = [await site.signIn("member"), await site.signIn("owner")];
    const hashes = Array.from({ length: 20 }, randomHash);
    for (const hash of hashes.slice(0, 10)) await site.store.proofs.register(ofApi(other.account, hash));
    const items = hashes.map((hash) => newItem({ hash }));
    const first = await register(browser, items);
    expect(first.map((answer) => answer.outcome)).toEqual(Array(20).fill("created"));
    expect(first.map((answer) => "first_registrant" in answer && answer.first_registrant)).toEqual([
      ...Array(10).fill(false),
      ...Array(10).fill(true),
    ]);
    // Twice at once, as when an answer is lost and the page is reloaded.
    const [again, more] = await Promise.all([register(browser, items), register(browser, items)]);
    for (const repeated of [again!, more!]) {
      expect(repeated.map((answer) => answer.outcome)).toEqual(Array(20).fill("existing"));
      expect(proofIds(repeated)).toEqual(proofIds(first));
    }
    expect((await site.store.proofs.list(account.id, 100, null)).proofs).toHaveLength(20);
    // The token of one account means nothing in another.
    const theirs = await register(other.browser, items.slice(0, 1));
    expect(proofIds(theirs)).not.toEqual(proofIds(first.slice(0, 1)));
  });

  it("finds bytes that the account registered, whatever the token", async () => {
    const { browser, account } = await site.signIn("member");
    const hash = randomHash();
    const made = await site.store.proofs.register(ofApi(account, hash));
    const [answer] = await register(browser, [newItem({ hash })]);
    expect(answer).toMatchObject({ outcome: "existing", proof_id: "proof" in made && made.proof.id });
  });

  it("refuses single items by the rules of the API, and registers the others", async () => {
    const { browser, account } = await site.signIn("member");
    const bad = [
      { hash: "AB".repeat(32) },
      { hash: "ab" },
      { hash: undefined },
      { name: "a".repeat(201) },
      { size: -1 },
      { size: 1.5 },
      { mime_type: "text/plä" },
    ].map((given) => ({ ...newItem(), ...given }));
    const answers = await register(browser, [...bad, newItem()]);
    expect(answers.map((answer) => answer.outcome)).toEqual([
      ...Array(bad.length).fill("refused"),
      "created",
    ]);
    expect(answers[0]).toEqual({ token: bad[0]!.token, outcome: "refused", code: "invalid_request" });
    expect((await site.store.proofs.list(account.id, 100, null)).proofs).toHaveLength(1);
  });

  it.each([
    ["no list", {}],
    ["nothing", { items: [] }],
    ["too many", { items: Array.from({ length: 101 }, () => newItem()) }],
    ["no token", { items: [{ hash: randomHash(), name: "" }] }],
    ["a short token", { items: [newItem({ token: "short" })] }],
    ["a token with a line end", { items: [newItem({ token: `${"a".repeat(22)}\n` })] }],
    ["no objects", { items: [null, 7] }],
  ])("refuses a group with %s whole", async (_, body) => {
    const { browser, account } = await site.signIn("member");
    await browser.get(PATH);
    expect((await browser.postJson(REGISTER, body)).status).toBe(400);
    expect((await site.store.proofs.list(account.id, 100, null)).proofs).toEqual([]);
  });

  it("bounds the body", async () => {
    const { browser } = await site.signIn("member");
    expect((await post(browser, [{ ...newItem(), more: "a".repeat(600_000) }])).status).toBe(400);
  });

  it("limits creations in a minute, gives back what made nothing, and tells when to go on", async () => {
    const { browser, account } = await site.signIn("member");
    const items = Array.from({ length: 100 }, () => newItem());
    await register(browser, items);
    // What was sent before does not count.
    expect((await register(browser, items)).every(({ outcome }) => outcome === "existing")).toBe(true);
    const more = await register(
      browser,
      Array.from({ length: 100 }, () => newItem()),
    );
    expect(more.filter(({ outcome }) => outcome === "created")).toHaveLength(50);
    const refused = more.flatMap((answer) => (answer.outcome === "refused" ? [answer] : []));
    expect(refused).toHaveLength(50);
    for (const { code, retry_after } of refused) {
      expect(code).toBe("rate_limited");
      expect(retry_after).toBeGreaterThanOrEqual(1);
      expect(retry_after).toBeLessThanOrEqual(60);
    }
    // Found, however full the minute is.
    expect((await register(browser, items)).every(({ outcome }) => outcome === "existing")).toBe(true);
    expect((await site.store.proofs.list(account.id, 100, null)).more).toBe(true);
  });

  it("is for members and owners, with the token of the page, from this site", async () => {
    const reader = await site.signIn("reader");
    expect((await reader.browser.get(PATH)).status).toBe(403);
    expect((await reader.browser.postJson(REGISTER, { items: [newItem()] })).status).toBe(403);
    const nobody = site.browser();
    expect(
      (await nobody.postJson(REGISTER, { items: [newItem()] }, { stay: true })).headers["location"],
    ).toContain("/sign-in");
    const { browser, account } = await site.signIn("owner");
    expect((await browser.get(PATH)).status).toBe(200);
    const [other] = [await site.signIn("member")];
    await other.browser.get(PATH);
    for (const headers of [{ "x-csrf-token": "" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await browser.postJson(REGISTER, { items: [newItem()] }, { headers })).status).toBe(403);
    }
    expect((await site.store.proofs.list(account.id, 1, null)).proofs).toEqual([]);
  });

  it("allows its worker alone, and tells the script whose journal it is", async () => {
    const { browser, account, person } = await site.signIn("member");
    const { headers, html } = await browser.get(PATH);
    expect(headers["content-security-policy"]).toContain("trusted-types svc-create");
    expect(headers["content-security-policy"]).not.toContain("wasm-unsafe-eval");
    expect(html).toContain(`${account.id}:${person.id}`);
    expect(html).toMatch(/<script type="module" src="\/assets\/create-[\w-]+\.js" integrity="sha384-/);
  });

  it.each(LANGUAGES)("registers a fingerprint without scripts, in %s", async (language) => {
    const { browser, account } = await site.signIn("member");
    browser.headers = { "accept-language": language };
    const page = await browser.get(PATH);
    const hash = randomHash();
    const spaced = ` ${hash.toUpperCase().replace(/(.{8})/g, "$1 ")}`;
    const fields = { fingerprint: spaced, name: 'C:\\papers\\<b>"will".pdf' };
    const done = await browser.submit(page, PATH, fields);
    expect(done.path).toMatch(/^\/dashboard\/create\?registered=[0-9a-f-]{36}&count=1$/);
    expect(done.text).toContain('<b>"will".pdf');
    expect(done.html).not.toContain("<b>");
    const { proofs } = await site.store.proofs.list(account.id, 10, null);
    expect(proofs).toMatchObject([{ hash, name: '<b>"will".pdf', origin: "web", size: null }]);
    expect(done.links).toContain(`/dashboard/proofs/${proofs[0]!.id}`);
  });

  it("registers a fingerprint as tools print it", async () => {
    const { browser, account } = await site.signIn("member");
    const prints = [
      (hash: string) => `sha256:${hash}`,
      (hash: string) => `SHA256 (will.pdf) = ${hash}`,
      (hash: string) => `${hash}  will.pdf`,
      (hash: string) => `SHA256          ${hash.toUpperCase()}       C:\\papers\\will.pdf`,
      (hash: string) =>
        `SHA256 hash of will.pdf: ${hash} CertUtil: -hashfile command completed successfully.`,
    ];
    const hashes = prints.map(() => randomHash());
    for (const [at, print] of prints.entries()) {
      await browser.submit(await browser.get(PATH), PATH, { fingerprint: print(hashes[at]!), name: "" });
    }
    const { proofs } = await site.store.proofs.list(account.id, 10, null);
    expect(proofs.map(({ hash }) => hash)).toEqual(hashes.toReversed());
  });

  it("registers a list without scripts, with the names that it gives, each once", async () => {
    const { browser, account } = await site.signIn("member");
    const [first, second, third] = [randomHash(), randomHash(), randomHash()];
    const list = `${first} *folder/a.pdf\r\nSHA256          ${second.toUpperCase()}       C:\\b.pdf\r\n${third}\r\n${first}  again\r\n`;
    const done = await browser.submit(await browser.get(PATH), PATH, { fingerprint: list });
    expect(done.text).toContain("4 fingerprints received; their proofs follow.");
    expect(done.text).toContain("Keep the originals unchanged");
    const { proofs } = await site.store.proofs.list(account.id, 10, null);
    expect(new Set(proofs.map(({ hash, name }) => `${hash} ${name}`))).toEqual(
      new Set([`${first} a.pdf`, `${second} b.pdf`, `${third} ${third.slice(0, 12)}`]),
    );
  });

  it("tells the states of the account's proofs, and of no other's", async () => {
    await confirmQueue(site.store);
    const [{ browser, account }, other] = [await site.signIn("member"), await site.signIn("member")];
    const [mine] = proofIds(await register(browser, [newItem()]));
    const [theirs] = proofIds(await register(other.browser, [newItem()]));
    const ask = async (proofs: readonly (string | undefined)[]) => {
      const { status, html } = await browser.postJson(`${PATH}/states`, { proofs });
      return status === 200 ? (JSON.parse(html) as { proofs: readonly ProofStanding[] }).proofs : status;
    };
    const queued = { id: mine, state: "queued", bitcoin: "pending", batch: null };
    expect(await ask([mine, theirs, randomUUID()])).toEqual([queued]);
    const batch = await batchQueue(site.store);
    expect(await ask([mine])).toEqual([{ ...queued, state: "batched", batch }]);
    await anchorBatch(site.store, batch);
    expect(await ask([mine])).toEqual([{ ...queued, state: "anchored", batch }]);
    await confirmBatch(site.store, batch);
    expect(await ask([mine])).toEqual([{ ...queued, state: "confirmed", batch }]);
    for (const bad of [[], Array(101).fill(mine), ["no uuid"]]) expect(await ask(bad)).toBe(400);
    expect((await site.store.proofs.list(account.id, 10, null)).proofs).toHaveLength(1);
  });

  describe("a mail when all proofs are confirmed", () => {
    const mails: Mail[] = [];
    let refusals: Error[] = [];
    /** How far the job's clock is ahead. */
    let aheadMs = 0;
    let isAvailable = true;
    /** An account whose proofs cannot be read. */
    let unreadable: string | null = null;
    beforeEach(() => {
      mails.length = 0;
      refusals = [];
      aheadMs = 0;
      isAvailable = true;
      unreadable = null;
    });
    /** The job, as often as it takes for what is due now. */
    const look = async (afterMs = 0) => {
      aheadMs += afterMs;
      const now = new Date(Date.now() + aheadMs);
      const lease = (await site.store.leases.acquire("mail", "a test", 60_000))!;
      const { accounts, mailWishes, people, proofs } = site.store;
      const findSome = (account: string, ids: readonly string[]) =>
        account === unreadable ? Promise.reject(new Error("unreadable")) : proofs.findSome(account, ids);
      const store = { accounts, mailWishes, people, proofs: { ...proofs, findSome } };
      const mailer = {
        isAvailable,
        send: async (mail: Mail) => {
          const refusal = refusals.shift();
          if (refusal !== undefined) throw refusal;
          mails.push(mail);
        },
      };
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const addresses = () => ({ siteUrl: "https://proofs.example", baseUrl: "" });
      for (let run = 0; run < 4; run++) await lookAtWishes({ store, mailer, addresses, log }, lease, now);
    };
    const wish = async (browser: PageBrowser, proofs: readonly string[], more: object = {}) => {
      const body = { token: randomToken(), proofs, whole: true, stop: false, ...more };
      return browser.postJson(`${PATH}/mail`, body);
    };
    const confirm = () => confirmQueue(site.store);

    it("is one, in the language of the page, once the last is confirmed, whatever instance does it", async () => {
      const { browser, person } = await site.signIn("member");
      browser.headers = { "accept-language": "fr" };
      const first = proofIds(await register(browser, [newItem(), newItem()]));
      const token = randomToken();
      expect((await wish(browser, first, { token, whole: false })).status).toBe(200);
      await confirm();
      await look();
      const second = proofIds(await register(browser, [newItem()]));
      await wish(browser, second, { token });
      // Sent again by a page whose answer was lost.
      await wish(browser, second, { token });
      await look(60_000);
      expect(mails).toEqual([]);
      await confirm();
      await look(60_000);
      expect(mails).toMatchObject([{ to: person.email, subject: "Vos 3 preuves sont confirmées" }]);
      expect(mails[0]!.text).toContain("https://proofs.example/dashboard/proofs?state=confirmed\n");
      await look(3_600_000);
      expect(mails).toHaveLength(1);
      // Nothing of what was told before is told again.
      const again = await wish(browser, [...first, ...second], { token });
      expect(JSON.parse(again.html)).toEqual({ noted: true, open: false });
      const third = proofIds(await register(browser, [newItem()]));
      await wish(browser, [...first, ...second, ...third], { token });
      await confirm();
      await look(60_000);
      expect(mails[1]).toMatchObject({ subject: "Votre preuve est confirmée" });
    });

    it("comes from the form without scripts, and leads to its one proof", async () => {
      const { browser } = await site.signIn("member");
      const page = await browser.get(PATH);
      await browser.submit(page, PATH, { fingerprint: randomHash(), mail: "yes" });
      await confirm();
      await look();
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toMatch(/https:\/\/proofs\.example\/dashboard\/proofs\/[0-9a-f-]{36}\n/);
      await browser.submit(await browser.get(PATH), PATH, { fingerprint: randomHash() });
      await confirm();
      await look(3_600_000);
      expect(mails).toHaveLength(1);
    });

    it("is tried again while the server does not take it, and given up when it never will", async () => {
      const { browser } = await site.signIn("member");
      await wish(browser, proofIds(await register(browser, [newItem()])));
      await confirm();
      const wrongPassword = { code: "EAUTH", responseCode: 535 };
      refusals = [
        new Error("no answer"),
        Object.assign(new Error("wrong password"), wrongPassword),
        Object.assign(new Error("no such sender"), { responseCode: 550, command: "MAIL FROM" }),
        Object.assign(new Error("later"), { responseCode: 451, command: "RCPT TO" }),
      ];
      await look();
      expect([mails.length, refusals.length]).toEqual([0, 3]);
      for (const afterMs of [60_000, 120_000, 240_000, 480_000]) await look(afterMs);
      expect([mails.length, refusals.length]).toEqual([1, 0]);
      await wish(browser, proofIds(await register(browser, [newItem()])));
      await confirm();
      refusals = [Object.assign(new Error("no such mailbox"), { responseCode: 550, command: "RCPT TO" })];
      await look();
      await look(3_600_000);
      expect(mails).toHaveLength(1);
    });

    it("waits for a mail server, and while the account is disabled, for thirty days", async () => {
      const { browser, account } = await site.signIn("member");
      const actor = { kind: "service" } as const;
      const update = (disabledAt: Date | null, action: "account.disable" | "account.enable") =>
        site.store.accounts.updateAccount(
          account.id,
          { disabledAt },
          auditEntry({ accountId: account.id, actor, action }),
        );
      await wish(browser, proofIds(await register(browser, [newItem()])));
      await confirm();
      isAvailable = false;
      await look();
      isAvailable = true;
      await update(new Date(), "account.disable");
      await look(600_000);
      expect(mails).toEqual([]);
      await update(null, "account.enable");
      await look(600_000);
      expect(mails).toHaveLength(1);
      const other = await site.signIn("member");
      await wish(other.browser, proofIds(await register(other.browser, [newItem()])));
      await confirm();
      isAvailable = false;
      await look();
      isAvailable = true;
      await look(31 * 86_400_000);
      expect(mails).toHaveLength(1);
    });

    it("comes although another one fails, which is tried again", async () => {
      const [bad, good] = [await site.signIn("member"), await site.signIn("member")];
      for (const { browser } of [bad, good])
        await wish(browser, proofIds(await register(browser, [newItem()])));
      await confirm();
      unreadable = bad.account.id;
      await look();
      expect(mails).toMatchObject([{ to: good.person.email }]);
      unreadable = null;
      await look(3_600_000);
      expect(mails).toMatchObject([{ to: good.person.email }, { to: bad.person.email }]);
    });

    it("does not come when it is not wanted any more, nor to whom has left", async () => {
      const { browser, account } = await site.signIn("member");
      const gone = await site.signIn("member", { account });
      const token = randomToken();
      await wish(browser, proofIds(await register(browser, [newItem()])), { token });
      await wish(browser, [], { token, whole: false, stop: true });
      await wish(gone.browser, proofIds(await register(gone.browser, [newItem()])));
      const entry = auditEntry({
        accountId: account.id,
        actor: { kind: "service" },
        action: "person.remove",
      });
      await site.store.people.removePerson(gone.person, entry);
      await confirm();
      await look();
      await look(3_600_000);
      expect(mails).toEqual([]);
    });

    it("cannot be wished for by readers, nor of another account's proofs, nor without the token", async () => {
      const [{ browser }, other] = [await site.signIn("member"), await site.signIn("member")];
      const theirs = proofIds(await register(other.browser, [newItem()]));
      await browser.get(PATH);
      expect((await wish(browser, theirs)).status).toBe(200);
      for (const body of [{ token: "short" }, { whole: "yes" }, { proofs: Array(501).fill(theirs[0]) }])
        expect((await wish(browser, theirs, body)).status).toBe(400);
      const reader = await site.signIn("reader");
      expect((await wish(reader.browser, theirs)).status).toBe(403);
      await confirm();
      await look(3_600_000);
      expect(mails).toEqual([]);
    });

    it("is told to the page until it is sent, and can be wished for sixty times an hour", async () => {
      const { browser } = await site.signIn("member");
      const ids = proofIds(await register(browser, [newItem()]));
      const token = randomToken();
      const noted = async (more: object = {}) =>
        (JSON.parse((await wish(browser, ids, more)).html) as MailAnswer).noted;
      for (let i = 0; i < 60; i++) expect(await noted(i === 0 ? { token } : {})).toBe(true);
      expect(await noted()).toBe(false);
      expect(await noted({ token })).toBe(true);
      expect((await browser.get(PATH)).html).toContain(token);
      await wish(browser, [], { token, whole: false, stop: true });
      expect((await browser.get(PATH)).html).not.toContain(token);
    });
  });

  it("registers once a form that is sent twice", async () => {
    const [{ browser, account }, other] = [await site.signIn("member"), await site.signIn("member")];
    const hash = randomHash();
    await site.store.proofs.register(ofApi(other.account, hash));
    const page = await browser.get(PATH);
    const sent = await Promise.all([
      browser.submit(page, PATH, { fingerprint: hash, name: "a" }),
      browser.submit(page, PATH, { fingerprint: hash, name: "a" }),
    ]);
    expect(new Set(sent.map(({ path }) => path)).size).toBe(1);
    expect((await site.store.proofs.list(account.id, 10, null)).proofs).toHaveLength(1);
  });

  it("registers the fingerprint of a form that was sent before with another one", async () => {
    const { browser, account } = await site.signIn("member");
    const page = await browser.get(PATH);
    const [first, second] = [randomHash(), randomHash()];
    await browser.submit(page, PATH, { fingerprint: first, name: "first" });
    const done = await browser.submit(page, PATH, { fingerprint: second, name: "second" });
    const { proofs } = await site.store.proofs.list(account.id, 10, null);
    expect(proofs.map(({ hash }) => hash)).toEqual([second, first]);
    expect(done.links).toContain(`/dashboard/proofs/${proofs[0]!.id}`);
  });

  it("shows the form again with what was typed and what is wrong", async () => {
    const { browser, account } = await site.signIn("member");
    const page = await browser.get(PATH);
    const short = await browser.submit(page, PATH, { fingerprint: "abc", name: "will.pdf" });
    expect(short.status).toBe(400);
    expect(short.html).toMatch(
      /aria-describedby="fingerprint-hint fingerprint-problem"[^>]*aria-invalid="true"/,
    );
    expect(short.html).toContain('value="will.pdf"');
    expect(short.html).toContain(">abc</textarea>");
    expect(short.text).toContain("Line 1: no SHA-256 fingerprint");
    const mixed = await browser.submit(page, PATH, {
      fingerprint: `${randomHash()}  a\r\nMD5 (b) = ${"a".repeat(32)}\r\n`,
    });
    expect(mixed.status).toBe(400);
    expect(mixed.text).toContain("Line 2: a fingerprint of another kind.");
    expect(mixed.text).not.toContain("Line 1");
    const many = await browser.submit(page, PATH, { fingerprint: `${randomHash()}\n`.repeat(101) });
    expect(many.text).toContain("From line 101 on there are too many.");
    const long = await browser.submit(page, PATH, { fingerprint: randomHash(), name: "a".repeat(201) });
    expect(long.status).toBe(400);
    expect(long.html).toMatch(/name="name"[^>]*aria-invalid="true"/);
    expect((await site.store.proofs.list(account.id, 10, null)).proofs).toEqual([]);
  });

  it("shows no other account's proof in its notice", async () => {
    const [{ browser }, other] = [await site.signIn("member"), await site.signIn("member")];
    const made = await site.store.proofs.register(ofApi(other.account, randomHash()));
    const id = "proof" in made ? made.proof.id : "";
    for (const asked of [id, randomUUID(), "no-uuid", ""]) {
      const page = await browser.get(`${PATH}?registered=${asked}`);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("before.txt");
    }
  });
});
