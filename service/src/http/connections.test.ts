import { expect, it } from "vitest";
import { Pace } from "./connections.js";

const limits = { minBytesPerSecond: 1_000, stallMs: 500 };

it("lets a peer be behind for a limited time", () => {
  const pace = new Pace(limits);
  pace.waited(499);
  expect(pace.leftMs()).toBe(1);
  pace.waited(1);
  expect(pace.leftMs()).toBe(0);
});

it("earns time with bytes, at the minimum rate", () => {
  const pace = new Pace(limits);
  for (let second = 0; second < 1_000; second++) {
    pace.waited(100);
    pace.moved(100);
  }
  expect(pace.leftMs()).toBe(500);
  for (let second = 0; second < 10; second++) {
    pace.waited(100);
    pace.moved(50);
  }
  expect(pace.leftMs()).toBe(0);
});

it("saves nothing from a fast start", () => {
  const pace = new Pace(limits);
  pace.moved(1_000_000);
  pace.waited(500);
  expect(pace.leftMs()).toBe(0);
});

it("gives time to what is already in transit", () => {
  const pace = new Pace(limits);
  pace.waited(1_500);
  expect(pace.leftMs(1_000)).toBe(0);
  expect(pace.leftMs(2_000)).toBe(1_000);
});
