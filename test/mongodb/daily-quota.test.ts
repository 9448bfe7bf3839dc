/** The day's count with many concurrent accounts. Its rules for each account are in the store's contract. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ownUuidToBinary } from "../../service/src/store/mongodb/documents/binary.js";
import { ProofDecisions } from "../../service/src/store/mongodb/proofs/proof-decisions.js";
import { DailyQuota, type QuotaRequest } from "../../service/src/store/mongodb/registration/daily-quota.js";
import { type OpenedAccess, openAccess } from "./open-access.js";

const GROUP = 256;
const GROUPS = 10;
/** What a process may owe, plus the group that it has just made. */
const MAX_OPEN_DAYS = 1_000 + GROUP;

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("the daily count", () => {
  let opened: OpenedAccess;
  beforeEach(async () => {
    opened = await openAccess(serverUrl!);
  });
  afterEach(() => opened.dispose());

  it("owes notes to a bounded number of accounts, and to none after a flush", async () => {
    const quota = new DailyQuota(opened.access, new ProofDecisions(opened.access));
    const openDays = () =>
      opened.db.collection("daily_proofs").countDocuments({ "open.0": { $exists: true } });
    for (let group = 0; group < GROUPS; group++) {
      const requests = Array.from({ length: GROUP }, newRequest);
      expect(await quota.take(requests)).toEqual(requests.map(() => "granted"));
      for (const request of requests) quota.note(request, true);
    }
    expect(await openDays()).toBeLessThanOrEqual(MAX_OPEN_DAYS);
    await quota.flush();
    expect(await openDays()).toBe(0);
    const used = await opened.db.collection("daily_proofs").distinct("used");
    expect(used).toEqual([1]);
  });

  it("counts a proof once, however often the server receives it", async () => {
    const quota = new DailyQuota(opened.access, new ProofDecisions(opened.access));
    const first = newRequest();
    const second = { ...newRequest(), accountId: first.accountId };
    for (let times = 0; times < 3; times++) {
      expect(await quota.take([first, second])).toEqual(["granted", "granted"]);
    }
    expect(await opened.db.collection("daily_proofs").distinct("used")).toEqual([2]);
    expect(await opened.db.collection("daily_proofs").distinct("asked")).toEqual([]);
  });
});

function newRequest(): QuotaRequest {
  const receivedAt = new Date("2026-03-01T12:00:00.000Z");
  return { id: ownUuidToBinary(randomUUID()), accountId: randomUUID(), receivedAt, dailyLimit: 5 };
}
