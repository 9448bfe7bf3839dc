/** Proofs by their identifier: fetched from this page's own service, which is not trusted. */

import type { ServerResponse } from "node:http";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proof, timestampOfOriginal } from "../../evidence-packages.js";
import { chromiumPath } from "../browser.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const ID = proof.proof_id;
const JSON_PATH = `/api/v2/proof/${ID}.json`;

/** The service's answers by path: status and body. */
type Answers = Readonly<Record<string, readonly [status: number, body: string | Uint8Array]>>;

describe.skipIf(chromiumPath === null)("links", () => {
  let site: SessionSite;
  let session: SessionPage;
  let asked: string[];

  beforeAll(async () => {
    site = await openSessionSite();
  }, 60_000);
  afterAll(() => site?.close());
  beforeEach(async () => {
    asked = [];
    session = await site.open();
    return async () => {
      site.host.intercept = () => false;
      await session.close();
    };
  });

  function serve(answers: Answers): void {
    site.host.intercept = (path: string, response: ServerResponse) => {
      if (!path.startsWith("/api/")) return false;
      asked.push(path);
      const [status, body] = answers[path] ?? [404, '{"error":"there is no such proof"}'];
      response.writeHead(status, { "content-type": "application/json" }).end(body);
      return true;
    };
  }
  const open = (link: string) => session.page.evaluate((text) => window.session.openLink(text), link);

  test("a link fetches the proof and the files that the service has beside it", async () => {
    serve({
      [JSON_PATH]: [200, encodePortableProof(proof)],
      [`/api/v2/proof/${ID}.ots`]: [200, timestampOfOriginal()],
    });
    await open(`#/proof/${ID}`);
    const [item] = await session.settled(1);
    expect(item).toMatchObject({ title: `${ID}.json`, report: { proof: { proof_id: ID } } });
    expect(item!.files.map(({ role }) => role)).toEqual(["proof", "timestamp"]);
    expect(asked.sort()).toEqual([
      `/api/v2/proof/${ID}.headers.json`,
      JSON_PATH,
      `/api/v2/proof/${ID}.ots`,
      `/api/v2/proof/${ID}.witness.json`,
    ]);
    await open(ID.toUpperCase());
    expect(await session.settled(1)).toHaveLength(1);
  });

  test.each<[string, Answers, string, object]>([
    ["it does not exist", {}, "proof_not_found", {}],
    [
      "it is not anchored yet",
      { [JSON_PATH]: [202, '{"ready":false,"state":"batched"}'] },
      "proof_not_ready",
      { state: "batched" },
    ],
    ["the state is not a string", { [JSON_PATH]: [202, '{"state":{"a":1}}'] }, "proof_not_ready", {}],
    ["it is not anchored, without a message", { [JSON_PATH]: [202, "<html>"] }, "proof_not_ready", {}],
    [
      "a static host answers with an error page",
      { [JSON_PATH]: [404, "<!doctype html>not found"] },
      "service_unreachable",
      {},
    ],
    [
      "a static host answers with its start page",
      { [JSON_PATH]: [200, "<!doctype html>"] },
      "service_invalid_answer",
      { status: 200 },
    ],
    ["the service fails", { [JSON_PATH]: [500, '{"error":{}}'] }, "service_invalid_answer", { status: 500 }],
    [
      "the answer is endless",
      { [JSON_PATH]: [200, `{${" ".repeat(2_000_000)}`] },
      "service_invalid_answer",
      {},
    ],
  ])("if %s, the page says only that", async (_, answers, code, evidence) => {
    serve(answers);
    await open(`#/proof/${ID}`);
    const [item] = await session.settled(1);
    expect(item).toMatchObject({
      title: ID,
      phase: "refused",
      report: null,
      problem: { code, evidence: { id: ID, ...evidence } },
    });
  });

  test("a proof that is not the requested one is refused", async () => {
    const otherId = "11111111-1111-4111-8111-111111111111";
    serve({ [`/api/v2/proof/${otherId}.json`]: [200, encodePortableProof(proof)] });
    await open(otherId);
    const [item] = await session.settled(1);
    expect(item).toMatchObject({
      phase: "refused",
      problem: { code: "service_invalid_answer" },
      report: null,
    });
  });

  test("with no service there, the link can be tried again", async () => {
    site.host.intercept = (path, response) => {
      if (!path.startsWith("/api/")) return false;
      response.destroy();
      return true;
    };
    await open(`#/proof/${ID}`);
    const [item] = await session.settled(1);
    expect(item).toMatchObject({ phase: "refused", problem: { code: "service_unreachable" } });
    serve({ [JSON_PATH]: [200, encodePortableProof(proof)] });
    await session.page.evaluate((id) => window.session.retry(id), item!.id);
    await session.page.waitForFunction(() => window.session.items.value[0]?.report != null);
    expect(await session.settled(1)).toMatchObject([{ title: `${ID}.json`, phase: "done" }]);
  });

  test("a fetch is cancelled at once, and a late answer is not shown", async () => {
    const held: ServerResponse[] = [];
    site.host.intercept = (path, response) => {
      if (!path.startsWith("/api/")) return false;
      held.push(response);
      return true;
    };
    await open(`#/proof/${ID}`);
    await session.page.waitForFunction(() => window.session.items.value[0]?.phase === "fetching");
    await session.page.evaluate(() => window.session.cancel(window.session.items.value[0]!.id));
    expect(await session.settled(1, 1000)).toMatchObject([{ phase: "cancelled" }]);
    for (const response of held) response.end(encodePortableProof(proof));
    await session.page.evaluate(() => window.session.remove(window.session.items.value[0]!.id));
    await session.page.waitForFunction(
      () => window.session.items.value.length === 0 && !window.session.isBusy.value,
    );
  });

  test("typed text is understood or rejected, without a request", async () => {
    serve({});
    const type = (text: string) => session.page.evaluate((words) => window.session.addText(words), text);
    for (const text of ["hello", "#/proof/../../admin", `${ID}/../x`]) {
      await type(text);
      expect(await session.page.evaluate(() => window.session.problem.value?.code)).toBe(
        "text_not_understood",
      );
    }
    await type(proof.content.hash.toUpperCase());
    expect(await session.settled(1)).toMatchObject([
      {
        title: proof.content.hash,
        files: [],
        wanted: "proof-of-fingerprint",
        fingerprint: { hash: proof.content.hash },
      },
    ]);
    await type(encodePortableProof(proof));
    const [item] = await session.settled(1);
    expect(item!.report!.checks.find(({ id }) => id === "content")).toMatchObject({ status: "passed" });
    expect(await session.page.evaluate(() => window.session.problem.value)).toBeNull();
    expect(asked).toEqual([]);
  });
});
