import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "./compile-service.testing.js";

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
