import type { ServerResponse } from "node:http";
import type { Report } from "@svc-proof/verifier-lib";
import { afterEach, describe, expect, test } from "vitest";
import { type Endpoint, startEndpoint } from "../../../verifier-lib/src/source/http-endpoint.testing.js";
import { EPOCH_FILE_BYTES } from "../model.js";
import { EpochFiles, EpochSource, type FoundEpoch, wantedEpochs } from "./headers.js";

describe("epoch source", () => {
  let endpoint: Endpoint | null = null;
  afterEach(() => endpoint?.stop());

  test.each<[string, (response: ServerResponse) => void, string]>([
    ["that has the file", (response) => response.end(Buffer.alloc(EPOCH_FILE_BYTES)), "fetched"],
    ["that does not have it", (response) => response.writeHead(404).end("not found"), "absent"],
    ["that sends a page in its place", (response) => response.end("<!doctype html>"), "absent"],
    ["that sends too much", (response) => response.end(Buffer.alloc(EPOCH_FILE_BYTES + 1)), "absent"],
    ["that breaks off", (response) => response.destroy(), "unreachable"],
    ["behind a gateway that fails", (response) => response.writeHead(502).end(), "unreachable"],
    ["that counts requests", (response) => response.writeHead(429).end(), "unreachable"],
  ])("a site %s", async (_, answer, state) => {
    endpoint = await startEndpoint((_request, response) => answer(response));
    const found = await new EpochSource(new URL(`${endpoint.url}/bitcoin/`)).fetch(473);
    expect(found.state).toBe(state);
    expect(found.file?.name).toBe(state === "fetched" ? "473.bin" : undefined);
    expect(endpoint.paths).toEqual(["/bitcoin/473.bin"]);
  });
});

describe("wanted epochs", () => {
  const reportOf = (...checks: object[]) => ({ checks }) as unknown as Report;
  const missing = (first_epoch: unknown, last_epoch: unknown = first_epoch) => ({
    missing_headers: { first_epoch, last_epoch },
  });
  const bitcoin = (attestations: unknown, fields: object = {}) => ({
    id: "bitcoin",
    status: "indeterminate",
    code: "no_bitcoin_header",
    basis: "asserted",
    evidence: { attestations },
    ...fields,
  });

  test("each epoch once, rising, of the content's timestamps and of the seal's", () => {
    const seal = {
      id: "seal",
      status: "indeterminate",
      code: "out_of_bounds_no_poe",
      evidence: { proof_of_existence: { attestations: [missing(408)] } },
    };
    expect(wantedEpochs(reportOf(bitcoin([missing(474, 475), missing(473, 474)]), seal))).toEqual([
      408, 473, 474, 475,
    ]);
  });

  test.each([
    [
      "a block that headers prove",
      bitcoin([missing(473)], { status: "passed", code: "ok", basis: "computed" }),
    ],
    ["a block of a development network", bitcoin([missing(473)], { code: "header_of_regtest" })],
    ["a timestamp that waits for a block", bitcoin([], { code: "bitcoin_pending" })],
    ["an attestation that wants nothing", bitcoin([{ stated_height: 1 }])],
    ["a height of which there is no block", bitcoin([missing(473, 1_065_220)])],
    ["more epochs than a page should fetch", bitcoin([missing(473, 513)])],
    ["too many together", bitcoin([missing(1, 30), missing(100, 130)])],
  ])("nothing for %s", (_, check) => {
    expect(wantedEpochs(reportOf(check))).toEqual([]);
  });

  test("a block that only explorers vouch for can still be proven", () => {
    const check = bitcoin([missing(473)], { status: "passed", code: "ok", basis: "relied-on" });
    expect(wantedEpochs(reportOf(check))).toEqual([473]);
  });
});

describe("epoch files", () => {
  /** Epochs that the site has, and those that the device has kept. */
  function filesWith(site: Readonly<Record<number, FoundEpoch["state"]>>, kept: readonly number[] = []) {
    const asked: number[] = [];
    const taken: File[] = [];
    const file = (epoch: number) => new File(["headers"], `${epoch}.bin`);
    const forgotten: number[] = [];
    const files = new EpochFiles({
      source: {
        forget: async (epoch) => void forgotten.push(epoch),
        fetch: async (epoch) => {
          asked.push(epoch);
          const state = site[epoch] ?? "absent";
          return { state, file: state === "fetched" ? file(epoch) : null };
        },
        kept: async (epoch) => (kept.includes(epoch) ? { state: "kept", file: file(epoch) } : null),
      },
      take: (taking) => taken.push(taking),
    });
    return { files, asked, taken, forgotten };
  }

  test("nothing is asked before it is requested; then each missing epoch once, one after the other", async () => {
    const { files, asked, taken } = filesWith({ 473: "fetched", 474: "fetched", 475: "absent" });
    await files.useKept([473, 474, 475]);
    expect([asked, taken]).toEqual([[], []]);
    const both = Promise.all([files.fetch([473, 474, 475]), files.fetch([473])]);
    expect(files.isFetching).toBe(true);
    await both;
    expect(asked).toEqual([473, 474, 475]);
    expect(taken.map(({ name }) => name)).toEqual(["473.bin", "474.bin"]);
    expect([...files.states.value]).toEqual([
      [473, "fetched"],
      [474, "fetched"],
      [475, "absent"],
    ]);
    expect(files.isFetching).toBe(false);
    await files.fetch([473, 474, 475]);
    expect(asked).toEqual([473, 474, 475, 475]);
  });

  test("what the device has kept is used without a request, once", async () => {
    const { files, asked, taken } = filesWith({}, [473]);
    await files.useKept([473, 474]);
    await files.useKept([473, 474]);
    expect(taken.map(({ name }) => name)).toEqual(["473.bin"]);
    expect([...files.states.value]).toEqual([[473, "kept"]]);
    expect(asked).toEqual([]);
  });

  test("after the session dropped files, what the device has kept is looked for again", async () => {
    const { files, asked, taken } = filesWith({ 474: "fetched" }, [473]);
    await files.useKept([473]);
    await files.fetch([474]);
    files.clear();
    expect(files.states.value.size).toBe(0);
    await files.useKept([473]);
    expect(taken.map(({ name }) => name)).toEqual(["473.bin", "474.bin", "473.bin"]);
    expect(asked).toEqual([474]);
  });

  test("what arrives after the session was emptied is not added", async () => {
    const { files, taken } = filesWith({ 473: "fetched" });
    const fetching = files.fetch([473]);
    files.clear();
    await fetching;
    expect(taken).toEqual([]);
    expect(files.states.value.size).toBe(0);
  });

  test("what is given and proves nothing is kept no longer, and asked for again; not before all that is wanted is given", async () => {
    const { files, asked, forgotten } = filesWith({ 473: "fetched", 474: "fetched" });
    await files.fetch([473]);
    files.refuse([473, 474]);
    expect(files.states.value.get(473)).toBe("fetched");
    await files.fetch([474]);
    files.refuse([473, 474]);
    expect(forgotten).toEqual([473, 474]);
    expect([...files.states.value.values()]).toEqual(["absent", "absent"]);
    await files.fetch([473, 474]);
    expect(asked).toEqual([473, 474, 473, 474]);
  });
});
