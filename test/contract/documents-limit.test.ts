/** The limit per minute of certificates and packages. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiService } from "./api-service.js";
import { describeStores } from "./test-stores.js";

const PER_MINUTE = 5;

describeStores("the limit a minute, on $name", ({ open }) => {
  let instances: ApiService[];
  beforeAll(async () => {
    const first = await ApiService.start({ documentsPerMinute: PER_MINUTE }, open);
    const second = await ApiService.start({ documentsPerMinute: PER_MINUTE }, async () => ({
      store: first.store,
      remove: async () => undefined,
    }));
    instances = [first, second];
  });
  afterAll(async () => {
    for (const instance of instances.reverse()) await instance.stop();
  });

  test("counts an account's certificates and packages together, over all instances, apart from other accounts", async () => {
    const [first, second] = instances as [ApiService, ApiService];
    const [account, other] = [await first.newAccount(), await first.newAccount()];
    const { id } = await first.newProof(account);
    const ask = (api: ApiService, path: string) => api.request("GET", path, { key: account.key });
    const certificate = `/proofs/${id}/certificate.pdf`;
    // Documents of a missing proof are never made.
    for (let i = 0; i < PER_MINUTE; i++) {
      expect((await ask(first, `/proofs/${randomUUID()}/certificate.pdf`)).status).toBe(404);
    }
    const statuses = await Promise.all([
      ...[first, second, first].map((api) => ask(api, certificate)),
      ...[second, first, second, first].map((api) => ask(api, `/proofs/${id}/evidence.zip`)),
    ]);
    const refused = statuses.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual([
      [429, "rate_limited"],
      [429, "rate_limited"],
    ]);
    for (const { headers } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    }
    const { id: others } = await first.newProof(other);
    const served = await second.request("GET", `/proofs/${others}/certificate.pdf`, { key: other.key });
    expect(served.status).toBe(200);
  });
});
