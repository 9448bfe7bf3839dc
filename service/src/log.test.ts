import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "./compile-service.testing.js";
import { OutageLog, RequestLineBuffer } from "./log.js";

describe("job log", () => {
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
});

describe("log", () => {
  describe("log", () => {
    beforeAll(compileService);

    /** Runs a program with a log and returns the lines that it writes to standard error. */
    function logged(statement: string): Record<string, unknown>[] {
      const path = fileURLToPath(new URL("log.js", COMPILED_SERVICE));
      const program = `import { createLog } from ${JSON.stringify(path)}; const log = createLog("info"); ${statement}`;
      const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
        encoding: "utf8",
      });
      return stderr
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    }

    describe("createLog", () => {
      it("hides fields that may hold a secret, at the top and one level down", () => {
        const [line] = logged(
          `log.info({ key: "hush", metadata: "hush", path: "/x", request: { authorization: "hush", name: "hush" } }, "request");`,
        );
        expect(line).toMatchObject({ level: "info", msg: "request", path: "/x", key: "[Redacted]" });
        expect(JSON.stringify(line)).not.toContain("hush");
      });

      it("tells an error with its stack, and of its causes the kind only", () => {
        const [line] = logged(
          `const cause = Object.assign(new Error("E11000 duplicate key: hush"), { code: 11000, keyValue: "hush" });
       log.error({ err: Object.assign(new TypeError("a request failed", { cause }), { document: "hush" }) }, "x");`,
        );
        expect(line?.["err"]).toMatchObject({
          type: "TypeError",
          message: "a request failed",
          stack: expect.stringContaining("    at "),
          causes: ["Error 11000"],
        });
        expect(JSON.stringify(line)).not.toContain("hush");
      });

      it("tells of causes that lead in a circle, and of what is no error", () => {
        const lines = logged(
          `const error = new Error("round"); error.cause = error; log.error({ err: error }, "x"); log.error({ err: "hush" }, "y");`,
        );
        expect(lines).toHaveLength(2);
        expect(JSON.stringify(lines)).not.toContain("hush");
      });
    });
  });

  describe("request line buffer", () => {
    beforeAll(compileService);

    /** A program with a log of its own. */
    function program(statement: string): string[] {
      const path = fileURLToPath(new URL("log.js", COMPILED_SERVICE));
      return [
        "--input-type=module",
        "--eval",
        `import { createLog } from ${JSON.stringify(path)}; const log = createLog("info"); ${statement}`,
      ];
    }

    const request = (id: string) => `log.info({ request: "${id}" }, "request");`;

    /** The identifier of each request line, and the message of any other line. */
    const told = (text: string): string[] =>
      text
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line))
        .map(({ request, msg }) => request ?? msg);

    describe("lines that are held", () => {
      it.each([
        ["at its end", "", 0],
        ["by process.exit", "process.exit(3)", 3],
        ["by an error that nobody catches", "setImmediate(() => { throw new Error('gone'); })", 1],
        ["by a promise that nobody catches", "Promise.reject(new Error('gone'))", 1],
      ])("are written when the process ends %s", (_, ending, status) => {
        const ended = spawnSync(process.execPath, program(`${request("a")} ${request("b")} ${ending}`), {
          encoding: "utf8",
        });
        expect(ended.status).toBe(status);
        expect(told(ended.stderr)).toEqual(["a", "b"]);
      });

      it("are written before a line of another kind, and that before the next statement", () => {
        const { stderr } = spawnSync(
          process.execPath,
          program(
            `${request("a")} log.info("batch built"); ${request("lost")} process.kill(process.pid, "SIGKILL");`,
          ),
          { encoding: "utf8" },
        );
        expect(told(stderr)).toEqual(["a", "batch built"]);
      });

      it("are written soon, while the process lives on", async () => {
        const child = spawn(process.execPath, program(`${request("a")} setInterval(() => {}, 60_000);`), {
          stdio: ["ignore", "ignore", "pipe"],
        });
        try {
          let text = "";
          child.stderr.setEncoding("utf8").on("data", (part: string) => {
            text += part;
          });
          await expect.poll(() => told(text)).toEqual(["a"]);
        } finally {
          child.kill("SIGKILL");
        }
      });

      it("are written in few pieces and whole, however many there are", () => {
        const pieces: string[] = [];
        const held = new RequestLineBuffer((text) => pieces.push(text), "request");
        held.lastMsg = "request";
        const lines = Array.from({ length: 1_000 }, (_, i) => `${"x".repeat(100)}${i}\n`);
        for (const line of lines) held.write(line);
        held.flush();
        held.flush();
        expect(pieces.join("")).toBe(lines.join(""));
        expect(pieces.length).toBeLessThan(10);
      });
    });
  });
});
