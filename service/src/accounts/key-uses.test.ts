import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StoreUnavailableError } from "../store/store.js";
import { KeyUses } from "./key-uses.js";

type Uses = readonly { readonly id: string; readonly at: Date }[];

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

function world(answer: () => Promise<void> = async () => {}) {
  const stored: Uses[] = [];
  const errors: unknown[] = [];
  const uses = new KeyUses(
    {
      touchKeys: async (given) => {
        stored.push(given);
        await answer();
      },
    },
    { log: { error: (...given: unknown[]) => void errors.push(given) } as never },
  );
  return { uses, stored, errors };
}

it("stores many uses of a key as one, once a minute", async () => {
  const { uses, stored } = world();
  for (let i = 0; i < 1_000; i++) uses.note("a");
  await vi.advanceTimersByTimeAsync(30_000);
  uses.note("a");
  uses.note("b");
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(30_000);
  const at = new Date("2026-03-01T12:00:30Z");
  expect(stored).toEqual([
    [
      { id: "a", at },
      { id: "b", at },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stored).toHaveLength(1);
});

it("stores what is left when the service stops", async () => {
  const { uses, stored } = world();
  uses.note("a");
  await uses.close();
  expect(stored).toHaveLength(1);
  await uses.close();
  expect(stored).toHaveLength(1);
});

it("keeps uses through an outage of the store, and says nothing of its own", async () => {
  let isDown = true;
  const { uses, stored, errors } = world(async () => {
    if (isDown) throw new StoreUnavailableError("down");
  });
  uses.note("a");
  await vi.advanceTimersByTimeAsync(60_000);
  uses.note("b");
  isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stored[1]!.map(({ id }) => id).sort()).toEqual(["a", "b"]);
  expect(stored[1]!.find(({ id }) => id === "a")!.at).toEqual(new Date("2026-03-01T12:00:00Z"));
  expect(errors).toEqual([]);
});

it("logs any other failure, and does not reject when the service stops", async () => {
  const { uses, errors } = world(async () => {
    throw new TypeError("bug");
  });
  uses.note("a");
  await uses.close();
  expect(errors).toHaveLength(1);
});
