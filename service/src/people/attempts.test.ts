import { expect, it } from "vitest";
import { MemoryRates } from "../store/memory-rates.js";
import { Attempts } from "./attempts.js";

const ANA = "ana@example.org";

async function allowed(attempts: Attempts, count: number, address: () => string, email: string | null) {
  let done = 0;
  for (let n = 0; n < count; n++) if ((await attempts.take("code", address(), email)) === null) done++;
  return done;
}

it("locks an address out of one person, not of the next person, nor the person from elsewhere", async () => {
  const attempts = new Attempts(new MemoryRates());
  expect(await allowed(attempts, 20, () => "192.0.2.1", ANA)).toBe(5);
  expect(await attempts.take("code", "192.0.2.1", "eva@example.org")).toBeNull();
  expect(await attempts.take("code", "192.0.2.2", ANA)).toBeNull();
  expect(await attempts.take("passkey", "192.0.2.1", null)).toBeNull();
});

it("locks an address out that tries many people", async () => {
  const attempts = new Attempts(new MemoryRates());
  let number = 0;
  let done = 0;
  for (; number < 50; number++)
    if ((await attempts.take("code", "192.0.2.1", `p${number}@example.org`)) === null) done++;
  expect(done).toBe(30);
});

it("bounds the mails that many addresses ask for", async () => {
  const attempts = new Attempts(new MemoryRates());
  let done = 0;
  for (let number = 0; number < 100; number++)
    if ((await attempts.take("mail", `192.0.2.${number}`, ANA)) === null) done++;
  expect(done).toBe(15);
});

it("lets a person use a recovery code, however many addresses have tried", async () => {
  const attempts = new Attempts(new MemoryRates());
  let number = 0;
  expect(await allowed(attempts, 250, () => `192.0.2.${number++}`, ANA)).toBe(250);
});

it("says how long to wait", async () => {
  const attempts = new Attempts(new MemoryRates());
  await allowed(attempts, 5, () => "192.0.2.1", ANA);
  const delayMs = (await attempts.take("code", "192.0.2.1", ANA))!;
  expect(delayMs).toBeGreaterThan(0);
  expect(delayMs).toBeLessThanOrEqual(15 * 60_000);
});
