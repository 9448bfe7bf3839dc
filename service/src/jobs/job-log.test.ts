import { expect, it } from "vitest";
import { OutageLog } from "./job-log.js";

it("logs an outage when it begins, when its kind changes and when it ends, by subject", () => {
  const told: string[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    told.push(`${level} ${(fields as { subject: string }).subject}: ${message}`);
  };
  const counts: number[] = [];
  const log = { info: write("info"), warn: write("warn"), error: write("error") };
  const outages = new OutageLog(log, (count) => counts.push(count));
  outages.worked("a");
  for (let i = 0; i < 3; i++) outages.failed("a", "is down");
  outages.failed("b", "is down");
  outages.failed("a", "talks nonsense");
  outages.worked("a");
  outages.worked("a");
  outages.failed("a", "is down");
  expect(told).toEqual([
    "warn a: is down",
    "warn b: is down",
    "warn a: talks nonsense",
    "info a: recovered",
    "warn a: is down",
  ]);
  expect(counts).toEqual([1, 2, 2, 1, 2]);
});
