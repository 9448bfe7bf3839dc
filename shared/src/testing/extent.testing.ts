/**
 * How much of what they could try the tests do. `npm test` makes a smoke: one in twenty of the usual
 * changes and draws. CI makes a seventh of them beside it, `npm run test:all` and Vitest alone all.
 */

const suites = process.env["SVC_TEST_SUITES"];
const PART = suites === "node" ? 20 : suites === "rest" ? 7 : 1;

/** How many of a usual number of inputs, or of changes, this run makes. */
export const share = (usual: number): number => Math.ceil(usual / PART);

/** Of the places that are changed in turn, one in so many. It has no divisor in common with the sizes of records. */
export const STRIDE: number = PART === 20 ? 19 : PART;
