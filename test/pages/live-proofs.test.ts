/** Server-sent events about proofs: what they tell, to whom, and when they end. */
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { afterEach, expect, it } from "vitest";
import { anchorInBlock, batchQueue } from "../contract/api-service.js";
import { describeStores } from "../contract/test-stores.js";
import type { PageBrowser, SignedInPerson } from "./page-site.js";
import { openProofSite, type ProofSite } from "./proof-site.js";

/** Fast, so that a test does not wait for it. */
const FAST = { lookMs: 20, sessionMs: 20 };

describeStores("the events of a proof on $name", ({ open }) => {
  let proofs: ProofSite;
  let owner: SignedInPerson;
  const sent: ClientRequest[] = [];

  const start = async (options: Parameters<typeof openProofSite>[0] = {}): Promise<void> => {
    proofs = await openProofSite({ open, live: FAST, ...options });
    owner = await proofs.site.signIn("reader");
  };
  afterEach(async () => {
    for (const request of sent.splice(0)) request.destroy();
    await proofs.stop();
  });

  /** Opens a stream. `text` is what has come so far, `ended` how it ended. */
  const listen = (browser: PageBrowser, path: string) =>
    new Promise<{ response: IncomingMessage; text: () => string; ended: () => boolean }>(
      (resolve, reject) => {
        const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const request = httpRequest({
          host: "127.0.0.1",
          port: proofs.site.port,
          path,
          headers: { cookie, "accept-encoding": "gzip, br" },
        });
        sent.push(request);
        request.on("error", reject).on("response", (response) => {
          let [text, ended] = ["", false];
          response
            .on("data", (piece: Buffer) => {
              text += piece;
            })
            .on("end", () => {
              ended = true;
            })
            .on("error", () => {});
          resolve({ response, text: () => text, ended: () => ended });
        });
        request.end();
      },
    );
  const tagsIn = (text: string) =>
    [...text.matchAll(/^event: state\ndata: ([\w-]{22})\n\n/gm)].map(([, tag]) => tag);

  it("send a comment while nothing happens, so that no proxy ends them", async () => {
    await start({ live: { ...FAST, commentMs: 50 } });
    const { id } = await proofs.newProof(owner.account.id);
    const stream = await listen(owner.browser, `/dashboard/proofs/${id}/events`);
    await expect.poll(() => stream.text()).toMatch(/^event: state\n[\s\S]*\n\n:\n\n:\n\n/m);
  });

  it("tell the state at once, and each change once", async () => {
    await start();
    const { id } = await proofs.newProof(owner.account.id);
    const page = await owner.browser.get(`/dashboard/proofs/${id}`);
    const stream = await listen(owner.browser, `/dashboard/proofs/${id}/events`);
    expect(stream.response.headers["content-type"]).toMatch(/^text\/event-stream/);
    expect(stream.response.headers["content-encoding"]).toBeUndefined();
    expect(stream.response.headers["cache-control"]).toBe("no-store");
    await expect.poll(() => tagsIn(stream.text())).toHaveLength(1);
    expect(page.html).toContain(`data-tag="${tagsIn(stream.text())[0]}"`);
    await anchorInBlock(proofs.store, await batchQueue(proofs.store));
    await expect
      .poll(async () => {
        const { html } = await owner.browser.get(`/dashboard/proofs/${id}`);
        return html.includes(`data-tag="${tagsIn(stream.text()).at(-1)}"`) && html.includes("Anchored");
      })
      .toBe(true);
    const tags = tagsIn(stream.text());
    expect(new Set(tags).size).toBe(tags.length);
    const { html } = await owner.browser.get(`/dashboard/proofs/${id}/state`);
    expect(JSON.parse(html)).toEqual({ tag: tags.at(-1) });
  });

  it("of another account's proof are not there", async () => {
    await start();
    const other = await proofs.site.signIn("owner");
    const { id } = await proofs.newProof(other.account.id);
    for (const name of ["events", "state"]) {
      const answer = await owner.browser.get(`/dashboard/proofs/${id}/${name}`);
      expect(answer.status).toBe(404);
    }
    expect(proofs.live.count).toBe(0);
  });

  it("end with the session", async () => {
    await start();
    const { id } = await proofs.newProof(owner.account.id);
    const other = await proofs.site.signIn("reader", { account: owner.account });
    const [mine, theirs] = [
      await listen(owner.browser, `/dashboard/proofs/${id}/events`),
      await listen(other.browser, `/dashboard/proofs/${id}/events`),
    ];
    expect(proofs.live.count).toBe(2);
    await proofs.store.people.endSession(owner.person.id, owner.session.id);
    await expect.poll(() => mine.ended()).toBe(true);
    expect(theirs.ended()).toBe(false);
    await expect.poll(() => proofs.live.count).toBe(1);
  });

  it("end when the service stops, so that it need not wait for them", async () => {
    await start();
    const { id } = await proofs.newProof(owner.account.id);
    const stream = await listen(owner.browser, `/dashboard/proofs/${id}/events`);
    proofs.stopping();
    await expect.poll(() => stream.ended()).toBe(true);
    const late = await listen(owner.browser, `/dashboard/proofs/${id}/events`);
    expect(late.response.statusCode).toBe(429);
  });

  it("end after a while, for the browser to open them anew", async () => {
    await start({ live: { ...FAST, lifeMs: 50 } });
    const { id } = await proofs.newProof(owner.account.id);
    const stream = await listen(owner.browser, `/dashboard/proofs/${id}/events`);
    await expect.poll(() => stream.ended()).toBe(true);
    expect(stream.text()).toContain("retry: 3000\n");
  });

  it("are bounded for a session, and a page that left makes room", async () => {
    await start();
    const { id } = await proofs.newProof(owner.account.id);
    const path = `/dashboard/proofs/${id}/events`;
    for (let i = 0; i < 4; i++) expect((await listen(owner.browser, path)).response.statusCode).toBe(200);
    expect((await listen(owner.browser, path)).response.statusCode).toBe(429);
    const other = await proofs.site.signIn("reader", { account: owner.account });
    expect((await listen(other.browser, path)).response.statusCode).toBe(200);
    sent[0]!.destroy();
    await expect.poll(() => proofs.live.count).toBe(4);
    expect((await listen(owner.browser, path)).response.statusCode).toBe(200);
  });

  it("do not keep a session from becoming idle", async () => {
    await start();
    const { id } = await proofs.newProof(owner.account.id);
    const idle = await proofs.site.signIn("reader", { account: owner.account, idleMs: 3_600_000 });
    await listen(idle.browser, `/dashboard/proofs/${id}/events`);
    await idle.browser.get(`/dashboard/proofs/${id}/state`);
    const seen = async () =>
      (await proofs.store.people.findSession(idle.session.secretHash, new Date()))!.session.lastSeenAt;
    expect(await seen()).toEqual(idle.session.lastSeenAt);
    await idle.browser.get(`/dashboard/proofs/${id}`);
    expect((await seen()).getTime()).toBeGreaterThan(idle.session.lastSeenAt.getTime());
  });
});
