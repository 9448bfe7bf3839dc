import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { captured } from "../cli/captured.testing.js";
import {
  complain,
  EXIT,
  type ExitStatus,
  hashingProgress,
  meant,
  PLAIN,
  reasonOf,
  styleFor,
  worseOf,
  writingProgress,
} from "./output.js";

describe("errors", () => {
  test("of several exit statuses the worst counts: 5, 4, 3, 1, 2", () => {
    const best: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];
    for (const [i, better] of best.entries())
      for (const worse of best.slice(i)) {
        expect(worseOf(better, worse)).toBe(worse);
        expect(worseOf(worse, better)).toBe(worse);
      }
  });

  test("the exit statuses are those that scripts rely on", () => {
    expect(EXIT).toEqual({ done: 0, failed: 1, open: 2, unusable: 3, refused: 4, unreachable: 5 });
  });

  describe("meant", () => {
    const WORDS = ["account", "audit", "batch", "custody", "key", "order", "proof", "seals"];

    it.each([
      ["acount", "account"],
      ["accuont", "account"],
      ["accounts", "account"],
      ["Keys", "key"],
      ["seal", "seals"],
      ["cust", "custody"],
    ])("%s: did you mean %s", (typed, word) => {
      expect(meant(typed, WORDS)).toBe(`. Did you mean ${word}?`);
      expect(meant(typed, WORDS, "--")).toBe(`. Did you mean --${word}?`);
    });

    it.each(["", "zebra", "a".repeat(65), "x"])("suggests nothing for %j", (typed) => {
      expect(meant(typed, WORDS)).toBe("");
    });
  });
});

describe("output", () => {
  describe("messages", () => {
    test.each([
      [Object.assign(new Error("ENOENT: no such file, open 'x'"), { code: "ENOENT" }), "no such file"],
      [Object.assign(new Error("EISDIR: x"), { code: "EISDIR" }), "is a directory"],
      [Object.assign(new Error("EACCES: x"), { code: "EACCES" }), "permission denied"],
      [Object.assign(new Error("EIO: i/o error"), { code: "EIO" }), "EIO: i/o error"],
      [new Error("too long"), "too long"],
      ["thrown", "thrown"],
    ])("%j: %s", (error, reason) => {
      expect(reasonOf(error)).toBe(reason);
    });

    test("a complaint is one line of standard error, whatever is in it", async () => {
      const { stdout, stderr } = await captured(async () => {
        complain("svc-verify", "a\nb\u001b[2J");
        return 0;
      });
      expect([stdout, stderr]).toEqual(["", "svc-verify: a\ufffdb\ufffd[2J\n"]);
    });
  });

  describe("progress", () => {
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
  });

  describe("style", () => {
    test.each([
      ["auto", true, {}, true],
      ["auto", false, {}, false],
      ["auto", true, { NO_COLOR: "1" }, false],
      ["auto", true, { NO_COLOR: "" }, true],
      ["auto", true, { TERM: "dumb" }, false],
      ["always", false, { NO_COLOR: "1" }, true],
      ["never", true, {}, false],
    ] as const)(
      "--color=%s, a terminal: %s, %j: colours: %s",
      (wish, isTerminal, environment, isColoured) => {
        expect(styleFor(wish, isTerminal, environment) !== PLAIN).toBe(isColoured);
      },
    );

    test("each outcome has a sign and a colour of its own, also for those who see no colours", () => {
      const { outcome } = styleFor("always", false, {});
      const signs = [
        outcome("x", "verified"),
        outcome("x", "chosen"),
        outcome("x", "unvouched"),
        outcome("x", "rehearsal"),
        outcome("x", "failed"),
        outcome("x", "soFar"),
      ].map((text) => text.match(/[✓◆!✗○-]/)?.[0]);
      expect(signs).toEqual(["✓", "◆", "!", "-", "✗", "○"]);
    });

    test("text is coloured by what it says", () => {
      const { outcome, status, hint, aside } = styleFor("always", false, {});
      const sgr = (code: number, text: string) => `\u001b[${code}m${text}\u001b[0m`;
      expect([
        outcome("x", "verified"),
        outcome("x", "failed"),
        outcome("x", "soFar"),
        outcome("x", "indeterminate"),
      ]).toEqual([
        sgr(1, sgr(32, "✓ x")),
        sgr(1, sgr(31, "✗ x")),
        sgr(1, sgr(36, "○ x")),
        sgr(1, sgr(33, "! x")),
      ]);
      // A status stands in a column: what pads it does not change what it says.
      expect(["passed ", "failed ", "indeterminate ", "skipped "].map(status)).toEqual([
        sgr(32, "passed "),
        sgr(31, "failed "),
        sgr(33, "indeterminate "),
        sgr(2, "skipped "),
      ]);
      expect([hint("x"), aside("x")]).toEqual([sgr(36, "x"), sgr(2, "x")]);
    });

    test("without colours every text stays as it is", () => {
      const { outcome, status, hint, aside } = PLAIN;
      expect([outcome("x", "failed"), status("failed"), hint("x"), aside("x")]).toEqual([
        "x",
        "failed",
        "x",
        "x",
      ]);
    });
  });
});
