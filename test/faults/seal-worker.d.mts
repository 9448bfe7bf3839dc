import type { Store } from "../../service/src/store/store.js";
import type { SealWork } from "./seal-told.js";

/** See seal-worker.mjs. */
export function sellSeals(store: Store, work: SealWork, tell: (line: string) => void): Promise<void>;
