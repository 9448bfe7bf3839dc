/**
 * The update of the trusted lists with real ones: the vectors, served by a local server in place of the Commission and the
 * Member States.
 */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  authenticateListOfLists,
  defaultTrustList,
  LOTL_URI,
  type TrustSnapshot,
} from "@svc-proof/verifier-lib/trust";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fetchLists, ListsUnavailableError } from "../../service/src/seals/trust-lists.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";

/** Within the validity of the lists: their index. */
const AT = new Date("2026-11-21T12:00:00.000Z");
const lists = vectorFolder("eutl") ?? "";
const served = new Map<string, Buffer>();
let server: Server;
let shipped: TrustSnapshot;

beforeAll(async () => {
  shipped = (await defaultTrustList()).snapshot;
  server = createServer((request, response) => {
    const body = served.get(decodeURIComponent(request.url!.slice(1)));
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const platform = globalThis.fetch;
  vi.stubGlobal("fetch", (url: URL | string, init?: RequestInit) =>
    platform(`http://127.0.0.1:${port}/${encodeURIComponent(String(url))}`, init),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});
beforeEach(() => served.clear());

const serve = async (uri: string, file: string, change: (bytes: Buffer) => Buffer = (bytes) => bytes) =>
  served.set(uri, change(await readFile(join(lists, file))));
/** As it was before the last lists of Lithuania and Belgium. */
const former = (): TrustSnapshot => ({
  ...shipped,
  lotl: { ...shipped.lotl, sequenceNumber: 389 },
  lists: shipped.lists.map((list) =>
    list.territory === "LT" || list.territory === "BE"
      ? { ...list, sequenceNumber: list.sequenceNumber - 1, services: [] }
      : list,
  ),
});
const numberOf = ({ lists: all }: TrustSnapshot, territory: string) =>
  all.find((list) => list.territory === territory)?.sequenceNumber;

test.skipIf(lists === "")(
  "takes the newer lists that authenticate, keeps the others, and names what was not to be had",
  async () => {
    await serve(LOTL_URI, "EU-LOTL-390.xml");
    const { territories } = await authenticateListOfLists({
      lotl: await readFile(join(lists, "EU-LOTL-390.xml")),
      pivot: () => Promise.reject(new Error("no pivot is needed")),
      at: AT,
    });
    const locationOf = (territory: string) => territories.get(territory)!.locations[0]!;
    await serve(locationOf("LT"), "LT-90.xml");
    // One character of Belgium's is another.
    await serve(locationOf("BE"), "BE-81.xml", (bytes) =>
      Buffer.from(bytes.toString("latin1").replace("granted", "granteD"), "latin1"),
    );
    const { snapshot, problems } = await fetchLists(former(), AbortSignal.timeout(60_000), AT);
    expect(snapshot.lotl.sequenceNumber).toBe(390);
    expect(numberOf(snapshot, "LT")).toBe(90);
    expect(numberOf(snapshot, "BE")).toBe(80);
    expect(numberOf(snapshot, "ES")).toBe(184);
    expect(problems.find((problem) => problem.startsWith("BE"))).toMatch(/^BE \(/);
    expect(problems.find((problem) => problem.startsWith("DE"))).toBe("DE (source_error)");
    expect(problems.some((problem) => problem.startsWith("LT"))).toBe(false);
  },
);

test.skipIf(lists === "").each([
  ["is not there", "", /source_error/],
  ["was altered", "bad/eu-lotl-broken-sig.xml", /\(\w+\)$/],
  ["is no XML", "bad/eu-lotl-not-parseable.xml", /\(\w+\)$/],
])("changes nothing where the list of lists %s", async (_, file, reason) => {
  if (file !== "") await serve(LOTL_URI, file);
  const fetching = fetchLists(shipped, AbortSignal.timeout(60_000), AT);
  await expect(fetching).rejects.toThrow(ListsUnavailableError);
  await expect(fetching).rejects.toThrow(reason);
});
