export { MAX_WORK_UNITS, WorkBudget, type WorkErrorCode } from "./work-budget.js";
