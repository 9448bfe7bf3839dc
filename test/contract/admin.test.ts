/** The admin commands over real stores: what each changes, tells and refuses, and what the audit trail then says. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { EXIT, type ExitStatus, readInvocation, UsageError } from "@svc-proof/verifier-lib/command-line";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { issueApiKey } from "../../service/src/accounts/accounts.js";
import { hashApiKey } from "../../service/src/accounts/authentication.js";
import { type AdminContext, NotFoundError, RefusedError } from "../../service/src/admin/command.js";
import { SVC_PROOF_ADMIN } from "../../service/src/admin/commands.js";
import { auditEntry } from "../../service/src/audit/audit.js";
import { blobName, CustodyKeys } from "../../service/src/custody/storage.js";
import { hashSecret } from "../../service/src/people/sign-in.js";
import { newOrderedId } from "../../service/src/records/ordered-id.js";
import type { Records } from "../../service/src/records/records.js";
import type { AccountRecord, OrderRecord, ProofRecord } from "../../service/src/records/types.js";
import { anchorBatch, attestBatch, batchQueue, confirmBatch, emptyQueue, newServer } from "./api-service.js";
import { describeCustodies, openCustody, type TestCustody } from "./test-custody.js";

interface Answer {
  readonly status: ExitStatus;
  readonly text: string;
  readonly notes: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the tests state its shape
  readonly data: any;
}

const UPLOAD_MS = 60_000;
const SITE = "https://proofs.example";

describeCustodies("the admin commands on $name", ({ open, openBlobs }) => {
  let store: Records;
  let removeStore: () => Promise<void>;
  let custody: TestCustody;
  let input: string;

  beforeEach(async () => {
    ({ store, remove: removeStore } = await open());
    custody = await openCustody(store, openBlobs);
    input = "";
  });
  afterEach(async () => {
    await custody.remove();
    await removeStore();
  });

  const context = (changes: Partial<AdminContext> = {}): AdminContext => ({
    store,
    welcomeSeals: 2,
    siteUrl: SITE,
    uploadMs: UPLOAD_MS,
    readInput: async () => input,
    custody: async () => custody,
    custodyKeys: () => custody.keys,
    acceptChains: async () => null,
    ...changes,
  });

  /** Runs a command twice: for people and, if it changes nothing, for scripts. */
  async function run(...args: string[]): Promise<Answer> {
    return runWith({}, ...args);
  }
  async function runWith(changes: Partial<AdminContext>, ...args: string[]): Promise<Answer> {
    const invocation = readInvocation(SVC_PROOF_ADMIN, args);
    if ("help" in invocation) throw new Error("expected a command");
    const { command, words } = invocation;
    const isJson = words.has("json");
    const result = await command.run(context(changes), words);
    const parts: string[] = [];
    const notes: string[] = [];
    const status = await result.print({
      isJson,
      columns: null,
      write: async (text) => void parts.push(text),
      note: (text) => void notes.push(text),
    });
    const text = parts.join("");
    return { status, text, notes, data: isJson ? JSON.parse(text) : undefined };
  }
  const json = async (...args: string[]): Promise<Answer["data"]> => (await run(...args, "--json")).data;

  const newAccount = async (...more: string[]): Promise<string> =>
    (await json("account", "create", "--plan", "pro", ...more)).id;
  const trail = async (accountId: string | null): Promise<readonly string[]> =>
    (await store.audit.list(accountId, 100, null)).entries
      .map(({ actor, action }) => `${actor.kind} ${action}`)
      .reverse();
  const newPerson = async (accountId: string, email: string): Promise<void> => {
    const at = new Date();
    const person = { id: randomUUID(), accountId, email, role: "owner", language: "en" } as const;
    await store.people.createPerson(
      { ...person, createdAt: at, lastSignInAt: null },
      auditEntry({ accountId, actor: { kind: "service" }, action: "person.create" }),
    );
  };
  const account = async (id: string): Promise<AccountRecord> => (await store.accounts.findAccount(id))!;
  async function register(
    accountId: string,
    given: Partial<{ hash: string; name: string }> = {},
  ): Promise<ProofRecord> {
    const receivedAt = new Date();
    const result = await store.proofs.register({
      id: newOrderedId(receivedAt),
      certificateId: randomUUID(),
      accountId,
      origin: "web",
      keyId: null,
      idempotencyKey: null,
      hash: randomBytes(32).toString("hex"),
      name: "contract.pdf",
      metadata: null,
      size: 1_234_567,
      mimeType: "application/pdf",
      receivedAt,
      dailyLimit: 1_000,
      seal: null,
      ...given,
    });
    if (result.outcome !== "created") throw new Error(result.outcome);
    return result.proof;
  }

  describe("accounts", () => {
    it("are created with a label and the welcome seals of the setting, or others", async () => {
      const created = await json("account", "create", "--plan", "free", "--label", "Notaría Ruiz");
      expect(created).toMatchObject({
        plan: "free",
        label: "Notaría Ruiz",
        disabled_at: null,
        welcome_seals: 2,
      });
      expect(await account(created.id)).toMatchObject({ plan: "free", label: "Notaría Ruiz" });
      expect(await store.accounts.sealBalance(created.id)).toEqual({ welcome: 2, pack: 0 });
      expect(await trail(created.id)).toEqual(["admin account.create"]);
      const without = await newAccount("--welcome-seals", "0");
      expect(await store.accounts.sealBalance(without)).toEqual({ welcome: 0, pack: 0 });
    });

    it("name the next command when they are created", async () => {
      const { text } = await run("account", "create", "--plan", "free");
      const command = /npm run admin -- (key create .*)$/m.exec(text)![1]!;
      expect((await json(...command.split(" "))).key).toMatch(/^svc_/);
    });

    it("are listed oldest first, by plan, state and text, in parts", async () => {
      const ids: string[] = [];
      for (const label of ["Álvarez", "Braun", "Curie"]) ids.push(await newAccount("--label", label));
      const free = (await json("account", "create", "--plan", "free")).id;
      await run("account", "disable", ids[1]!);
      const listed = async (...more: string[]) =>
        (await json("account", "list", ...more)).map(({ id }: { id: string }) => id);
      expect(await listed()).toEqual([...ids, free]);
      expect(await listed("--plan", "free")).toEqual([free]);
      expect(await listed("--disabled")).toEqual([ids[1]]);
      expect(await listed("--enabled", "--plan", "pro")).toEqual([ids[0], ids[2]]);
      expect(await listed("--text", "cur")).toEqual([ids[2]]);
      expect(await listed("--after", ids[1]!)).toEqual([ids[2], free]);
      expect(await listed("--text", "nobody")).toEqual([]);
      const part = await run("account", "list", "--limit", "2");
      expect(part.notes).toEqual([`More follow: --after ${ids[1]}`]);
      expect(part.text.trim().split("\n")).toHaveLength(3);
      expect((await run("account", "list", "--limit", "4")).notes).toEqual([]);
      expect((await run("account", "list", "--text", "nobody")).text).toBe("No accounts.\n");
    });

    it("are shown with people, keys, balances and use, by identifier or e-mail address", async () => {
      const id = await newAccount("--label", "Ruiz");
      await newPerson(id, "ana@ruiz.example");
      const { key } = await json("key", "create", "--account", id, "--name", "shop");
      const shown = await json("account", "show", "Ana@Ruiz.example");
      expect(shown).toMatchObject({
        id,
        plan: "pro",
        seals: { welcome: 2, pack: 0 },
        proofs: { used_today: 0, daily_limit: 5_000 },
        custody: { originals: 0, stored_bytes: 0 },
        people: [{ email: "ana@ruiz.example", role: "owner", last_sign_in_at: null }],
        keys: [{ name: "shop", revoked_at: null }],
        invitations: [],
        open_orders: [],
      });
      const { text } = await run("account", "show", id.toUpperCase());
      for (const told of [id, "Ruiz", "ana@ruiz.example", "shop", "2 welcome, 0 pack"])
        expect(text).toContain(told);
      expect(text).not.toContain(key);
    });

    it("change their plan at once", async () => {
      const { id } = await json("account", "create", "--plan", "free");
      expect(await json("account", "set-plan", id, "pro")).toMatchObject({ id, plan: "pro" });
      expect(await account(id)).toMatchObject({ plan: "pro" });
      expect((await run("account", "set-plan", id, "pro")).text).toContain("already");
      expect(await trail(id)).toEqual(["admin account.create", "admin plan.set"]);
    });

    it("get and lose a label", async () => {
      const id = await newAccount();
      await run("account", "label", id, "--label", "paid until May");
      expect(await account(id)).toMatchObject({ label: "paid until May" });
      await run("account", "label", id, "--none");
      expect(await account(id)).toMatchObject({ label: null });
      await expect(run("account", "label", id)).rejects.toThrow(UsageError);
      expect((await trail(id)).slice(1)).toEqual(["admin account.update", "admin account.update"]);
    });

    it("are refused by the API while they are disabled", async () => {
      const id = await newAccount();
      const { key } = (await issueApiKey(store.accounts, await account(id), "shop", { kind: "service" }))!;
      const server = newServer(store);
      const ask = async () =>
        (await server.inject({ url: "/api/v2/account", headers: { authorization: `Bearer ${key}` } }))
          .statusCode;
      expect(await ask()).toBe(200);
      expect(await json("account", "disable", id, "--reason", "unpaid")).toMatchObject({ id });
      expect(await ask()).toBe(401);
      expect((await run("account", "disable", id)).text).toContain("is disabled since");
      await run("account", "enable", id);
      expect(await ask()).toBe(200);
      expect((await run("account", "enable", id)).text).toContain("not disabled");
      expect((await trail(id)).filter((line) => line.startsWith("admin"))).toEqual([
        "admin account.create",
        "admin account.disable",
        "admin account.enable",
      ]);
      await server.stop();
    });

    it("are deleted only when that is confirmed", async () => {
      const id = await newAccount();
      await newPerson(id, "ana@ruiz.example");
      const { key } = await json("key", "create", "--account", id);
      const bytes = randomBytes(1_000);
      const proof = await register(id, { hash: createHash("sha256").update(bytes).digest("hex") });
      await deposit(proof, bytes);
      for (const [option, status] of [["--dry-run", EXIT.done] as const, [null, EXIT.refused] as const]) {
        const answer = await run("account", "delete", id, ...(option === null ? [] : [option]), "--json");
        expect(answer.status).toBe(status);
        expect(answer.data).toEqual({
          id,
          deleted: false,
          people: 1,
          keys: 1,
          seals: 2,
          originals: 1,
          original_bytes: 1_000,
        });
        expect(await account(id)).toMatchObject({ disabledAt: null });
      }
      expect(await json("account", "delete", id, "--yes", "--dry-run")).toMatchObject({ deleted: false });
      expect(await json("account", "delete", id, "--yes")).toMatchObject({ id, deleted: true, originals: 1 });
      expect(await store.accounts.findAccount(id)).toBeNull();
      expect(await store.people.findPersonByEmail("ana@ruiz.example")).toBeNull();
      expect((await store.accounts.findKey(hashApiKey(key)))?.revokedAt ?? null).not.toBeUndefined();
      expect(await store.custody.find(proof.id)).toBeNull();
      expect(await store.proofs.find(proof.id)).toMatchObject({ hash: proof.hash });
      // What happened stays on record.
      const entries = await json("audit", "list", "--account", id);
      expect(entries.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
        "account.delete",
        "original.delete",
        "account.disable",
      ]);
      expect(entries[0]).toMatchObject({ actor: { kind: "admin" } });
      await expect(run("account", "delete", id, "--yes")).rejects.toThrow(NotFoundError);
    });

    it("are completed by the same command when a deletion was interrupted", async () => {
      const id = await newAccount();
      const interrupted: Records = {
        ...store,
        accounts: new Proxy(store.accounts, {
          get: (target, name, receiver) =>
            name === "deleteAccount"
              ? () => Promise.reject(new Error("killed"))
              : ((value) => (typeof value === "function" ? value.bind(target) : value))(
                  Reflect.get(target, name, receiver === target ? receiver : target),
                ),
        }),
      };
      await expect(runWith({ store: interrupted }, "account", "delete", id, "--yes")).rejects.toThrow(
        "killed",
      );
      // Nobody uses it meanwhile.
      expect(await account(id)).toMatchObject({ disabledAt: expect.any(Date) });
      expect(await json("account", "delete", id, "--yes")).toMatchObject({ deleted: true });
    });

    it("are entered by invitations", async () => {
      const id = await newAccount();
      const invited = await json(
        "account",
        "invite",
        "--email",
        "Bo@Ruiz.example",
        "--role",
        "reader",
        "--account",
        id,
      );
      expect(invited).toMatchObject({ email: "bo@ruiz.example", role: "reader", account_id: id });
      const url = new URL(invited.url);
      expect(url.origin + url.pathname).toBe(`${SITE}/invitation`);
      const token = await store.people.findToken(
        hashSecret(url.searchParams.get("token")!),
        "invitation",
        new Date(),
      );
      expect(token).toMatchObject({ email: "bo@ruiz.example", accountId: id, role: "reader" });
      expect((await json("account", "show", id)).invitations).toMatchObject([{ email: "bo@ruiz.example" }]);
      expect((await trail(id)).at(-1)).toBe("admin person.invite");
      // The link is a secret.
      expect(JSON.stringify(await json("audit", "list", "--account", id))).not.toContain(
        url.searchParams.get("token"),
      );
      const first = await json("account", "invite", "--email", "new@firm.example");
      expect(first).toMatchObject({ role: "owner", account_id: null });
      await newPerson(id, "new@firm.example");
      await expect(run("account", "invite", "--email", "new@firm.example")).rejects.toThrow(RefusedError);
    });
  });

  describe("keys", () => {
    it("are created with a name, shown once, found by their text, and revoked", async () => {
      const id = await newAccount();
      const created = await json("key", "create", "--account", id, "--name", "shop");
      expect(await store.accounts.findKey(hashApiKey(created.key))).toMatchObject({
        id: created.id,
        name: "shop",
      });
      const list = await run("key", "list", "--account", id);
      expect(list.text).toContain("shop");
      expect(list.text).not.toContain(created.key);
      expect(await json("key", "find", created.key)).toMatchObject({ id: created.id, account_id: id });
      input = `${created.key}\n`;
      expect((await run("key", "find", "-")).text).toContain(created.id);
      expect(await json("key", "revoke", created.id)).toEqual({ id: created.id, revoked: true });
      expect((await store.accounts.findKey(hashApiKey(created.key)))?.revokedAt).toBeInstanceOf(Date);
      expect(await json("key", "list", "--account", id)).toMatchObject([
        { id: created.id, revoked_at: expect.any(String) },
      ]);
      expect(await json("key", "list", "--account", id, "--active")).toEqual([]);
      expect((await trail(id)).slice(1)).toEqual(["admin key.create", "admin key.revoke"]);
    });

    it("are at most five", async () => {
      const id = await newAccount();
      for (let i = 0; i < 5; i++) await run("key", "create", "--account", id);
      await expect(run("key", "create", "--account", id)).rejects.toThrow(/5 active keys/);
      await expect(run("key", "create", "--account", id)).rejects.toThrow(RefusedError);
    });

    it("do not appear in the message about a text that is none", async () => {
      const attempt = run("key", "find", "svc_almost-a-key");
      await expect(attempt).rejects.toThrow(UsageError);
      await expect(run("key", "find", "svc_almost-a-key")).rejects.not.toThrow(/almost/);
      await expect(run("key", "find", `svc_${"a".repeat(43)}`)).rejects.toThrow(NotFoundError);
    });
  });

  describe("seals", () => {
    it("are added and taken back, never below zero", async () => {
      const id = await newAccount();
      expect(
        await json("seals", "add", "--account", id, "--amount", "10", "--cause", "invoice 7"),
      ).toMatchObject({ kind: "pack", amount: 10, balance: { welcome: 2, pack: 10 } });
      expect(
        await json("seals", "remove", "--account", id, "--amount", "4", "--cause", "typing error"),
      ).toMatchObject({ amount: -4, balance: { welcome: 2, pack: 6 } });
      await expect(run("seals", "remove", "--account", id, "--amount", "7")).rejects.toThrow(RefusedError);
      expect(await store.accounts.sealBalance(id)).toEqual({ welcome: 2, pack: 6 });
      const ledger = await json("seals", "ledger", "--account", id);
      expect(ledger.balance).toEqual({ welcome: 2, pack: 6 });
      expect(ledger.entries.map(({ amount }: { amount: number }) => amount).sort()).toEqual([-4, 10, 2]);
      const { text } = await run("seals", "ledger", "--account", id);
      for (const told of ["invoice 7", "typing error", "+10", "taken back", "2 welcome and 6 pack"]) {
        expect(text).toContain(told);
      }
      const entries = (await store.audit.list(id, 10, null)).entries;
      expect(entries[0]).toMatchObject({
        action: "seals.remove",
        details: { kind: "pack", amount: -4, cause: "typing error" },
      });
      expect(entries.map(({ action }) => action)).toEqual(["seals.remove", "seals.add", "account.create"]);
    });

    it("are audited, of all accounts or of one", async () => {
      const [id, other] = [await newAccount(), await newAccount()];
      await run("seals", "add", "--account", id, "--amount", "3");
      const report = {
        account_id: id,
        ...{ welcome: 2, pack: 3, granted: 5, paid: 0, refunded: 0, issued: 0, qualified: 0, pending: 0 },
        findings: [],
      };
      expect(await run("seals", "audit", "--json")).toMatchObject({
        status: EXIT.done,
        data: [report, { account_id: other, pack: 0 }],
      });
      expect((await run("seals", "audit")).text).toContain("The books of 2 accounts agree.");
      expect(await json("seals", "audit", "--account", id)).toEqual([report]);
    });

    it("end with status 3 when the books disagree", async () => {
      const id = await newAccount();
      const seals = {
        books: async () => ({ ...(await store.seals.books(id)), balance: { welcome: 1, pack: 0 } }),
      };
      const cooked = { ...store, seals: { ...seals } as unknown as Records["seals"] };
      const answer = await runWith({ store: cooked }, "seals", "audit");
      expect(answer.status).toBe(EXIT.failed);
      expect(answer.text).toContain("The books do not agree.");
      expect(answer.text).toContain("the welcome balance is 1");
    });
  });

  describe("orders", () => {
    const place = async (accountId: string, item: OrderRecord["item"]): Promise<string> => {
      const order = {
        id: randomUUID(),
        accountId,
        item,
        priceEur: 30,
        placedBy: "ana@ruiz.example",
        placedAt: new Date(),
        state: "open",
        settledAt: null,
      } as const;
      const audit = auditEntry({ accountId, actor: { kind: "service" }, action: "order.place" });
      expect(await store.orders.place(order, 5, audit)).toBe(true);
      return order.id;
    };

    it("are granted once", async () => {
      const id = await newAccount("--welcome-seals", "0");
      const order = await place(id, { kind: "seals", amount: 30 });
      expect(await json("order", "list")).toMatchObject([
        { id: order, account_id: id, state: "open", price_eur: 30 },
      ]);
      expect((await run("order", "list")).text).toContain("30 seals");
      expect(await json("order", "grant", order)).toMatchObject({ id: order, state: "granted" });
      expect(await store.accounts.sealBalance(id)).toEqual({ welcome: 0, pack: 30 });
      await expect(run("order", "grant", order)).rejects.toThrow(RefusedError);
      await expect(run("order", "cancel", order)).rejects.toThrow(/was granted/);
      expect(await store.accounts.sealBalance(id)).toEqual({ welcome: 0, pack: 30 });
      expect(await json("order", "list")).toEqual([]);
      expect(await json("order", "list", "--account", id, "--state", "granted")).toMatchObject([
        { id: order },
      ]);
      expect((await trail(id)).at(-1)).toBe("admin order.grant");
    });

    it("set the plan that was ordered, or are cancelled", async () => {
      const { id } = await json("account", "create", "--plan", "free");
      const cancelled = await place(id, { kind: "plan", plan: "pro" });
      await run("order", "cancel", cancelled);
      expect(await account(id)).toMatchObject({ plan: "free" });
      await expect(run("order", "grant", cancelled)).rejects.toThrow(/was cancelled/);
      await run("order", "grant", await place(id, { kind: "plan", plan: "pro" }));
      expect(await account(id)).toMatchObject({ plan: "pro" });
    });
  });

  describe("proofs", () => {
    it("are shown by their identifier or their certificate's", async () => {
      const id = await newAccount();
      const bytes = randomBytes(100);
      const proof = await register(id, { hash: createHash("sha256").update(bytes).digest("hex") });
      await deposit(proof, bytes);
      const queued = await json("proof", "show", proof.id);
      expect(queued).toMatchObject({
        id: proof.id,
        account_id: id,
        origin: "web",
        state: "queued",
        batch: null,
      });
      expect(queued.original).toMatchObject({ size_bytes: 100 });
      await emptyQueue(store);
      const shown = await json("proof", "show", proof.certificateId.toUpperCase());
      expect(shown).toMatchObject({ id: proof.id, state: "batched", leaf_index: expect.any(Number) });
      expect(shown.batch.anchors).toMatchObject([{ state: "batched", tx_hash: null }]);
      const { text } = await run("proof", "show", proof.id);
      for (const told of [proof.hash, "contract.pdf", "browser", "1.2 MB", "batched"])
        expect(text).toContain(told);
    });

    it("are found by fingerprint, certificate, and in an account by name and state", async () => {
      const [id, other] = [await newAccount(), await newAccount()];
      const proofs: ProofRecord[] = [];
      for (const name of ["lease.pdf", "plan.dwg", "Lease signed.pdf"])
        proofs.push(await register(id, { name }));
      const later = await register(other, { hash: proofs[0]!.hash, name: "copy.pdf" });
      const found = async (...args: string[]) =>
        (await json("proof", "find", ...args)).map((proof: { id: string }) => proof.id);
      expect(await found("--hash", proofs[0]!.hash.toUpperCase())).toEqual([proofs[0]!.id]);
      expect(await found("--hash", proofs[0]!.hash, "--account", other)).toEqual([later.id]);
      expect(await found("--certificate", proofs[1]!.certificateId)).toEqual([proofs[1]!.id]);
      expect(await found("--account", id)).toEqual(proofs.map((proof) => proof.id).reverse());
      expect(await found("--account", id, "--name", "lease")).toEqual([proofs[2]!.id, proofs[0]!.id]);
      expect(await found("--account", id, "--state", "confirmed")).toEqual([]);
      expect(await found("--account", id, "--origin", "web", "--from", "2020-01-01", "--limit", "1")).toEqual(
        [proofs[2]!.id],
      );
      expect(await found("--account", id, "--after", proofs[2]!.id)).toEqual([proofs[1]!.id, proofs[0]!.id]);
      expect(await found("--hash", "0".repeat(64))).toEqual([]);
      for (const wrong of [
        [],
        ["--name", "lease"],
        ["--hash", "xyz"],
        ["--hash", "0".repeat(64), "--certificate", randomUUID()],
        ["--account", id, "--after", later.id],
        ["--account", id, "--from", "2026-02-30"],
        ["--account", id, "--from", "2026-02-03", "--until", "2026-02-03"],
      ]) {
        await expect(run("proof", "find", ...wrong)).rejects.toThrow(UsageError);
      }
    });
  });

  describe("batches", () => {
    it("are listed and shown with anchors, attempts and Bitcoin", async () => {
      await register(await newAccount());
      const batchId = await batchQueue(store);
      const lease = (await store.leases.acquire("anchor", "a service", 60_000))!;
      const { anchors, number } = (await store.batches.takeUnfinished(lease))[0]!;
      const txHash = `0x${"12".repeat(32)}`;
      await store.batches.recordAttempt(lease, {
        batchId,
        chainId: anchors[0]!.chainId,
        txHash,
        from: `0x${"34".repeat(20)}`,
        nonce: 7,
        raw: "0x02",
        maxFeePerGas: 2_500_000_000n,
        maxPriorityFeePerGas: 1n,
        createdAt: new Date(),
      });
      expect(await json("batch", "list", "--unfinished")).toMatchObject([{ id: batchId, leaf_count: 1 }]);
      expect(await json("batch", "list", "--after", `${number}`)).toEqual([]);
      const shown = await json("batch", "show", `${number}`);
      expect(shown).toMatchObject({
        id: batchId,
        state: "batched",
        leaf_count: 1,
        anchors: [
          { attempts: [{ tx_hash: txHash, nonce: 7, max_fee_per_gas: "2500000000" }], witness: null },
        ],
        bitcoin: { state: "pending", tries: 0 },
      });
      expect(await json("batch", "show", batchId)).toEqual(shown);
      const { text } = await run("batch", "show", batchId);
      for (const told of [shown.root, txHash, "2.500", "pending"]) expect(text).toContain(told);
    });

    it("are retried where something waits for its time, without a lease", async () => {
      await register(await newAccount());
      const batchId = await batchQueue(store);
      await anchorBatch(store, batchId);
      await attestBatch(store, batchId);
      const { anchors, number } = (await store.batches.find(batchId))!;
      const place = { batchId, chainId: anchors[0]!.chainId, blockHash: anchors[0]!.inclusion!.blockHash };
      // Given up.
      await store.witnesses.put({ ...place, absence: "endpoint", tries: 24, dueAt: null, document: null });
      // A service at work: it holds the leases of the jobs.
      for (const job of ["anchor", "attest", "witness"]) await store.leases.acquire(job, "a service", 60_000);
      const attest = (await store.leases.acquire("attest", "a service", 60_000))!;
      const submitted = (await store.attestations.find(batchId))!;
      const tomorrow = new Date(Date.now() + 86_400_000);
      await store.attestations.replace(attest, batchId, submitted.state, { ...submitted, dueAt: tomorrow });
      const retried = await json("batch", "retry", `${number}`);
      expect(retried.idle_jobs).toEqual([]);
      expect(retried.steps).toMatchObject([
        { job: "anchor", retried: false, finished: false },
        { job: "witness", retried: true },
        { job: "attest", retried: true, finished: false },
      ]);
      expect(await store.witnesses.due(new Date(), 10)).toMatchObject([{ ...place, tries: 0 }]);
      expect(await store.attestations.takeDue(attest, new Date(), 10)).toMatchObject([
        { batch: { id: batchId }, attestation: { state: "submitted" } },
      ]);
      // The service's lease is still its own.
      expect(await store.attestations.replace(attest, batchId, "submitted", submitted)).toBe(true);
      expect(await trail(null)).toEqual(["admin batch.retry"]);
      await store.attestations.hasten(batchId, new Date());
      // A second time there is nothing to be done.
      const again = await run("batch", "retry", batchId);
      expect(again.status).toBe(EXIT.done);
      expect(again.text).toContain("Nothing to retry");
      expect(await trail(null)).toHaveLength(1);
    });

    it("tell which jobs nobody runs, and when they are complete", async () => {
      await register(await newAccount());
      const batchId = await batchQueue(store);
      await anchorBatch(store, batchId);
      const { text } = await run("batch", "retry", batchId);
      expect(text).toContain("No instance runs the job anchor now");
      // The lease was given back.
      expect(await store.leases.acquire("anchor", "a service", 60_000)).not.toBeNull();
      await confirmBatch(store, batchId);
      expect((await run("batch", "retry", batchId)).text).toContain("It is confirmed.");
    });
  });

  describe("custody", () => {
    const original = async (accountId: string, bytes = randomBytes(500)): Promise<ProofRecord> => {
      const proof = await register(accountId, { hash: createHash("sha256").update(bytes).digest("hex") });
      await deposit(proof, bytes);
      return proof;
    };

    it("is reported for each account", async () => {
      const [id, other] = [await newAccount(), await newAccount()];
      await newAccount();
      await original(id);
      await original(id);
      await original(other);
      const report = await run("custody", "report", "--read", "--json");
      expect(report.status).toBe(EXIT.done);
      expect(report.data).toMatchObject({
        accounts: [
          { account_id: id, originals: 2, stored_bytes: 1_000, uploads: 0, faulty: 0 },
          { account_id: other, originals: 1, stored_bytes: 500 },
        ],
        total: { accounts: 2, originals: 3, stored_bytes: 1_500 },
        ...{ garbage: 0, expired_uploads: 0, unreferenced: 0, checked: "read", faulty: 0, faults: [] },
      });
      expect((await json("custody", "report", "--account", other)).accounts).toHaveLength(1);
      expect((await run("custody", "report")).text).toContain("Total: 3 originals of 2 accounts, 1.5 kB.");
    });

    it("is reported as faulty when an original is missing, or its key", async () => {
      const id = await newAccount();
      const [proof] = [await original(id), await original(id)];
      const record = (await store.custody.find(proof.id))!;
      await custody.blobs.delete(blobName(record));
      const report = await run("custody", "report", "--json");
      expect(report.status).toBe(EXIT.failed);
      expect(report.data.faults).toEqual([
        { proof_id: proof.id, account_id: id, object_id: record.objectId, fault: "missing" },
      ]);
      expect((await run("custody", "report")).text).toContain(`missing: proof ${proof.id}`);
      const otherKeys = new CustodyKeys([randomBytes(32)]);
      const locked = await runWith(
        { custody: async () => ({ ...custody, keys: otherKeys }) },
        ...["custody", "report", "--read", "--json"],
      );
      expect(locked.data.faults.map(({ fault }: { fault: string }) => fault).sort()).toEqual([
        "locked",
        "missing",
      ]);
    });

    it("is reported without its storage when it is off", async () => {
      await original(await newAccount());
      const report = await runWith({ custody: async () => null }, "custody", "report", "--json");
      expect(report.data).toMatchObject({ checked: "none", unreferenced: null, total: { originals: 1 } });
      await expect(runWith({ custody: async () => null }, "custody", "purge", "--yes")).rejects.toThrow(
        RefusedError,
      );
    });

    it("is purged only when that is confirmed", async () => {
      const id = await newAccount();
      const proof = await original(id);
      const record = (await store.custody.find(proof.id))!;
      await store.custody.endCustody(record);
      const found = { blobs: 1, expired_uploads: 0, unreferenced: 0 };
      const unconfirmed = await run("custody", "purge", "--json");
      expect(unconfirmed).toMatchObject({ status: EXIT.refused, data: { purged: false, ...found } });
      expect(await run("custody", "purge", "--dry-run", "--json")).toMatchObject({
        status: EXIT.done,
        data: { purged: false, ...found },
      });
      await (await custody.blobs.open(blobName(record))).close();
      expect(await trail(null)).toEqual([]);
      expect(await json("custody", "purge", "--yes")).toEqual({ purged: true, ...found });
      await expect(custody.blobs.open(blobName(record))).rejects.toThrow();
      expect(await store.custody.garbage(10)).toEqual([]);
      expect(await trail(null)).toEqual(["admin custody.purge"]);
      expect(await json("custody", "purge", "--yes")).toMatchObject({ blobs: 0 });
    });

    it("is rewrapped under the current key", async () => {
      await original(await newAccount());
      expect(await json("custody", "rewrap")).toEqual({ rewrapped: 0, unreadable: 0 });
      expect(await trail(null)).toEqual([]);
      const stranger = await runWith(
        { custodyKeys: () => new CustodyKeys([randomBytes(32)]) },
        ...["custody", "rewrap"],
      );
      expect(stranger.status).toBe(EXIT.failed);
      expect(stranger.text).toContain("1 cannot be unwrapped");
      expect(await trail(null)).toEqual(["admin custody.rewrap"]);
    });
  });

  describe("the audit trail", () => {
    it("is listed newest first, by action and time, in parts", async () => {
      const id = await newAccount();
      await run("account", "label", id, "--label", "a");
      const { id: key } = await json("key", "create", "--account", id, "--name", "shop");
      await run("key", "revoke", key);
      const actions = async (...more: string[]) =>
        (await json("audit", "list", "--account", id, ...more)).map(
          ({ action }: { action: string }) => action,
        );
      expect(await actions()).toEqual(["key.revoke", "key.create", "account.update", "account.create"]);
      expect(await actions("--action", "key")).toEqual(["key.revoke", "key.create"]);
      expect(await actions("--action", "key.create")).toEqual(["key.create"]);
      expect(await actions("--until", "2020-01-01")).toEqual([]);
      const part = await run("audit", "list", "--account", id, "--limit", "1", "--json");
      expect(part.notes).toEqual([`More follow: --after ${part.data[0].id}`]);
      expect(await actions("--after", part.data[0].id)).toEqual([
        "key.create",
        "account.update",
        "account.create",
      ]);
      const { text } = await run("audit", "list", "--account", id);
      expect(text).toContain('name="shop"');
      await expect(run("audit", "list", "--after", part.data[0].id)).rejects.toThrow(UsageError);
    });
  });

  describe("a wrong command line", () => {
    const nobody = randomUUID();
    it.each([
      [["key", "create", "--account", nobody], NotFoundError, "no account"],
      [["key", "list", "--account", nobody], NotFoundError, "no account"],
      [["account", "show", "nobody@firm.example"], NotFoundError, "nobody has"],
      [["account", "show", "not an@address"], UsageError, "e-mail"],
      [["account", "list", "--after", nobody], NotFoundError, "no account"],
      [["account", "invite", "--email", "x"], UsageError, "--email"],
      [["account", "invite", "--email", "a@b.example", "--role", "reader"], UsageError, "--account"],
      [["key", "revoke", nobody], NotFoundError, "no key"],
      [["proof", "show", nobody], NotFoundError, "no proof"],
      [["batch", "show", "17"], NotFoundError, "no batch 17"],
      [["batch", "retry", nobody], NotFoundError, "no batch"],
      [["order", "grant", nobody], NotFoundError, "no order"],
      [["seals", "ledger", "--account", nobody], NotFoundError, "no account"],
      [["seals", "add", "--account", nobody, "--amount", "1"], NotFoundError, "no account"],
      [["order", "list", "--state", "granted"], UsageError, "--account"],
      [["account", "list", "--disabled", "--enabled"], UsageError, "exclude"],
    ] as const)("%j is refused with a clear text and changes nothing", async (args, kind, named) => {
      await expect(run(...args)).rejects.toThrow(kind);
      await expect(run(...args)).rejects.toThrow(named);
      expect(await store.accounts.listAccounts()).toEqual([]);
      expect(await trail(null)).toEqual([]);
    });
  });

  async function deposit(proof: ProofRecord, bytes: Uint8Array): Promise<void> {
    const plan = { custodyFileBytes: 1e9, custodyAccountBytes: 1e9 } as never;
    const content = (async function* () {
      yield bytes;
    })();
    const file = { content, fileName: null, mimeType: null, minBytes: bytes.length, maxBytes: bytes.length };
    expect(await custody.custody.deposit(proof, plan, file as never)).toBe(true);
  }
});
