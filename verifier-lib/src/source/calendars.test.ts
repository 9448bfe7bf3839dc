import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type DetachedTimestamp,
  encodeDetachedTimestamp,
  encodeTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { afterEach, describe, expect, test } from "vitest";
import { isPublicCalendar, upgradeTimestamp } from "./calendars.js";
import { type Endpoint, startEndpoint } from "./http-endpoint.testing.js";

const endpoints: Endpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});

/** A calendar that gives the same answer to every request. */
async function calendar(status: number, body: Uint8Array | string): Promise<Endpoint> {
  const endpoint = await startEndpoint((_, response) => response.writeHead(status).end(body));
  endpoints.push(endpoint);
  return endpoint;
}

const digest = new Uint8Array(32).fill(9);
const NONCE = Uint8Array.of(1, 2);
const MESSAGE = bytesToHex(Uint8Array.of(...digest, ...NONCE));

const attested = (height: number): Timestamp => ({
  branches: [
    { operation: { kind: "sha256" }, next: { branches: [{ attestation: { kind: "bitcoin", height } }] } },
  ],
});
/** A file with a pending branch for each URI, after a nonce. */
const pendingAt = (...uris: string[]): DetachedTimestamp => ({
  hash: "sha256",
  digest,
  timestamp: {
    branches: [
      {
        operation: { kind: "append", argument: NONCE },
        next: { branches: uris.map((uri) => ({ attestation: { kind: "pending", uri } })) },
      },
    ],
  },
});
const anywhere = { isAllowed: () => true, retries: 0, timeoutMs: 2000 };
const kinds = ({ timestamp }: DetachedTimestamp) =>
  replay(timestamp, digest).map(({ attestation }) => attestation.kind);

describe("a calendar's answer", () => {
  test("is requested by its message and added at its node", async () => {
    const { url, paths } = await calendar(200, encodeTimestamp(attested(7)));
    const { file, answers, statedHeights } = await upgradeTimestamp(pendingAt(`${url}/calendar/`), anywhere);
    expect(paths).toEqual([`/calendar/timestamp/${MESSAGE}`]);
    expect(answers).toEqual([{ uri: `${url}/calendar/`, answer: "completed" }]);
    expect(statedHeights).toEqual([7]);
    expect(kinds(file)).toEqual(["pending", "bitcoin"]);
    // A second time adds nothing.
    const again = await upgradeTimestamp(file, anywhere);
    expect(again.answers).toEqual([{ uri: `${url}/calendar/`, answer: "known" }]);
    expect(encodeDetachedTimestamp(again.file)).toEqual(encodeDetachedTimestamp(file));
  });

  test("of several calendars, all answers are added and errors are reported", async () => {
    const one = await calendar(200, encodeTimestamp(attested(7)));
    const other = await calendar(200, encodeTimestamp(attested(8)));
    const late = await calendar(404, "Pending confirmation in Bitcoin blockchain");
    const { answers, statedHeights } = await upgradeTimestamp(
      pendingAt(one.url, other.url, late.url),
      anywhere,
    );
    expect(answers.map(({ answer }) => answer)).toEqual(["completed", "completed", "pending"]);
    expect(statedHeights).toEqual([7, 8]);
  });

  test("may refer to another calendar, a few times", async () => {
    const last = await calendar(200, encodeTimestamp(attested(7)));
    const first = await calendar(
      200,
      encodeTimestamp({ branches: [{ attestation: { kind: "pending", uri: last.url } }] }),
    );
    const { statedHeights } = await upgradeTimestamp(pendingAt(first.url), anywhere);
    expect(statedHeights).toEqual([7]);
  });

  test.each<[string, number, Uint8Array | string, string]>([
    ["HTML", 200, "<!doctype html><title>busy</title>", "source_invalid_answer"],
    ["nothing", 200, "", "source_invalid_answer"],
    ["a whole file", 200, encodeDetachedTimestamp(pendingAt("x")), "source_invalid_answer"],
    ["trailing bytes", 200, Uint8Array.of(...encodeTimestamp(attested(7)), 0), "source_invalid_answer"],
    ["an answer above the limit", 200, new Uint8Array(20_000), "source_invalid_answer"],
    [
      "more operations than a file may have",
      200,
      Uint8Array.of(...new Uint8Array(255).fill(8), ...encodeTimestamp(attested(7)).subarray(1)),
      "source_invalid_answer",
    ],
    ["an error", 500, "", "source_error"],
    ["a redirect", 302, "", "source_unreachable"],
  ])("that is %s is not added", async (_, status, body, answer) => {
    const elsewhere = await calendar(200, encodeTimestamp(attested(7)));
    const endpoint = await startEndpoint((_request, response) => {
      response.writeHead(status, status === 302 ? { location: elsewhere.url } : {}).end(body);
    });
    endpoints.push(endpoint);
    const before = pendingAt(endpoint.url);
    const { file, answers } = await upgradeTimestamp(before, anywhere);
    expect(answers).toEqual([{ uri: endpoint.url, answer }]);
    expect(file).toEqual(before);
    expect(elsewhere.paths).toEqual([]);
  });

  test("that does not come is reported after the time limit", async () => {
    const silent = await startEndpoint(() => undefined);
    endpoints.push(silent);
    const { answers } = await upgradeTimestamp(pendingAt(silent.url), { ...anywhere, timeoutMs: 100 });
    expect(answers[0]!.answer).toBe("source_timeout");
  });
});

describe("which calendars are asked", () => {
  test.each([
    ["https://alice.btc.calendar.opentimestamps.org", true],
    ["https://bob.btc.calendar.opentimestamps.org/", true],
    ["https://finney.calendar.eternitywall.com", true],
    ["https://btc.calendar.catallaxy.com", true],
    ["http://alice.btc.calendar.opentimestamps.org", false],
    ["https://alice.btc.calendar.opentimestamps.org:8443", false],
    ["https://calendar.opentimestamps.org.evil.example", false],
    ["https://evilcalendar.opentimestamps.org", false],
    ["https://127.0.0.1", false],
    ["http://169.254.169.254", false],
  ])("%s: %s", (address, isPublic) => {
    expect(isPublicCalendar(new URL(address))).toBe(isPublic);
  });

  test("only public ones, unless the caller allows others", async () => {
    const { url, paths } = await calendar(200, encodeTimestamp(attested(7)));
    const uris = [url, "foobar", "file:///etc/passwd", ""];
    const { answers } = await upgradeTimestamp(pendingAt(...uris), { retries: 0 });
    expect(answers).toEqual(uris.map((uri) => ({ uri, answer: "not_allowed" })));
    expect(paths).toEqual([]);
    const allowed = await upgradeTimestamp(pendingAt("foobar", "file:///etc/passwd"), anywhere);
    expect(allowed.answers.map(({ answer }) => answer)).toEqual(["not_allowed", "not_allowed"]);
  });

  test("a hundred pending branches cause a bounded number of requests", async () => {
    const { url, paths } = await calendar(404, "");
    const uris = Array.from({ length: 100 }, (_, i) => `${url}/${i}`);
    await upgradeTimestamp(pendingAt(...uris), anywhere);
    expect(paths.length).toBeLessThanOrEqual(32);
  });

  test("an abort rejects with the caller's reason", async () => {
    const silent = await startEndpoint(() => undefined);
    endpoints.push(silent);
    const stop = new AbortController();
    const asking = upgradeTimestamp(pendingAt(silent.url), { ...anywhere, signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });
});
