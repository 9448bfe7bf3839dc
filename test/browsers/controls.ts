/** The controls of the page in English, as people name them, and the words of its outcomes. */
import { page } from "../../verifier-web/src/texts/page/english.js";
import { result } from "../../verifier-web/src/texts/result/english.js";
import type { Control } from "./browser-page.js";

const named = (role: Control["role"], text: string): Control => ({
  role,
  // Up to the first placeholder.
  name: `^${text.replace(/\{.*/s, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`,
});

export const OUTCOMES = page.outcomes;

export const CHOOSE_FILES = named("button", page.intake.chooseFiles);
export const ADD_PROOF = named("button", page.intake.addProof);
export const LOOK_UP = named("button", page.intake.lookUp);
export const CHOOSE_ORIGINAL = named("button", result.add.chooseOriginal);
export const IDENTIFIER = named("textbox", page.intake.typed);
export const CONFIRM = named("button", result.next.confirm);
export const TRUST = named("checkbox", result.add.trust);
export const SAVE_SUMMARY = named("button", result.report.summary.save);
export const SAVE_JSON = named("button", result.report.json);
export const CHOOSE_FOLDER = named("button", page.intake.chooseFolder);
export const SAVE_CSV = named("button", result.list.report.csv);
export const ADD_MORE = named("button", page.intake.more);
export const CANCEL = named("button", page.items.cancel);
export const RETRY = named("button", page.items.retry);
export const SEARCH = named("textbox", page.items.search);
/** Of one result. */
export const KEEP_ITS_REPORT = named("button", result.report.heading);
export const KEEP_REPORT = named("button", result.list.report.heading);
