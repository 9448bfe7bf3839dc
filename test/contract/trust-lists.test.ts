/** The trusted lists of several instances on one store: updates, what never happens to them, and what is told of them. */

import {
  encodeTrustSnapshot,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
  type TrustSnapshot,
} from "@svc-proof/verifier-lib/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Metrics } from "../../service/src/operations/metrics.js";
import type { Records } from "../../service/src/records/records.js";
import {
  type FetchLists,
  ListsUnavailableError,
  TrustLists,
  TrustListUpdater,
  watchExpiry,
} from "../../service/src/seals/trust-lists.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { testList, testSnapshot } from "../../verifier-lib/src/trust/trust-snapshot.testing.js";
import { listTime } from "../listed-authority.js";
import { describeStores } from "./test-stores.js";

const HOUR_MS = 3_600_000;

const snapshotOf = (numbers: Readonly<Record<string, number>>): TrustSnapshot =>
  testSnapshot(
    ...Object.entries(numbers).map(([territory, sequenceNumber]) =>
      testList(territory, [], { sequenceNumber, issued: listTime(-30), nextUpdate: listTime(150) }),
    ),
  );
const found = (numbers: Readonly<Record<string, number>>, problems: readonly string[] = []) => ({
  snapshot: snapshotOf(numbers),
  problems,
});
const numbersOf = ({ lists }: TrustList) =>
  Object.fromEntries(lists.map(({ territory, sequenceNumber }) => [territory, sequenceNumber]));

class Lines {
  readonly warnings: string[] = [];
  readonly texts: string[] = [];
  readonly info = (fields: object, message: string): void =>
    void this.texts.push(message + JSON.stringify(fields));
  readonly warn = (fields: object, message: string): void =>
    void this.warnings.push(`${message} ${JSON.stringify(fields)}`);
  readonly error = this.warn;
}

