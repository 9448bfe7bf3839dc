/**
 * Runs against a store whose state the test sets. test/faults/store-outage.test.ts kills, stops and cuts off a real
 * server.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreCircuit, type StoreState } from "./guard.js";
import { type StoreNeed, StoreUnavailableError } from "./store.js";

type Behaviour = "answers" | "fails" | "hangs";

let does: Record<StoreNeed, Behaviour>;
let pings: number;
let told: string[];
let circuit: StoreCircuit;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
  });
  does = { reads: "answers", writes: "answers" };
  pings = 0;
  told = [];
  circuit = new StoreCircuit({
    ping: async (need = "writes") => {
      pings++;
      await behave(need);
      return new Date(0);
    },
    onFault: (fault) => told.push(`fault: ${fault.message}`),
    onOutage: (state: StoreState, reason) => told.push(`${state}: ${reason.message}`),
    onChange: (state) => told.push(state),
  });
});
afterEach(() => {
  circuit.close();
  vi.useRealTimers();
});

async function behave(need: StoreNeed): Promise<void> {
  if (does[need] === "fails") throw new StoreUnavailableError("gone");
  if (does[need] === "hangs") await new Promise(() => {});
}

function breakDown(behaviour: Behaviour): void {
  does = { reads: behaviour, writes: behaviour };
}

/** A caller's question; false if the circuit refused it. */
async function ask(need: StoreNeed = "reads"): Promise<boolean> {
  let wasAsked = false;
  await circuit
    .run(need, () => {
      wasAsked = true;
      return behave(need);
    })
    .catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
    });
  return wasAsked;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a store that fails", () => {
  it("is no longer asked after the first failure, which is logged once", async () => {
    breakDown("fails");
    expect(await ask()).toBe(true);
    await pass(1);
    for (let i = 0; i < 100; i++) expect(await ask()).toBe(false);
    await pass(60_000);
    expect(await ask()).toBe(false);
    expect(told).toEqual(["silent: gone"]);
  });

  it("is checked by two pings at a time, not by callers", async () => {
    breakDown("fails");
    await ask();
    await pass(1);
    pings = 0;
    await pass(10_000);
    expect(pings).toBe(40);
  });

  it("serves again by itself once the pings come through", async () => {
    breakDown("fails");
    await ask();
    await pass(3_000);
    breakDown("answers");
    await pass(1_000);
    expect(await ask()).toBe(true);
    expect(told).toEqual(["silent: gone", "serving"]);
    pings = 0;
    await pass(10_000);
    expect(pings).toBe(0);
  });

  it("on one query only, and answers pings, keeps serving, and its fault is told", async () => {
    await expect(
      circuit.run("reads", () => Promise.reject(new StoreUnavailableError("one connection broke"))),
    ).rejects.toThrow("one connection broke");
    await pass(1);
    expect(await ask("writes")).toBe(true);
    expect(told).toEqual(["fault: one connection broke"]);
  });

  it("because of a bug in the program is not suspected", async () => {
    await expect(
      circuit.run("reads", () => Promise.reject(new RangeError("no such cursor"))),
    ).rejects.toThrow(RangeError);
    await pass(1_000);
    expect(pings).toBe(0);
  });
});

describe("a store that is silent", () => {
  it("is noticed during the first query", async () => {
    breakDown("hangs");
    const hanging = circuit.run("reads", () => behave("reads"));
    hanging.catch(() => {});
    await pass(3_000);
    expect(told).toEqual(["silent: the store does not answer in time"]);
    expect(await ask()).toBe(false);
  });

  it("refuses reads that were running when it is noticed", async () => {
    breakDown("hangs");
    const reading = circuit.run("reads", () => behave("reads"));
    const refused = expect(reading).rejects.toThrow(StoreUnavailableError);
    await pass(3_000);
    await refused;
  });

  it("lets an earlier write finish by itself", async () => {
    let answer: (value: string) => void = () => {};
    const registering = circuit.run("writes", () => new Promise<string>((resolve) => (answer = resolve)));
    breakDown("hangs");
    await pass(3_000);
    expect(await ask("writes")).toBe(false);
    answer("stored");
    expect(await registering).toBe("stored");
  });

  it("that answers slowly, pings too, is not out", async () => {
    const slow = circuit.run("reads", () => new Promise<void>((resolve) => setTimeout(resolve, 30_000)));
    await pass(30_000);
    await slow;
    expect(told).toEqual([]);
    expect(pings).toBeGreaterThan(0);
  });
});

describe("a store that takes no writes", () => {
  it("is still read from", async () => {
    does.writes = "fails";
    expect(await ask("writes")).toBe(true);
    await pass(1);
    expect(await ask("writes")).toBe(false);
    expect(await ask("reads")).toBe(true);
    expect(told).toEqual(["read_only: gone"]);
  });

  it("and then answers nothing is one outage, with one end", async () => {
    does.writes = "fails";
    await ask("writes");
    await pass(1_000);
    breakDown("fails");
    await ask("reads");
    await pass(1_000);
    expect(await ask("reads")).toBe(false);
    breakDown("answers");
    await pass(1_000);
    expect(await ask("writes")).toBe(true);
    expect(told).toEqual(["read_only: gone", "silent", "serving"]);
  });
});

describe("pings from outside", () => {
  it("always ask the store, and end an outage when it takes writes", async () => {
    breakDown("fails");
    await ask();
    await pass(1);
    await expect(circuit.ping()).rejects.toThrow("gone");
    breakDown("answers");
    await circuit.ping("reads");
    expect(await ask()).toBe(false);
    await circuit.ping();
    expect(await ask()).toBe(true);
    expect(told).toEqual(["silent: gone", "serving"]);
  });

  it("outdate earlier calls", async () => {
    breakDown("hangs");
    circuit.run("reads", () => behave("reads")).catch(() => {});
    await pass(3_200);
    breakDown("answers");
    await circuit.ping();
    // The ping that was under way when the store came back has its time-out now.
    await pass(5_000);
    expect(told).toEqual(["silent: the store does not answer in time", "serving"]);
  });
});

it("sends nothing once it is closed", async () => {
  breakDown("fails");
  await ask();
  circuit.close();
  pings = 0;
  await pass(60_000);
  expect(pings).toBe(0);
});
