/** The words of `npm run bench`, without measuring anything. */
import { expect, test } from "vitest";
import { run } from "./sandbox.js";

const bench = (...words: string[]) => run(process.execPath, ["test/bench/dist/main.js", ...words]);

test.each([
  [["--bogus"], "--bogus"],
  [["--json=1"], "--json"],
  [["no-such-benchmark"], 'No benchmark is called "no-such-benchmark".'],
])("wrong usage %j: reported with the usage, status 2", async (words, named) => {
  const { status, stdout, stderr } = await bench(...words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(named);
  expect(stderr).toContain("Usage: npm run bench");
  expect(stderr).not.toContain("    at ");
});

test("--help: the usage, status 0", async () => {
  expect(await bench("--help")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run bench/),
    stderr: "",
  });
});
