/** Online checks on a real chain: only on request, and their failures are never the proof's. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { chromiumPath } from "../browser.js";
import { anchoredBatch } from "../views/anchored-batch.js";
import type { ProvenFile } from "./batch.js";
import { ChainEndpoint, type Lie } from "./chain-endpoint.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const CHAIN = { kind: "evm", chainId: 31_337 } as const;
describe.skipIf(chromiumPath === null)("online", () => {
  let site: SessionSite;
  let anvil: Anvil;
  let monday: ProvenFile;
  /** In the batch of `monday`, with the same transaction. */
  let tuesday: ProvenFile;
  let one: ChainEndpoint;
  let two: ChainEndpoint;
  let session: SessionPage;

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    [monday, tuesday] = (await anchoredBatch(anvil, ["signed on Monday", "signed on Tuesday"])) as [
      ProvenFile,
      ProvenFile,
    ];
    site = await openSessionSite();
  }, 60_000);
  afterAll(async () => {
    await site?.close();
    await anvil?.end();
  });
  beforeEach(async () => {
    one = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    two = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    session = await site.open();
    return async () => {
      await session.page.evaluate(() => localStorage.clear());
      await session.close();
      await Promise.all([one.stop(), two.stop()]);
    };
  });

  const proof = () => ({ name: "proof.json", content: monday.proofJson });
  const setEndpoints = (...endpoints: string[]) =>
    session.page.evaluate(([group, urls]) => window.session.endpoints.set(group, urls), [
      CHAIN,
      endpoints,
    ] as const);
  const ask = () => session.page.evaluate(() => window.session.askOnline(window.session.items.value[0]!.id));
  const anchorOf = (items: Awaited<ReturnType<SessionPage["items"]>>) =>
    items[0]!.report!.checks.find(({ id }) => id === "anchor")!;

  async function askAbout(...endpoints: string[]) {
    expect(await setEndpoints(...endpoints)).toBeNull();
    await session.choose(proof());
    await session.settled(1);
    await ask();
    return session.settled(1);
  }

  test("nothing is requested before the user agrees; then two agree, and the file added later causes no new request", async () => {
    await setEndpoints(one.url, two.url);
    await session.choose(proof());
    const [offline] = await session.settled(1);
    expect(offline).toMatchObject({
      report: { outcome: "indeterminate" },
      onlineOffer: [{ ...CHAIN, endpoints: [one.url, two.url] }],
      hasAnswers: false,
    });
    expect([...one.asked, ...two.asked]).toEqual([]);

    await ask();
    const items = await session.settled(1);
    expect(items[0]).toMatchObject({ report: { outcome: "verified" }, hasAnswers: true });
    expect(items[0]!.report!.claims[0]!.source.relied_on).toEqual([one.url, two.url]);
    const asked = [one.asked.length, two.asked.length];
    expect(asked[0]).toBeGreaterThan(3);

    await session.choose({ name: "original.txt", content: monday.content });
    const [withOriginal] = await session.settled(1);
    expect(withOriginal!.report).toMatchObject({ outcome: "verified" });
    expect(withOriginal!.report!.checks.map(({ code }) => code)).not.toContain("not_requested");
    expect([one.asked.length, two.asked.length]).toEqual(asked);

    await ask();
    await session.settled(1);
    expect(one.asked.length).toBeGreaterThan(asked[0]!);
  });

  const both = () => [proof(), { name: "tuesday.json", content: tuesday.proofJson }];
  const askAll = () =>
    session.page.evaluate(() => {
      window.session.askOnline(...window.session.items.value.map(({ id }) => id));
    });

  test("one request about two proofs of a batch asks each question once, and both keep the answers", async () => {
    await askAbout(one.url);
    const aboutOne = one.asked.length;
    one.asked.length = 0;
    await session.page.evaluate(() => window.session.clear());
    await session.choose(...both());
    await session.settled(2);
    await askAll();
    const items = await session.settled(2);
    expect(items.map(({ report }) => report!.outcome)).toEqual(["verified", "verified"]);
    expect(one.asked.length).toBe(aboutOne);

    await session.choose({ name: "original.txt", content: tuesday.content });
    const after = await session.settled(2);
    expect(after[1]!.report!.checks.map(({ code }) => code)).not.toContain("not_requested");
    // The file that was added is not the one of the first proof.
    expect(after.map(({ report }) => report!.outcome)).toEqual(["indeterminate", "verified"]);
    const anchors = after.map(({ report }) => report!.checks.find(({ id }) => id === "anchor")!.status);
    expect(anchors).toEqual(["passed", "passed"]);
    expect(one.asked.length).toBe(aboutOne);
  });

  test("an item that is cancelled while many are asked about does not take the answer from the others", async () => {
    await setEndpoints(one.url);
    await session.choose(...both());
    await session.settled(2);
    let release: () => void = () => undefined;
    one.held = new Promise((resolve) => {
      release = resolve;
    });
    await askAll();
    await until(() => one.asked.length > 0);
    await session.page.evaluate(() => window.session.cancel(window.session.items.value[0]!.id));
    // Either of the two has asked. If it was the one that is cancelled, the other asks again.
    release();
    const items = await session.settled(2);
    expect(items.map(({ report, hasAnswers }) => [report!.outcome, hasAnswers])).toEqual([
      ["indeterminate", false],
      ["verified", true],
    ]);
  });

  test("asking can be stopped for all at once, and what was known before stays", async () => {
    await setEndpoints(one.url);
    await session.choose(...both());
    await session.settled(2);
    one.fault = () => undefined;
    await askAll();
    await until(() => one.asked.length > 0);
    await session.page.evaluate(() => window.session.stopAsking());
    for (const item of await session.settled(2)) {
      expect(item).toMatchObject({
        phase: "done",
        hasAnswers: false,
        report: { outcome: "indeterminate", reason: "missing" },
      });
    }
  });

  const otherHash: Lie = (method, truth) =>
    method === "eth_getTransactionByHash" ? { ...(truth as object), input: "0x1234" } : undefined;

  test("two that disagree settle nothing", async () => {
    two.lie = otherHash;
    const items = await askAbout(one.url, two.url);
    expect(anchorOf(items)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
    expect(items[0]!.report).toMatchObject({ outcome: "indeterminate", claims: [] });
  });

  test("two that tell the same lie are believed, and the report names them", async () => {
    one.lie = otherHash;
    two.lie = otherHash;
    const check = anchorOf(await askAbout(one.url, two.url));
    expect(check).toMatchObject({ status: "failed", code: "transaction_input_mismatch", basis: "relied-on" });
    expect(check.evidence["sources"]).toMatchObject([{ name: one.url }, { name: two.url }]);
  });

  test.each<[string, Lie]>([
    ["says it is another chain", (method) => (method === "eth_chainId" ? "0x1" : undefined)],
    ["gives no receipt", (method) => (method === "eth_getTransactionReceipt" ? null : undefined)],
    ["answers with a word", () => "soon"],
    [
      "answers with a number too large to count",
      (method) => (method === "eth_blockNumber" ? `0x${"f".repeat(60)}` : undefined),
    ],
    [
      "gives the true block an earlier time",
      (method, truth) =>
        method === "eth_getBlockByNumber" ? { ...(truth as object), timestamp: "0x5653f100" } : undefined,
    ],
    [
      "names a block that is not its own",
      (method, truth) =>
        method === "eth_getBlockByNumber"
          ? { ...(truth as object), hash: `0x${"ee".repeat(32)}` }
          : undefined,
    ],
  ])("a source that %s fails no proof", async (_, lie) => {
    one.lie = lie;
    const items = await askAbout(one.url);
    expect(anchorOf(items).status).toBe("indeterminate");
    expect(items[0]!.report).toMatchObject({ outcome: "indeterminate" });
  });

  test.each<[string, string, () => void]>([
    [
      "may not be read from here (CORS)",
      "source_unreachable",
      () => {
        one.hasCors = false;
      },
    ],
    [
      "breaks off",
      "source_unreachable",
      () => {
        one.fault = (response) => response.destroy();
      },
    ],
    [
      "is overloaded",
      "source_error",
      () => {
        one.fault = (response) => response.writeHead(503).end();
      },
    ],
    [
      "redirects",
      "source_unreachable",
      () => {
        one.fault = (response) => response.writeHead(302, { location: two.url }).end();
      },
    ],
    [
      "answers with a page",
      "source_invalid_answer",
      () => {
        one.fault = (response) => response.end("<html>login</html>");
      },
    ],
    [
      "answers with ten megabytes",
      "source_invalid_answer",
      () => {
        one.fault = (response) => response.end(`"${"x".repeat(10_000_000)}"`);
      },
    ],
  ])(
    "a source that %s is reported as unreachable, and only the other's answer counts",
    async (_, code, prepare) => {
      prepare();
      const items = await askAbout(one.url, two.url);
      const check = anchorOf(items);
      expect(check).toMatchObject({ status: "passed", code: "ok" });
      expect(check.evidence["sources"]).toMatchObject([{ answer: code }, { answer: "ok" }]);
      expect(items[0]!.report!.notices.map(({ code }) => code)).toContain("single_source");
    },
  );

  test("an address without a server is not the proof's failure", async () => {
    const { url } = two;
    await two.stop();
    const items = await askAbout(url);
    expect(anchorOf(items)).toMatchObject({ status: "indeterminate", code: "source_unreachable" });
    two = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
  });

  test("a request is cancelled at once, and earlier results stay", async () => {
    one.fault = () => undefined;
    expect(await setEndpoints(one.url)).toBeNull();
    await session.choose(proof());
    await session.settled(1);
    await ask();
    await session.page.waitForFunction(() => window.session.items.value[0]?.phase === "asking");
    await session.page.evaluate(() => window.session.cancel(window.session.items.value[0]!.id));
    const [item] = await session.settled(1, 1000);
    expect(item).toMatchObject({ phase: "done", hasAnswers: false, report: { outcome: "indeterminate" } });
  });

  test("endpoints are stored on this machine, and validated before that", async () => {
    const faults = await session.page.evaluate(
      ([group]) => {
        const { endpoints } = window.session;
        return [
          "ftp://a.example",
          "a.example",
          "https://user:key@a.example",
          "http://a.example",
          `https://a.example/${"x".repeat(3000)}`,
          "javascript:alert(1)",
        ].map((address) => endpoints.set(group, [address]));
      },
      [CHAIN] as const,
    );
    expect(faults).toEqual([
      "endpoint_not_an_address",
      "endpoint_not_an_address",
      "endpoint_with_credentials",
      "endpoint_not_secure",
      "endpoint_not_an_address",
      "endpoint_not_an_address",
    ]);
    expect(await setEndpoints(...Array.from({ length: 9 }, (_, i) => `https://${i}.example`))).toBe(
      "too_many_endpoints",
    );
    expect(await setEndpoints(` ${one.url} `, one.url)).toBeNull();
    await session.page.reload();
    await session.page.waitForFunction(() => "session" in window);
    const kept = () => session.page.evaluate((group) => window.session.endpoints.endpointsOf(group), CHAIN);
    expect(await kept()).toEqual([one.url]);

    await session.page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        localStorage.setItem(key, '{"evm:31337":["javascript:1"],"x":1}');
    });
    await session.page.reload();
    await session.page.waitForFunction(() => "session" in window);
    expect(await kept()).toEqual([]);
  });
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}
