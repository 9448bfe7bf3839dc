import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailableError } from "../store/store.js";
import { generateApiKey, hashApiKey, isApiKey, KeyUses } from "./authentication.js";

describe("api key", () => {
  it("generates keys of 32 random bytes in the interface's form", () => {
    const keys = new Set(Array.from({ length: 100 }, generateApiKey));
    expect(keys.size).toBe(100);
    for (const key of keys) {
      expect(key).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(key.slice(4), "base64url")).toHaveLength(32);
      expect(isApiKey(key)).toBe(true);
    }
  });

  it.each([
    "",
    "svc_",
    `svc_${"a".repeat(42)}`,
    `svc_${"a".repeat(44)}`,
    `svc_${"a".repeat(42)}+`,
    `SVC_${"a".repeat(43)}`,
  ])("rejects %j as a key", (text) => expect(isApiKey(text)).toBe(false));

  it("hashes the whole text of a key with SHA-256", () => {
    // printf 'svc_AAAA…' (43 A) | sha256sum
    expect(hashApiKey(`svc_${"A".repeat(43)}`)).toBe(
      "88989582df9145f6f2f5de98cf02767322dd98198d605b167063ced5d61e7e22",
    );
  });
});

describe("key uses", () => {
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
});
