import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { Pool } from "./run.js";

test("runs as many tasks as it may, and all of them", async () => {
  const pool = new Pool(3);
  let running = 0;
  let most = 0;
  let done = 0;
  for (let i = 0; i < 20; i++) {
    await pool.add(async () => {
      most = Math.max(most, ++running);
      await setTimeout(1);
      running--;
      done++;
    });
  }
  await pool.end();
  expect({ most, done }).toEqual({ most: 3, done: 20 });
});

test("an error of a task reaches whoever adds the next one, or ends the pool", async () => {
  const failing = async () => {
    throw new Error("task");
  };
  const pool = new Pool(1);
  await pool.add(failing);
  await expect(pool.add(async () => undefined)).rejects.toThrow("task");
  await expect(pool.end()).rejects.toThrow("task");
  const last = new Pool(2);
  await last.add(failing);
  await expect(last.end()).rejects.toThrow("task");
});
