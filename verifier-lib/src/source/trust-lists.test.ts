/** What is fetched when trusted lists are updated, and what becomes of each list; small lists, really signed. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { journalOf, LISTS_NOW, signList, type TestPointer } from "../trust/signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "../trust/signed-xml.testing.js";
import { type Endpoint, startEndpoint } from "./http-endpoint.testing.js";
import { type FetchedTerritory, type UpdateTrustListsParameters, updateTrustLists } from "./trust-lists.js";

type Answer = Uint8Array | number | ((request: IncomingMessage, response: ServerResponse) => void);

let commission: XmlSigner;
let country: XmlSigner;
let server: Endpoint;
let elsewhere: Endpoint;
/** By path; a number is a status. */
let answers: Record<string, Answer>;
let spanish: Uint8Array;
let austrian: Uint8Array;

beforeAll(async () => {
  [commission, country] = [await newEcSigner(), await newEcSigner()];
  const answering = (request: IncomingMessage, response: ServerResponse) => {
    const answer = answers[request.url!] ?? 404;
    if (typeof answer === "function") answer(request, response);
    else if (typeof answer === "number") response.writeHead(answer).end();
    else response.end(answer);
  };
  [server, elsewhere] = [await startEndpoint(answering), await startEndpoint(answering)];
  spanish = await signList({ signer: country, territory: "ES" });
  austrian = await signList({ signer: country, territory: "AT" });
});
afterAll(async () => {
  await server.stop();
  await elsewhere.stop();
});
beforeEach(() => {
  answers = { "/ES.xml": spanish, "/AT.xml": austrian };
  for (const { paths } of [server, elsewhere]) paths.length = 0;
});

const pointers = (...lists: readonly [territory: string, location: string][]): TestPointer[] =>
  lists.map(([territory, location]) => ({ territory, location, certificates: [country.certificate] }));
const lotlOf = (all: TestPointer[], changes: object = {}) =>
  signList({ signer: commission, territory: "EU", sequenceNumber: 400, pointers: all, ...changes });
const both = () => pointers(["ES", `${server.url}/ES.xml`], ["AT", `${server.url}/AT.xml`]);

const update = (options: UpdateTrustListsParameters = {}) =>
  updateTrustLists({
    lotlUri: `${server.url}/lotl.xml`,
    journal: journalOf(commission.certificate),
    timeoutMs: 5000,
    at: LISTS_NOW,
    ...options,
  });

describe("the list of each country", () => {
  test("is fetched where the list of lists says, and told", async () => {
    const lotl = await lotlOf(both());
    answers["/lotl.xml"] = lotl;
    const told: FetchedTerritory[] = [];
    const updated = await update({ onFetched: (one) => told.push(one) });
    expect(server.paths.toSorted()).toEqual(["/AT.xml", "/ES.xml", "/lotl.xml"]);
    expect(updated.snapshot.lists.map(({ territory }) => territory)).toEqual(["AT", "ES"]);
    expect(updated).toMatchObject({ pivots: [], unreachable: [], refused: [], kept: [] });
    expect(updated.files.map(({ name, bytes }) => [name, bytes.length]).toSorted()).toEqual([
      ["AT", austrian.length],
      ["ES", spanish.length],
      ["EU", lotl.length],
    ]);
    expect(told.toSorted((a, b) => (a.territory < b.territory ? -1 : 1))).toEqual([
      { territory: "AT", uri: `${server.url}/AT.xml`, sizeBytes: austrian.length, code: null, message: "" },
      { territory: "ES", uri: `${server.url}/ES.xml`, sizeBytes: spanish.length, code: null, message: "" },
    ]);
  });

  test("is that of the first of its locations that has it", async () => {
    answers["/lotl.xml"] = await lotlOf(
      pointers(
        ["ES", `${server.url}/none.xml`],
        ["ES", "ftp://lists.example/ES.xml"],
        ["ES", `${server.url}/ES.xml`],
        ["ES", `${server.url}/later.xml`],
      ),
    );
    const told: FetchedTerritory[] = [];
    const { snapshot, unreachable } = await update({ onFetched: (one) => told.push(one) });
    expect(snapshot.lists.map(({ territory }) => territory)).toEqual(["ES"]);
    expect(unreachable).toEqual([]);
    expect(told.map(({ uri, code }) => [uri, code])).toEqual([[`${server.url}/ES.xml`, null]]);
    expect(server.paths).toEqual(["/lotl.xml", "/none.xml", "/ES.xml"]);
  });

  test("that is nowhere is told with the last location, and stops no other", async () => {
    answers["/lotl.xml"] = await lotlOf([
      ...pointers(["ES", `${server.url}/none.xml`], ["ES", `${server.url}/neither.xml`]),
      ...pointers(["AT", `${server.url}/AT.xml`]),
    ]);
    const told: FetchedTerritory[] = [];
    const { snapshot, unreachable, files } = await update({ onFetched: (one) => told.push(one) });
    const { host } = new URL(server.url);
    const missing = {
      territory: "ES",
      uri: `${server.url}/neither.xml`,
      sizeBytes: null,
      code: "source_error",
      message: `${host}/neither.xml: HTTP status 404`,
    };
    expect(unreachable).toEqual([missing]);
    expect(told.toSorted((a, b) => (a.territory < b.territory ? -1 : 1))).toMatchObject([
      { territory: "AT", code: null },
      missing,
    ]);
    expect(snapshot.lists.map(({ territory }) => territory)).toEqual(["AT"]);
    expect(files.map(({ name }) => name)).toEqual(["EU", "AT"]);
    // Nobody needs to be told.
    expect((await update()).unreachable).toEqual([missing]);
  });

  test.each(["ftp://lists.example/ES.xml", "file:///ES.xml", "xhttp://lists.example/ES.xml", "http://["])(
    "at %s is not asked for",
    async (location) => {
      answers["/lotl.xml"] = await lotlOf(pointers(["ES", location]));
      expect((await update()).unreachable).toMatchObject([
        { uri: location, code: "source_invalid_answer", message: "expected an http or https address" },
      ]);
    },
  );

  test("may be at an address in capitals, and need not be at the host of the list of lists", async () => {
    const location = elsewhere.url.replace("http:", "HTTP:");
    answers["/lotl.xml"] = await lotlOf(pointers(["ES", `${location}/ES.xml`]));
    expect((await update()).snapshot.lists.map(({ territory }) => territory)).toEqual(["ES"]);
    expect(elsewhere.paths).toEqual(["/ES.xml"]);
  });

  test("must be its own", async () => {
    answers["/lotl.xml"] = await lotlOf(both());
    answers["/ES.xml"] = austrian;
    expect((await update()).refused).toMatchObject([{ name: "ES", code: "list_territory_unknown" }]);
  });

  test("stays where no newer one arrives", async () => {
    answers["/lotl.xml"] = await lotlOf(both());
    const former = (await update()).snapshot;
    answers["/ES.xml"] = 404;
    const { snapshot, kept } = await update({ former });
    expect([snapshot.lists, kept]).toEqual([former.lists, ["ES"]]);
  });

  test("is asked for with at most three others", async () => {
    const territories = ["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI"];
    answers["/lotl.xml"] = await lotlOf(
      pointers(...territories.map((one): [string, string] => [one, `${server.url}/${one}.xml`])),
    );
    const open: ServerResponse[] = [];
    let isHeld = true;
    for (const one of territories) {
      answers[`/${one}.xml`] = (_, response) => {
        if (isHeld) open.push(response);
        else response.writeHead(404).end();
      };
    }
    const updating = update();
    await vi.waitFor(() => expect(open.length).toBeGreaterThanOrEqual(4), 5000);
    // Whatever was sent at the same time has arrived when this is answered.
    await fetch(`${server.url}/none.xml`);
    expect(open).toHaveLength(4);
    isHeld = false;
    for (const response of open) response.writeHead(404).end();
    expect((await updating).unreachable).toHaveLength(territories.length);
  });
});

