import { expect, it } from "vitest";
import { PendingRegistrations } from "./pending-registrations.js";

/** Work that ends on demand and records when it begins. */
function works(begun: string[]) {
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { work, end: (name: string) => ends.get(name)!.resolve(name), ends };
}

/** Lets everything run that need not wait. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets equal work wait together for the first, and other work not at all", async () => {
  const pending = new PendingRegistrations();
  const begun: string[] = [];
  const { work, end } = works(begun);
  const first = pending.run(["hash", "key"], work("first"));
  const sameHash = pending.run(["hash"], work("same hash"));
  const other = pending.run(["other hash"], work("other"));
  const sameKey = pending.run(["other hash", "key"], work("same key"));
  await settled();
  expect(begun).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
  await settled();
  expect(begun).toEqual(["first", "other", "same hash"]);
  end("other");
  await settled();
  expect(begun).toEqual(["first", "other", "same hash", "same key"]);
  end("same hash");
  end("same key");
  expect(await Promise.all([sameHash, sameKey, other])).toEqual(["same hash", "same key", "other"]);
});

it("lets waiting work continue when the first fails, without the error", async () => {
  const pending = new PendingRegistrations();
  const begun: string[] = [];
  const { work, end, ends } = works(begun);
  const first = pending.run(["hash"], work("first"));
  const second = pending.run(["hash"], work("second"));
  ends.get("first")!.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await settled();
  end("second");
  expect(await second).toBe("second");
});
