import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { hashingProgress } from "./progress.js";

const folder = mkdtempSync(join(tmpdir(), "svc-progress-"));
const wasTty = process.stderr.isTTY;
afterEach(() => {
  process.stderr.isTTY = wasTty;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("the name of a file cannot control the terminal", () => {
  const path = join(folder, "a\u001b[2J\u009b1;1H\u202egnp.\rVERIFIED\n.bin");
  writeFileSync(path, "");
  truncateSync(path, 600 * 1024 * 1024);
  process.stderr.isTTY = true;
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const told = hashingProgress(path);
  told(300 * 1024 * 1024);
  told(600 * 1024 * 1024);
  expect(written).toHaveLength(2);
  // The one return that begins the line, and the one end of the last, are the program's own.
  expect(written[0]).toMatch(/^\rhashing [^\p{Cc}\p{Cf}]*: 50 %$/u);
  expect(written[1]).toMatch(/^\rhashing [^\p{Cc}\p{Cf}]*: 100 %\n$/u);
});
