/** A program: the sandbox as shipped, without the limit of a plan a day, which no setting lifts. */
import { PLANS } from "@svc-proof/service/accounts/plans";

Object.assign(PLANS.pro, { proofsPerDay: Number.MAX_SAFE_INTEGER });
await import(new URL("../../../../sandbox/dist/main.js", import.meta.url).href);
