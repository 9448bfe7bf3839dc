/**
 * Property tests draw the same values in every run, so that results are reproducible. Another seed:
 * `SVC_TEST_SEED=N npm test`.
 */
import fc from "fast-check";

const seed = Number(process.env["SVC_TEST_SEED"] ?? 20_261_121);
if (!Number.isSafeInteger(seed)) throw new RangeError(`SVC_TEST_SEED expected an integer`);
fc.configureGlobal({ seed });
