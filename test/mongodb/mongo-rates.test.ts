/**
 * Counters of several keys that several processes increment. The rules of one counter are in the
 * store's contract.
 */
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { openDatabase, type Server, serverOf } from "../../service/src/store/mongodb/connection.js";
import { MongoRates } from "../../service/src/store/mongodb/mongo-rates.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const KEYS = Array.from({ length: 40 }, (_, i) => `creations:${i}`);
const ROUNDS = 10;
/** A busy machine must not fail an addition. */
const TIMEOUT_MS = 20_000;

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("counters of the MongoDB store", () => {
  let url: string;
  let server: Server;
  beforeEach(async () => {
    url = newDatabaseUrl(serverUrl!);
    server = serverOf({ ...(await openDatabase(url, TIMEOUT_MS)), timeoutMs: TIMEOUT_MS });
  });
  afterEach(async () => {
    await server.client.close();
    await dropDatabase(url);
  });

  it("give each of three processes its own place in each of 40 counters", async () => {
    const processes = [1, 2, 3].map(() => new MongoRates(server));
    const totals = new Map<string, number[]>(KEYS.map((key) => [key, []]));
    await Promise.all(
      processes.map(async (rates) => {
        for (let round = 0; round < ROUNDS; round++) {
          const counts = await Promise.all(KEYS.map((key) => rates.add(key, 1, 600_000)));
          for (const [i, { total }] of counts.entries()) totals.get(KEYS[i]!)!.push(total);
        }
      }),
    );
    const places = Array.from({ length: processes.length * ROUNDS }, (_, i) => i + 1);
    for (const key of KEYS) expect(totals.get(key)!.sort((a, b) => a - b)).toEqual(places);
  });

  it("begin windows of their own, and take a count back from its own window", async () => {
    const [one, other] = [new MongoRates(server), new MongoRates(server)];
    const [long, short] = await Promise.all([one.add("long", 1, 600_000), one.add("short", 5, 1)]);
    await expect
      .poll(async () => (await Promise.all([other.add("long", 0, 1), other.add("short", 0, 1)]))[1].total)
      .toBe(0);
    await Promise.all([
      one.takeBack("long", 1, long.window),
      one.takeBack("short", 1, short.window),
      one.takeBack("never seen", 1, long.window),
    ]);
    const counts = await Promise.all(["long", "short", "never seen"].map((key) => one.add(key, 2, 600_000)));
    expect(counts.map(({ total }) => total)).toEqual([2, 2, 2]);
    expect(counts[0]!.window).toBe(long.window);
  });
});
