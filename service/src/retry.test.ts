import { describe, expect, it } from "vitest";
import { retry } from "./retry.js";

class Outage extends Error {}
const isOutage = (error: unknown): error is Error => error instanceof Outage;

describe("retry", () => {
  it("tries again until it succeeds, telling of each wait", async () => {
    const waits: number[] = [];
    let tries = 0;
    const attempt = async () => {
      if (++tries < 3) throw new Outage();
      return "answer";
    };
    const { signal } = new AbortController();
    const onWait = (_: Error, delayMs: number) => waits.push(delayMs);
    expect(await retry(attempt, { mayPass: isOutage, onWait, signal })).toBe("answer");
    expect(waits).toEqual([500, 1_000]);
  });

  it.each([
    ["an error that waiting does not mend", new TypeError("wrong"), Number.POSITIVE_INFINITY],
    ["an outage when there is no patience left", new Outage("away"), 499],
  ])("ends at %s", async (_, error, patienceMs) => {
    let tries = 0;
    const attempt = async () => {
      tries++;
      throw error;
    };
    const { signal } = new AbortController();
    const options = { mayPass: isOutage, onWait: () => {}, signal, patienceMs };
    await expect(retry(attempt, options)).rejects.toBe(error);
    expect(tries).toBe(1);
  });

  it("ends when its signal aborts", async () => {
    const stopping = new AbortController();
    const attempt = async () => {
      throw new Outage();
    };
    const options = { mayPass: isOutage, onWait: () => stopping.abort(), signal: stopping.signal };
    await expect(retry(attempt, options)).rejects.toThrow(/aborted/);
  });
});
