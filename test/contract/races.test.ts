/** Many concurrent requests through two instances on one store: every rule and limit stays exact. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answered, ApiService, randomHash, type TestAccount } from "./api-service.js";
import { describeStores } from "./test-stores.js";

const CALLS = 100;
const PER_MINUTE = 60;

describeStores("on $name", ({ open }) => {
  let instances: [ApiService, ApiService];
  beforeAll(async () => {
    const first = await ApiService.start({ creationsPerMinute: PER_MINUTE }, open);
    const second = await ApiService.start({ creationsPerMinute: PER_MINUTE }, async () => ({
      store: first.store,
      remove: async () => undefined,
    }));
    instances = [first, second];
  });
  afterAll(async () => {
    const [first, second] = instances;
    await second.stop();
    await first.stop();
  });

  /** `CALLS` requests to create a proof, half of them at each instance. */
  const createAll = (
    who: (call: number) => TestAccount,
    hash: (call: number) => string,
    headers = {},
  ): Promise<Answered[]> =>
    Promise.all(
      Array.from({ length: CALLS }, (_, call) =>
        instances[call % 2]!.request("POST", "/proofs", {
          key: who(call).key,
          body: { hash: hash(call) },
          headers,
        }),
      ),
    );
  const countOf = (answers: readonly Answered[], status: number) =>
    answers.filter((answer) => answer.status === status).length;
  const idsOf = (answers: readonly Answered[]) =>
    new Set(answers.flatMap(({ json }) => (json.id === undefined ? [] : [json.id])));
  const usedToday = async ({ key }: TestAccount) =>
    (await instances[0].request("GET", "/account", { key })).json.proofs.used_today;

  test("one account creates one hash: one proof", async () => {
    const account = await instances[0].newAccount();
    const hash = randomHash();
    // The limit per minute is for creations, and all requests but one find the proof.
    const answers = await createAll(
      () => account,
      () => hash,
    );
    expect(countOf(answers, 201)).toBe(1);
    expect(countOf(answers, 200)).toBe(CALLS - 1);
    expect(idsOf(answers).size).toBe(1);
    expect(await usedToday(account)).toBe(1);
  });

  test("requests that only find a proof are answered when the minute's limit is reached", async () => {
    const account = await instances[0].newAccount();
    const hash = randomHash();
    const made = await instances[1].request("POST", "/proofs", {
      key: account.key,
      body: { hash },
      headers: { "idempotency-key": "first" },
    });
    await createAll(() => account, randomHash);
    expect(await usedToday(account)).toBe(PER_MINUTE);
    const again = await createAll(
      () => account,
      () => hash,
    );
    expect(countOf(again, 200)).toBe(CALLS);
    expect(idsOf(again)).toEqual(new Set([made.json.id]));
    const post = (body: object, headers = {}) =>
      instances[0].request("POST", "/proofs", { key: account.key, body, headers });
    // The bytes are known, the key is new and gets bound to them.
    expect((await post({ hash }, { "idempotency-key": "second" })).status).toBe(200);
    expect((await post({ hash: randomHash() }, { "idempotency-key": "second" })).json.id).toBe(made.json.id);
    // New bytes and those of another account would create a proof.
    const other = await instances[0].newAccount();
    const { hash: foreign } = await instances[0].newProof(other);
    for (const refused of [{ hash: randomHash() }, { hash: foreign }]) {
      expect((await post(refused)).json.error.code).toBe("rate_limited");
    }
    expect(await usedToday(account)).toBe(PER_MINUTE);
  });

  test("two accounts create one hash: one is first, and each proof of the other says so", async () => {
    const accounts = [await instances[0].newAccount(), await instances[0].newAccount()] as const;
    const hash = randomHash();
    const answers = await createAll(
      (call) => accounts[(call >> 1) % 2]!,
      () => hash,
    );
    expect(countOf(answers, 503)).toBe(0);
    const created = answers.filter(({ status }) => status === 201);
    const first = created.filter(({ json }) => json.limitations === undefined);
    expect(first).toHaveLength(1);
    const owner = accounts.findIndex((account) =>
      answers.some((answer, call) => answer === first[0] && accounts[(call >> 1) % 2] === account),
    );
    // The first account has one proof, the other one for each accepted request.
    expect(await usedToday(accounts[owner]!)).toBe(1);
    expect(await usedToday(accounts[1 - owner]!)).toBe(created.length - 1);
    expect(idsOf(created).size).toBe(created.length);
  });

  test("one idempotency key: one proof, whatever the bodies", async () => {
    const account = await instances[0].newAccount();
    const answers = await createAll(() => account, randomHash, { "idempotency-key": "order-1" });
    expect(countOf(answers, 201)).toBe(1);
    expect(countOf(answers, 200)).toBe(CALLS - 1);
    expect(idsOf(answers).size).toBe(1);
    expect(await usedToday(account)).toBe(1);
  });

  test("the limit per day: ten proofs and not one more", async () => {
    const account = await instances[0].newAccount("free");
    const answers = await createAll(() => account, randomHash);
    expect(countOf(answers, 201)).toBe(10);
    expect(countOf(answers, 429)).toBe(CALLS - 10);
    for (const { json } of answers.filter(({ json }) => json.error?.code === "quota_exceeded")) {
      expect(json.error.quota).toMatchObject({ limit: 10, used: 10 });
    }
    expect(await usedToday(account)).toBe(10);
  });

  test("the limit per minute: sixty creations and not one more", async () => {
    const account = await instances[0].newAccount();
    const answers = await createAll(() => account, randomHash);
    expect(countOf(answers, 201)).toBe(PER_MINUTE);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(CALLS - PER_MINUTE);
    for (const { json, headers } of refused) {
      expect(json.error.code).toBe("rate_limited");
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    }
    expect(await usedToday(account)).toBe(PER_MINUTE);
  });

  test("concurrent reads: a list shows only complete proofs, newest first", async () => {
    const account = await instances[0].newAccount();
    let creating = true;
    const creations = createAll(() => account, randomHash).finally(() => {
      creating = false;
    });
    const lists: Answered[] = [];
    while (creating) lists.push(await instances[1].request("GET", "/proofs?limit=100", { key: account.key }));
    await creations;
    const last = (await instances[1].request("GET", "/proofs?limit=100", { key: account.key })).json.data;
    expect(last).toHaveLength(PER_MINUTE);
    const order = last.map(({ id }: { id: string }) => id);
    for (const { json } of lists) {
      const seen = json.data.map(({ id }: { id: string }) => id);
      expect(order.slice(order.length - seen.length)).toEqual(seen);
    }
  });
});