describeStores("on $name", ({ open }) => {
  let store: Records;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ store, remove } = await open());
  });
  afterEach(() => remove());

  const instance = (first: TrustSnapshot, fetchLists: FetchLists, intervalMs = HOUR_MS, isUrgent = false) => {
    const log = new Lines();
    const checked: Date[] = [];
    const trustLists = new TrustLists(openTrustList(first), { store, log });
    const updater = new TrustListUpdater({
      store,
      trustLists,
      fetchLists,
      intervalMs,
      isUrgent: async () => isUrgent,
      log,
      onChecked: (at) => checked.push(at),
    });
    const update = () => updater.updateIfDue(AbortSignal.timeout(30_000));
    const current = async () => {
      await trustLists.look();
      return numbersOf(await trustLists.current());
    };
    return { update, current, log, checked, trustLists };
  };
  const never: FetchLists = () => Promise.reject(new Error("nothing was due"));

  test("an update is used by all, is made once in an interval, and outlives a restart", async () => {
    const asked: TrustSnapshot[] = [];
    const fetching: FetchLists = async (known) => {
      asked.push(known);
      return found({ ES: 8, FR: 3 });
    };
    const one = instance(snapshotOf({ ES: 7 }), fetching);
    const two = instance(snapshotOf({ ES: 7 }), never);
    expect(await one.update()).toBe(true);
    expect(asked.map((known) => known.lists.map(({ sequenceNumber }) => sequenceNumber))).toEqual([[7]]);
    expect(await one.current()).toEqual({ ES: 8, FR: 3 });
    expect(await two.current()).toEqual({ ES: 8, FR: 3 });
    // Neither asks again.
    expect(await one.update()).toBe(false);
    expect(await two.update()).toBe(false);
    const restarted = instance(snapshotOf({ ES: 7 }), never);
    await restarted.update();
    expect(await restarted.current()).toEqual({ ES: 8, FR: 3 });
    expect(restarted.checked).toEqual(one.checked.slice(0, 1));
  });

  test.each<[string, TrustSnapshot, string]>([
    ["has an older list", snapshotOf({ ES: 6, IT: 3 }), "the list of ES has number 6, and number 7 is known"],
    ["lacks a list", { ...snapshotOf({ ES: 8 }), territories: ["ES", "IT"] }, "it lacks the list of IT"],
  ])("an update that %s changes nothing, and is told once", async (_, snapshot, reason) => {
    const { update, current, log } = instance(snapshotOf({ ES: 7, IT: 3 }), async () => ({
      snapshot,
      problems: [],
    }));
    expect(await update()).toBe(false);
    expect(await update()).toBe(false);
    expect(await current()).toEqual({ ES: 7, IT: 3 });
    expect(await store.trustSnapshots.find()).toBeNull();
    expect(log.warnings).toEqual([expect.stringContaining(reason)]);
  });

  test("a country may leave the scheme", async () => {
    const { update, current } = instance(snapshotOf({ ES: 7, IT: 3 }), async () => found({ ES: 8 }));
    expect(await update()).toBe(true);
    expect(await current()).toEqual({ ES: 8 });
  });

  test("national lists that were not to be had are named, once, and the others count", async () => {
    const one = instance(snapshotOf({ ES: 7, IT: 3 }), async () =>
      found({ ES: 8, IT: 3 }, ["IT (source_timeout)"]),
    );
    expect(await one.update()).toBe(true);
    expect(await one.current()).toEqual({ ES: 8, IT: 3 });
    expect(one.log.warnings).toEqual([expect.stringContaining("IT (source_timeout)")]);
  });

  test("a snapshot in the store that is older, damaged or another's is not used", async () => {
    const put = async (sha256: string, bytes: Uint8Array) => {
      const former = await store.trustSnapshots.find();
      const snapshot = { sha256, checkedAt: new Date(), bytes };
      expect(await store.trustSnapshots.replace(former?.sha256 ?? null, snapshot)).toBe(true);
    };
    const bytesOf = (snapshot: TrustSnapshot) => new TextEncoder().encode(encodeTrustSnapshot(snapshot));
    const [older, newer] = [snapshotOf({ ES: 6 }), snapshotOf({ ES: 8 })];
    const { current, log } = instance(snapshotOf({ ES: 7 }), never);
    await put(openTrustList(older).sha256, bytesOf(older));
    expect(await current()).toEqual({ ES: 7 });
    const { sha256 } = openTrustList(newer);
    await put(sha256, bytesOf(newer).subarray(1));
    expect(await current()).toEqual({ ES: 7 });
    // Bytes of another snapshot under its hash.
    await put("ef".repeat(32), bytesOf(newer));
    expect(await current()).toEqual({ ES: 7 });
    expect(await current()).toEqual({ ES: 7 });
    expect(log.warnings).toHaveLength(3);
    await put(sha256, bytesOf(newer));
    expect(await current()).toEqual({ ES: 8 });
  });

  test("the next update replaces a snapshot that is not used", async () => {
    const former = instance(snapshotOf({ ES: 6 }), async () => found({ ES: 6 }));
    await former.update();
    // This version comes with newer lists than the store has.
    const { update, current } = instance(snapshotOf({ ES: 7 }), async () => found({ ES: 9 }));
    expect(await update()).toBe(true);
    expect(await current()).toEqual({ ES: 9 });
    expect((await store.trustSnapshots.find())?.sha256).toBe(openTrustList(snapshotOf({ ES: 9 })).sha256);
  });

  test("newer lists that are waited for are asked for every hour", async () => {
    const day = 24 * HOUR_MS;
    await instance(snapshotOf({ ES: 7 }), async () => found({ ES: 8 }), day).update();
    const { sha256 } = (await store.trustSnapshots.find())!;
    const bytes = (await store.trustSnapshots.read(sha256))!;
    const checkedAt = new Date(Date.now() - 2 * HOUR_MS);
    await store.trustSnapshots.replace(sha256, { sha256, bytes, checkedAt });
    const patient = instance(parseTrustSnapshot(bytes), never, day);
    await patient.update();
    expect(patient.checked).toEqual([checkedAt]);
    const urgent = instance(parseTrustSnapshot(bytes), async () => found({ ES: 9 }), day, true);
    expect(await urgent.update()).toBe(true);
    expect(await urgent.current()).toEqual({ ES: 9 });
  });

  test("of two updates at once one is stored, and both use it", async () => {
    let left = 2;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const [one, two] = [8, 9].map((number) =>
      instance(snapshotOf({ ES: 7 }), async () => {
        // Both have looked at the store before one of them stores.
        if (--left === 0) meet();
        await met;
        return found({ ES: number });
      }),
    );
    await Promise.all([one!.update(), two!.update()]);
    const stored = await store.trustSnapshots.find();
    const numbers = await one!.current();
    expect(openTrustList(snapshotOf({ ES: numbers["ES"]! })).sha256).toBe(stored?.sha256);
    expect((await two!.current())["ES"]).toBeGreaterThanOrEqual(numbers["ES"]!);
  });

  test("lists that cannot be had are asked for again later, and told once", async () => {
    let count = 0;
    const { update, current, log } = instance(snapshotOf({ ES: 7 }), async () => {
      count++;
      throw new ListsUnavailableError("HTTP status 503");
    });
    for (let i = 0; i < 3; i++) expect(await update()).toBe(false);
    expect(count).toBe(1);
    expect(log.warnings).toEqual([expect.stringContaining("HTTP status 503")]);
    expect(await current()).toEqual({ ES: 7 });
  });
});

