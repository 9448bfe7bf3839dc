import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completion } from "../command-line/completion.js";
import { usage } from "../command-line/help.js";
import { UsageError } from "../command-line/output.js";
import { VERIFIER } from "../version.js";
import { captured, runHere } from "./captured.testing.js";
import { SVC_VERIFY } from "./commands.js";
import { runSvcVerify } from "./svc-verify.js";

const page = readFileSync(new URL("../../man/svc-verify.1", import.meta.url), "utf8");

test.each([
  [["--help"], usage(SVC_VERIFY)],
  [["-h", "p.json"], usage(SVC_VERIFY)],
  [["--version"], `svc-verify ${VERIFIER.version}\n`],
  [["man"], page],
  [["completion", "bash"], completion(SVC_VERIFY, "bash")],
  [["completion", "zsh"], completion(SVC_VERIFY, "zsh")],
  [["completion", "fish"], completion(SVC_VERIFY, "fish")],
])("%j is answered on standard output", async (words, stdout) => {
  expect(await runHere(...words)).toEqual({ status: 0, stdout, stderr: "" });
});

test("other programs run it in their own process", async () => {
  const run = await captured(() => runSvcVerify(["--version"]));
  expect(run).toEqual({ status: 0, stdout: `svc-verify ${VERIFIER.version}\n`, stderr: "" });
});

describe("wrong usage", () => {
  test.each([
    [[], "expected at least one FILE or FOLDER"],
    [["completion"], "completion: expected bash, zsh, fish"],
    [["completion", "tcsh"], "completion: expected bash, zsh, fish"],
    [["completion", "bash", "zsh"], "completion: expected bash, zsh, fish"],
    [["man", "x"], "man: expected nothing after it"],
    [["upgrade"], "upgrade: expected FILE.ots..."],
    [["asic"], "asic: expected FILE.tsr and ORIGINAL, or an evidence package"],
    [["trust-list"], "trust-list: expected update, build, show, check"],
    [["trust-list", "shwo"], "trust-list: expected update, build, show, check. Did you mean show?"],
    [["--vresion"], "Unknown option '--vresion'. Did you mean --version?"],
  ])("%j: %s", async (words, message) => {
    expect(await runHere(...words)).toEqual({
      status: 3,
      stdout: "",
      stderr: `svc-verify: ${message}\nTry "svc-verify --help".\n`,
    });
  });

  test("is an error of its own kind", () => {
    expect(new UsageError("x")).toMatchObject({ name: "UsageError", message: "x" });
  });
});

test("what every object has is no command, but a file that is missing", async () => {
  expect(await runHere("toString")).toEqual({
    status: 3,
    stdout: "",
    stderr: "svc-verify: toString: no such file\n",
  });
});

test("a file that cannot be read is named, and does not point to the help", async () => {
  for (const words of [
    ["trust-list", "show", "missing"],
    ["trust-list", "build", "--output", "x", "--lists", "missing"],
    ["asic", "missing", import.meta.filename],
    ["asic", import.meta.filename, "missing"],
  ]) {
    const { status, stderr } = await runHere(...words);
    expect([status, stderr]).toEqual([3, "svc-verify: missing: no such file\n"]);
  }
});
