/** How long a request may take, and what is left behind when it ends. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askInTime, Deadline, retry, SourceError } from "./bounded-fetch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** A signal, and how many listen to it. */
function listenedTo() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  return { controller, signal, listeners: () => listeners };
}

describe("a deadline", () => {
  test("aborts its signal when the time is over, and says so", async () => {
    const deadline = new Deadline(100);
    await vi.advanceTimersByTimeAsync(99);
    expect([deadline.isOver, deadline.signal.aborted]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([deadline.isOver, deadline.signal.aborted]).toEqual([true, true]);
  });

  test("aborts with the caller's reason, and is not over then", () => {
    const controller = new AbortController();
    const later = new Deadline(100, controller.signal);
    expect(later.signal.aborted).toBe(false);
    controller.abort("enough");
    const earlier = new Deadline(100, controller.signal);
    for (const { isOver, signal } of [later, earlier]) {
      expect([isOver, signal.reason]).toEqual([false, "enough"]);
    }
  });

  test("that is cleared leaves nothing behind", async () => {
    const { controller, signal, listeners } = listenedTo();
    const deadline = new Deadline(100, signal);
    expect([vi.getTimerCount(), listeners()]).toEqual([1, 1]);
    deadline.clear();
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
    controller.abort();
    expect(deadline.signal.aborted).toBe(false);
  });

  test("pauses for a time, or until it aborts", async () => {
    const controller = new AbortController();
    const deadline = new Deadline(1000, controller.signal);
    const ended: string[] = [];
    void deadline.pause(50).then(() => ended.push("short"));
    void deadline.pause(500).then(() => ended.push("long"));
    await vi.advanceTimersByTimeAsync(49);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(["short"]);
    controller.abort();
    await deadline.pause(500);
    expect(ended).toEqual(["short", "long"]);
    // Its own timer.
    expect(vi.getTimerCount()).toBe(1);
  });

  test("listens to itself no longer than it pauses", async () => {
    const deadline = new Deadline(1000);
    const removed = vi.spyOn(deadline.signal, "removeEventListener");
    const pause = deadline.pause(50);
    expect(removed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    await pause;
    expect(removed).toHaveBeenCalledOnce();
  });
});

describe("a source is waited for", () => {
  const expectTime = async (timeoutMs: unknown, milliseconds: number) => {
    const failed = vi.fn();
    askInTime(timeoutMs, undefined, never).catch(failed);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: "source_timeout" }));
  };

  test("as long as it says and a moment, up to twenty minutes", async () => {
    await expectTime(1, 251);
    await expectTime(1_199_999, 1_200_249);
    await expectTime(1_200_000, 1_200_250);
    await expectTime(1_200_001, 1_200_250);
    await expectTime(Number.POSITIVE_INFINITY, 1_200_250);
  });

  test.each([undefined, null, "100", 0, -1, Number.NaN])("half a minute if it says %j", async (timeoutMs) => {
    await expectTime(timeoutMs, 30_000);
  });

  test("and leaves nothing behind, whether it answers or fails", async () => {
    const { signal, listeners } = listenedTo();
    expect(await askInTime(100, signal, () => 7)).toBe(7);
    await expect(askInTime(100, signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test("until the caller aborts, whose reason it is", async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const ask = (signal: AbortSignal) => {
      signals.push(signal);
      return never();
    };
    const asking = askInTime(100, controller.signal, ask);
    const ended = expect(asking).rejects.toBe("enough");
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("enough");
    await ended;
    await expect(askInTime(100, controller.signal, ask)).rejects.toBe("enough");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

describe("a request is repeated", () => {
  const unreachable = new SourceError("source_unreachable", "no connection");
  const statusOf = (status: number) => new SourceError("source_error", "it", undefined, status);

  /** When each try began. */
  function failing(error: unknown, tries = Number.POSITIVE_INFINITY) {
    const begun: number[] = [];
    const start = Date.now();
    const ask = async () => {
      begun.push(Date.now() - start);
      if (begun.length <= tries) throw error;
      return "answer";
    };
    return { ask, begun };
  }

  test("after 200 ms, then after twice as long each time, until it is answered", async () => {
    const { ask, begun } = failing(unreachable, 3);
    const asking = retry("it", { timeoutMs: 10_000, retries: 10 }, ask);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await asking).toBe("answer");
    expect(begun).toEqual([0, 200, 600, 1400]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([0, 1, 2])("%i times at most", async (retries) => {
    const { ask, begun } = failing(unreachable);
    const asking = expect(retry("it", { timeoutMs: 10_000, retries }, ask)).rejects.toBe(unreachable);
    await vi.advanceTimersByTimeAsync(10_000);
    await asking;
    expect(begun).toHaveLength(1 + retries);
  });

  test.each<[string, unknown, boolean]>([
    ["there was no connection", unreachable, true],
    ["the endpoint is busy", statusOf(429), true],
    ["the endpoint fails", statusOf(500), true],
    ["the endpoint fails otherwise", statusOf(503), true],
    ["the request is wrong", statusOf(499), false],
    ["the request is refused", statusOf(428), false],
    ["the endpoint says it in its answer", new SourceError("source_error", "it"), false],
    ["the answer is malformed", new SourceError("source_invalid_answer", "it"), false],
    ["anything else is thrown", Object.assign(new Error("it"), { code: "source_unreachable" }), false],
  ])("or not: %s", async (_, error, isRepeated) => {
    const { ask, begun } = failing(error);
    const asking = expect(retry("it", { timeoutMs: 10_000, retries: 1 }, ask)).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(10_000);
    await asking;
    expect(begun).toHaveLength(isRepeated ? 2 : 1);
  });

  test("until the time of all tries is over", async () => {
    const { ask, begun } = failing(unreachable);
    const patience = { timeoutMs: 1000, retries: 10 };
    const asking = expect(retry("it", patience, ask)).rejects.toMatchObject({
      code: "source_timeout",
      message: "it: no answer in time",
    });
    await vi.advanceTimersByTimeAsync(1000);
    await asking;
    expect(begun.slice(0, 3)).toEqual([0, 200, 600]);
  });

  test("never after the caller's abort, and not once before it", async () => {
    const { controller, signal, listeners } = listenedTo();
    const { ask, begun } = failing(unreachable);
    const asking = expect(retry("it", { timeoutMs: 10_000, retries: 10, signal }, ask)).rejects.toBe(
      "enough",
    );
    await vi.advanceTimersByTimeAsync(100);
    controller.abort("enough");
    await vi.advanceTimersByTimeAsync(10_000);
    await asking;
    const tries = begun.length;
    await expect(retry("it", { timeoutMs: 10_000, retries: 10, signal }, ask)).rejects.toBe("enough");
    expect(begun).toHaveLength(tries);
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });
});
