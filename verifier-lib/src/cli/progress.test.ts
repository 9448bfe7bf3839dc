import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { hashingProgress, writingProgress } from "./progress.js";

const folder = mkdtempSync(join(tmpdir(), "svc-progress-"));
const MEGABYTE = 1024 * 1024;
const wasTty = process.stderr.isTTY;
afterEach(() => {
  process.stderr.isTTY = wasTty;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function listen(): string[] {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  return written;
}

test("each percentage is shown once, and never more than a hundred", () => {
  process.stderr.isTTY = true;
  const written = listen();
  const told = writingProgress("x", 1000 * MEGABYTE);
  for (const done of [0, 5, 9, 10, 14, 500, 1000, 1001]) told(done * MEGABYTE);
  expect(written).toEqual(
    [0, 1, 50].map((percent) => `\rwriting x: ${percent} %`).concat("\rwriting x: 100 %\n"),
  );
});

test("one that begins late begins with what is done", () => {
  process.stderr.isTTY = true;
  const written = listen();
  writingProgress("x", 1000 * MEGABYTE)(10 * MEGABYTE);
  expect(written).toEqual(["\rwriting x: 1 %"]);
});

test("files of half a gigabyte are worth it on a terminal, and none elsewhere", () => {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "large");
  const written = listen();
  const shows = (isTerminal: boolean, bytes: number) => {
    process.stderr.isTTY = isTerminal;
    writeFileSync(path, "");
    truncateSync(path, bytes);
    written.splice(0);
    hashingProgress(path)(bytes);
    writingProgress(path, bytes)(bytes);
    return written.length;
  };
  expect([shows(true, 512 * MEGABYTE - 1), shows(true, 512 * MEGABYTE)]).toEqual([0, 2]);
  expect(shows(false, 512 * MEGABYTE)).toBe(0);
  // What is no terminal is not looked at either.
  expect(() => hashingProgress(join(folder, "missing"))).not.toThrow();
});

test("what is piped in, or gone meanwhile, has no size to show", () => {
  process.stderr.isTTY = true;
  const written = listen();
  for (const path of ["-", join(folder, "gone")]) hashingProgress(path)(600 * MEGABYTE);
  expect(written).toEqual([]);
});

test("the name of a file cannot control the terminal", () => {
  const path = join(folder, "a\u001b[2J\u009b1;1H\u202egnp.\rVERIFIED\n.bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, "");
  truncateSync(path, 600 * 1024 * 1024);
  process.stderr.isTTY = true;
  const written = listen();
  const told = hashingProgress(path);
  told(300 * 1024 * 1024);
  told(600 * 1024 * 1024);
  expect(written).toHaveLength(2);
  // The one return that begins the line, and the one end of the last, are the program's own.
  expect(written[0]).toMatch(/^\rhashing [^\p{Cc}\p{Cf}]*: 50 %$/u);
  expect(written[1]).toMatch(/^\rhashing [^\p{Cc}\p{Cf}]*: 100 %\n$/u);
});
