/** What every engine that outlives its process does when it is opened, as a test suite. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Store, StoreUnavailableError } from "./store.js";

/** A place for one database, which is not there yet. */
export interface Place {
  open(): Promise<Store>;
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
