/**
 * Vitest's reporter of `scripts/test.mjs`: what came of a run, as JSON in the file that
 * `SVC_TEST_RESULTS` names.
 */
import { writeFileSync } from "node:fs";

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
