/** `npm test` on a built tree, with the settings of a newcomer: none. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Figure, limitFigure } from "./figure.js";

const MAX_PROCESSOR_S = 300;
const MAX_S = 180;
const root = fileURLToPath(new URL("../../..", import.meta.url));

export async function testSuite(): Promise<Figure[]> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_")));
  const begun = performance.now();
  // POSIX: the second line is what the processes that have ended used, theirs included, in user and system mode.
  const { status, stdout } = spawnSync("sh", ["-c", "npm test >&2 || exit; times"], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const seconds = (performance.now() - begun) / 1000;
  if (status !== 0) throw new Error("npm test failed");
  const used = [
    ...stdout
      .trim()
      .split("\n")[1]!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const processorSeconds = used.reduce(
    (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
    0,
  );
  const vectors = existsSync(`${root}../shared/vectors`) ? "with" : "without";
  const what = `npm test, built, ${vectors} third parties' vectors`;
  return [
    limitFigure({
      id: "test.processor",
      unit: "s of processor",
      ours: processorSeconds,
      limit: MAX_PROCESSOR_S,
      what: `${what}; all processes`,
    }),
    limitFigure({ id: "test.time", unit: "s", ours: seconds, limit: MAX_S, what }),
  ];
}
