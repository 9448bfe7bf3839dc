import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../store/sqlite/open-sqlite.js";
import type { Store } from "../store/store.js";
import { anyAudit, newAccount } from "./account.testing.js";
import { recordsOn } from "./records.js";
import { acceptChains, SERVICE_KEEPER, StoreMarksError, settleStoreMarks } from "./store-marks.js";

const OTHER = "svc-proof-other";

describe("the marks of a store", () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-marks-"));
    store = await openSqlite(join(folder, "service.sqlite"));
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const settle = (keeper: string, ...chainIds: number[]) => settleStoreMarks(store, { keeper, chainIds });
  const refusal = (keeper: string, ...chainIds: number[]) =>
    settle(keeper, ...chainIds).then(
      () => "",
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreMarksError);
        return (error as Error).message;
      },
    );
  const addAccount = () => recordsOn(store).accounts.createAccount(newAccount(), null, anyAudit());

  it("name the first that uses it, for nobody else", async () => {
    await settle(OTHER, 31_337);
    await addAccount();
    await settle(OTHER, 31_337);
    expect(await refusal(SERVICE_KEEPER, 31_337)).toBe(
      "svc-proof-other keeps this store, and svc-proof takes none of another program: give svc-proof a store of its own",
    );
  });

  it("are the service's where the administrator made the first account", async () => {
    await addAccount();
    expect(await refusal(OTHER, 31_337)).toMatch(
      /^svc-proof keeps this store, and svc-proof-other takes none/,
    );
    await settle(SERVICE_KEEPER, 137);
  });

  it("name the place of a program that keeps no store of another place", async () => {
    await settle(`${OTHER} here`, 31_337);
    expect(await refusal(`${OTHER} there`, 31_337)).toBe(
      "svc-proof-other of another data folder keeps this store: give this one a store of its own",
    );
    expect(await refusal(OTHER, 31_337)).toMatch(/^svc-proof-other of another data folder/);
  });

  it("are settled once by instances that start together", async () => {
    await Promise.all(Array.from({ length: 8 }, () => settle(SERVICE_KEEPER, 10, 137)));
    await settle(SERVICE_KEEPER, 137, 10);
    const outcomes = await Promise.all([refusal(SERVICE_KEEPER, 137), refusal(SERVICE_KEEPER, 137, 10, 1)]);
    expect(outcomes).toEqual([
      expect.stringMatching(
        /has proofs on the chains 10 \(OP Mainnet\), 137 \(Polygon\), and the settings name chain 137/,
      ),
      expect.stringMatching(/: npm run admin -- chain accept 1,10,137$/),
    ]);
  });

  it("change with what the administrator accepts, and never between proofs that count and a rehearsal", async () => {
    expect(await acceptChains(store, [137])).toBeNull();
    await settle(SERVICE_KEEPER, 137);
    expect(await acceptChains(store, [137, 10])).toEqual([137]);
    expect(await refusal(SERVICE_KEEPER, 137)).not.toBe("");
    await settle(SERVICE_KEEPER, 137, 10);
    for (const chainIds of [[31_337], [80_002], [137, 80_002]])
      await expect(acceptChains(store, chainIds)).rejects.toThrow(
        /^the store has proofs on the chains 10 .* never share/,
      );
    expect(await refusal(SERVICE_KEEPER, 80_002)).toMatch(/proofs of a rehearsal never share a store/);
    // A chain that nobody knows may be somebody's own, and count.
    expect(await acceptChains(store, [424_242])).toEqual([10, 137]);
  });
});
