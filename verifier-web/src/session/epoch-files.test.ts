import { expect, test } from "vitest";
import type { FoundEpoch } from "../online/epoch-source.js";
import { EpochFiles } from "./epoch-files.js";

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
