import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DocumentMaker } from "../../service/src/documents/workers.js";
import { ApiError } from "../../service/src/errors.js";
import { DocumentMetrics, Metrics } from "../../service/src/operations/metrics.js";
import { ApiService, type TestAccount } from "./api-service.js";

describe("certificates", () => {
  let api: ApiService;
  let account: TestAccount;
  beforeAll(async () => {
    api = await ApiService.start();
    account = await api.newAccount();
  });
  afterAll(() => api.stop());

  const get = (id: string, ifNoneMatch?: string, query = "") =>
    api.request("GET", `/proofs/${id}/certificate.pdf${query}`, {
      key: account.key,
      headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch },
    });

  test("have a strong entity tag, and are not sent again to a client that has them", async () => {
    const { id } = await api.newProof(account);
    const first = await get(id);
    const tag = String(first.headers["etag"]);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const again = await get(id);
    expect([again.headers["etag"], again.body]).toEqual([tag, first.body]);
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`]) {
      const unchanged = await get(id, known);
      expect([unchanged.status, unchanged.headers["etag"], unchanged.body]).toEqual([304, tag, ""]);
    }
    expect((await get(id, '"other"')).status).toBe(200);
    const head = await api.request("HEAD", `/proofs/${id}/certificate.pdf`, { key: account.key });
    expect([head.status, head.headers["etag"]]).toEqual([200, tag]);
  });

  test("have another tag in another language, in another state, and for each proof", async () => {
    const [one, other] = [await api.newProof(account), await api.newProof(account)];
    const tags = [(await get(one.id)).headers["etag"], (await get(other.id)).headers["etag"]];
    for (const lang of ["es", "de", "fr"])
      tags.push((await get(one.id, undefined, `?lang=${lang}`)).headers["etag"]);
    const batch = await api.batchQueue();
    tags.push((await get(one.id)).headers["etag"]);
    await api.anchor(batch);
    const anchored = await get(one.id, String(tags.at(-1)));
    expect(anchored.status).toBe(200);
    tags.push(anchored.headers["etag"]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test("of another account are not found, whatever tag is sent", async () => {
    const { id } = await api.newProof(account);
    const tag = String((await get(id)).headers["etag"]);
    const { key } = await api.newAccount();
    const answer = await api.request("GET", `/proofs/${id}/certificate.pdf`, {
      key,
      headers: { "if-none-match": tag },
    });
    expect(answer.status).toBe(404);
  });

  test("tags are compared weakly, and as proxies that compress write them", async () => {
    const { id } = await api.newProof(account);
    const { headers } = await get(id);
    expect(headers["cache-control"]).toBe("private, no-cache");
    const tag = String(headers["etag"]);
    for (const sent of [
      `W/${tag}`,
      tag.replace(/"$/, '-gzip"'),
      `W/${tag.replace(/"$/, '--br"')}`,
      `"other", ${tag.replace(/"$/, ';gzip"')}`,
    ]) {
      const answer = await get(id, sent);
      expect([answer.status, answer.body], sent).toEqual([304, ""]);
    }
    for (const sent of ['"other"', tag.replace(/"$/, 'x"')])
      expect((await get(id, sent)).status, sent).toBe(200);
  });

  test("a package must not be cached", async () => {
    const { id } = await api.newProof(account);
    const { status, headers } = await api.request("GET", `/proofs/${id}/evidence.zip`, { key: account.key });
    expect([status, headers["cache-control"], headers["etag"]]).toEqual([200, "no-store", undefined]);
  });
});

describe("without a worker", () => {
  const busy = () =>
    new ApiError("unavailable", "too many documents are being made", { headers: { "retry-after": "1" } });
  let api: ApiService | undefined;
  afterEach(() => api?.stop());

  test.each(["before anything is read", "when it is made"])(
    "%s: 503, and no download is spent",
    async (when) => {
      let opened = 0;
      const documents = new DocumentMaker({
        make: () => Promise.reject(busy()),
        assertRoom: () => {
          if (when === "before anything is read") throw busy();
        },
        cacheBytes: 0,
        metrics: new DocumentMetrics(new Metrics().registry),
      });
      const openOriginal = async () => {
        opened++;
        return "not_in_custody" as const;
      };
      api = await ApiService.start({ documents, openOriginal });
      const account = await api.newAccount();
      const { id } = await api.newProof(account);
      for (const file of ["certificate.pdf", "evidence.zip"]) {
        const { status, json, headers } = await api.request("GET", `/proofs/${id}/${file}`, {
          key: account.key,
        });
        expect([status, json.error.code, headers["retry-after"]]).toEqual([503, "unavailable", "1"]);
      }
      expect(opened).toBe(0);
    },
  );
});