describe("the list of lists", () => {
  test("is asked for as XML, past any cache", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const lotl = await lotlOf([]);
    answers["/lotl.xml"] = (request, response) => {
      seen.push(request.headers);
      response.end(lotl);
    };
    await update();
    expect(seen[0]).toMatchObject({
      accept: expect.stringContaining("application/vnd.etsi.tsl+xml"),
      "cache-control": "no-cache",
    });
  });

  test("is asked for three times of a server that fails", async () => {
    answers["/lotl.xml"] = 503;
    const { host } = new URL(server.url);
    await expect(update()).rejects.toMatchObject({
      code: "source_error",
      status: 503,
      message: `${host}/lotl.xml: HTTP status 503`,
    });
    expect(server.paths).toEqual(["/lotl.xml", "/lotl.xml", "/lotl.xml"]);
  });

  test("is waited for as long as the caller says", async () => {
    answers["/lotl.xml"] = () => undefined;
    await expect(update({ timeoutMs: 20 })).rejects.toMatchObject({ code: "source_timeout" });
  });

  test("must not be older than that of the former snapshot", async () => {
    answers["/lotl.xml"] = await lotlOf([]);
    const former = (await update()).snapshot;
    answers["/lotl.xml"] = await lotlOf([], { sequenceNumber: 399 });
    await expect(update({ former })).rejects.toMatchObject({ code: "list_superseded" });
  });

  test("may rest on a pivot at its own host, and on none elsewhere", async () => {
    const other = await newEcSigner();
    const own = { territory: "EU", certificates: [other.certificate] };
    const pivot = await lotlOf([own], { sequenceNumber: 390 });
    answers["/pivot.xml"] = pivot;
    const restingOn = (uri: string) =>
      lotlOf([], { signer: other, uris: [uri, journalOf(commission.certificate).uri] });
    const uri = `${server.url}/pivot.xml`;
    answers["/lotl.xml"] = await restingOn(uri);
    const { pivots, lotl } = await update();
    expect(pivots.map(({ name, bytes }) => [name, bytes.length])).toEqual([[uri, pivot.length]]);
    expect(lotl.pivots).toEqual([uri]);
    answers["/lotl.xml"] = await restingOn(`${elsewhere.url}/pivot.xml`);
    await expect(update()).rejects.toMatchObject({ code: "source_invalid_answer" });
    expect(elsewhere.paths).toEqual([]);
  });
});

test("an abort ends it with the caller's reason, whatever is being asked for", async () => {
  const lotl = await lotlOf(both());
  for (const path of ["/lotl.xml", "/ES.xml"]) {
    const stop = new AbortController();
    answers = { "/lotl.xml": lotl, "/AT.xml": austrian, [path]: () => stop.abort(new Error("enough")) };
    await expect(update({ signal: stop.signal })).rejects.toThrow("enough");
  }
});
