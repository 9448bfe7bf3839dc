/** What a file looks like that is not recognised as evidence, and what to ask for or to do. */
import type { LookAlike } from "@svc-proof/verifier-lib";

export type LooksLikeTexts = Readonly<Record<LookAlike, string>>;
