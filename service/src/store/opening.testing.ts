/** What every engine that outlives its process does when it is opened, as a test suite. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyAudit, newAccount } from "../records/account.testing.js";
import { recordsOn } from "../records/records.js";
import { type Store, StoreUnavailableError } from "./store.js";
import { type StoreUse, StoreUseError } from "./store-use.js";

/** A place for one database, which is not there yet. */
export interface Place {
  open(use?: StoreUse): Promise<Store>;
  dispose(): Promise<void>;
}

/** Declares the suite for one engine. */
export function describeOpening(name: string, newPlace: () => Promise<Place>): void {
  describe(`opening ${name}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await newPlace();
    });
    afterEach(() => place.dispose());

    const openAndClose = async (use?: StoreUse) => (await place.open(use)).close();
    const addAccount = async (use?: StoreUse): Promise<void> => {
      const store = await place.open(use);
      await recordsOn(store).accounts.createAccount(newAccount(), null, anyAudit());
      await store.close();
    };

    it("marks what a sandbox makes, for nobody else", async () => {
      await openAndClose("sandbox");
      await addAccount("sandbox");
      await openAndClose("sandbox");
      await openAndClose();
      await expect(place.open("production")).rejects.toThrow(StoreUseError);
    });

    it("gives a sandbox nothing that has accounts and no mark", async () => {
      await addAccount("production");
      await expect(place.open("sandbox")).rejects.toThrow(StoreUseError);
      await openAndClose("production");
      await openAndClose();
    });

    it("gives a sandbox what nobody has used yet", async () => {
      await openAndClose("production");
      await openAndClose("sandbox");
      await expect(place.open("production")).rejects.toThrow(StoreUseError);
    });

    it("completes what was asked for when it is closed, and refuses whatever is asked later", async () => {
      const [store, name] = [await place.open(), randomUUID()];
      const put = () =>
        store.change("test.put", (rows) => rows.secrets.insert({ name, bytes: new Uint8Array(1) }));
      const written = put();
      await store.close();
      await written;
      await expect(put()).rejects.toThrow(StoreUnavailableError);
      await expect(store.read("test.get", (rows) => rows.secrets.get([name]))).rejects.toThrow(
        StoreUnavailableError,
      );
      await expect(store.ping("reads")).rejects.toThrow(StoreUnavailableError);
      const again = await place.open();
      expect(await again.read("test.get", (rows) => rows.secrets.get([name]))).not.toBeNull();
      await again.close();
    });
  });
}
