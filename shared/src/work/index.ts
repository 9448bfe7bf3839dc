/**
 * The budget that bounds the work of one verification.
 *
 * @module
 */

export { MAX_WORK_UNITS, WorkBudget, type WorkErrorCode } from "../work-budget.js";
