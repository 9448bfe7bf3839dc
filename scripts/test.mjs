/**
 * `npm test [-- WORD...]`: the tests that need only Node, or those of them that Vitest selects by
 * the words. `npm run test:all` runs every test; `--rest` first runs what `npm test` leaves out:
 * other suites, and the files that then have more to do, with vectors of third parties and with more
 * changes. Ends with the line "N passed, N failed, N skipped", and before it says what was skipped
 * and why.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepareOrExit } from "./prepare.mjs";
import { root } from "./workspaces.mjs";

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));

async function main(args) {
  const suites = { "--all": "all", "--rest": "rest" }[args[0]];
  const words = suites === undefined ? args : args.slice(1);

  await prepareOrExit();
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-test-"));
  const results = join(folder, "results.json");
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--reporter=default", `--reporter=${fileURLToPath(import.meta.url)}`, ...words],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        SVC_TEST_SUITES: suites ?? "node",
        SVC_TEST_RESULTS: results,
        // Suites start the same programs hundreds of times. Node 20 does not know it.
        NODE_COMPILE_CACHE: join(folder, "compiled"),
      },
    },
  );
  let exitStatus = status ?? 1;
  try {
    const { passed, failed, skipped, withoutVectors, missingVectors } = JSON.parse(
      readFileSync(results, "utf8"),
    );
    if (skipped > 0) {
      const reasons = [
        withoutVectors > 0 &&
          `${withoutVectors} in files that need vectors of third parties (${missingVectors.join(", ")}: see SVC_VECTORS in CONTRIBUTING.md)`,
        skipped > withoutVectors && `${skipped - withoutVectors} for what they say above`,
      ];
      process.stdout.write(`\nSkipped: ${reasons.filter(Boolean).join("; ")}`);
    }
    process.stdout.write(
      `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
    );
    if (failed > 0 || passed === 0) exitStatus ||= 1;
  } catch {
    process.stdout.write("\n0 passed, 1 failed\n");
    exitStatus ||= 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = exitStatus;
}

/** Vitest's reporter of these runs: what came of one, as JSON in the file that `SVC_TEST_RESULTS` names. */
export default class TestResults {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, withoutVectors: 0 };
    const missing = new Set();
    for (const module of modules) {
      const { missingVectors = [] } = module.meta();
      for (const name of missingVectors) missing.add(name);
      let failed = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "failed") failed++;
        else if (state === "passed") counts.passed++;
        else {
          counts.skipped++;
          if (missingVectors.length > 0) counts.withoutVectors++;
        }
      }
      // A file that cannot be loaded has no test to fail, but must not pass.
      counts.failed += failed === 0 && module.state() === "failed" ? 1 : failed;
    }
    writeFileSync(
      process.env["SVC_TEST_RESULTS"],
      JSON.stringify({ ...counts, missingVectors: [...missing].sort() }),
    );
  }
}