test("a store that is silent leaves the lists as they are", async () => {
  const silent = () => Promise.reject(new StoreUnavailableError("silent"));
  const trustSnapshots = { find: silent, read: silent, replace: silent };
  const lists = new TrustLists(openTrustList(snapshotOf({ ES: 7 })), {
    store: { trustSnapshots },
    log: new Lines(),
  });
  expect(numbersOf(await lists.current())).toEqual({ ES: 7 });
});

describe("what is told", () => {
  test("metrics name each list", async () => {
    const metrics = new Metrics();
    const list = openTrustList(snapshotOf({ ES: 7, FR: 3 }));
    metrics.trustLists.uses(list);
    metrics.trustLists.checked(new Date(Date.now() - 5_000));
    const text = await metrics.registry.metrics();
    expect(text).toContain('svc_trust_list_sequence_number{territory="ES"} 7');
    expect(text).toContain('svc_trust_list_sequence_number{territory="EU"} 390');
    const next = Date.parse(list.lists[0]!.nextUpdate!) / 1_000;
    expect(text).toContain(`svc_trust_list_next_update_timestamp_seconds{territory="ES"} ${next}`);
    expect(Number(/svc_trust_list_checked_age_seconds ([\d.]+)/.exec(text)![1])).toBeGreaterThanOrEqual(5);
    metrics.trustLists.uses(openTrustList(snapshotOf({ ES: 8 })));
    expect(await metrics.registry.metrics()).not.toContain('territory="FR"');
  });

  test("lists that end soon are named, each change once", () => {
    const log = new Lines();
    const watch = watchExpiry(log);
    const list = openTrustList(snapshotOf({ ES: 7, FR: 3 }));
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    watch(list, at(0));
    expect(log.warnings).toEqual([]);
    watch(list, at(144));
    watch(list, at(160));
    expect(log.warnings.map((line) => line.match(/\b(?:EU|ES|FR) \(/g))).toEqual([["EU (", "ES (", "FR ("]]);
    watch(openTrustList({ ...snapshotOf({ ES: 8 }), lotl: { ...list.lotl, nextUpdate: null } }), at(0));
    expect(log.texts).toEqual([expect.stringContaining("recovered")]);
  });
});
