/**
 * How much of what they could try the tests do. `npm test` makes a smoke: one in twenty of the usual
 * changes and draws. `npm run test:all` makes all of these; so does Vitest alone.
 */

const SMOKE = 20;
const isSmoke = process.env["SVC_TEST_SUITES"] === "node";

/** How many of a usual number of inputs, or of changes, this run makes. */
export const share = (usual: number): number => (isSmoke ? Math.ceil(usual / SMOKE) : usual);

/** Of the places that are changed in turn, one in so many. It has no divisor in common with the sizes of records. */
export const STRIDE: number = isSmoke ? 19 : 1;
