/** What the page gives to its script: `service/browser/create.ts` reads it from the attribute `data-settings`. */
import type { Language, Plural } from "@svc-proof/ui/language";

export interface ScriptSettings {
  readonly language: Language;
  /** Whose journal it is: that of a person in an account. */
  readonly journal: string;
  readonly registerPath: string;
  /** Of the list of proofs; a proof's page is below. */
  readonly proofsPath: string;
  readonly texts: ScriptTexts;
}

export interface ScriptTexts {
  readonly drop: string;
  readonly dropNow: string;
  readonly chooseFiles: string;
  readonly chooseFolder: string;
  /** What is sent, and which files of a folder are left out. */
  readonly privacy: string;
  readonly reading: string;
  readonly progress: {
    readonly label: string;
    readonly registered: Plural;
    /** `{registered}`: the text above; `{total}`. */
    readonly of: string;
    readonly hashed: string;
    readonly rate: string;
    readonly secondsLeft: Plural;
    readonly minutesLeft: Plural;
  };
  readonly buttons: {
    readonly cancel: string;
    readonly resume: string;
    readonly retry: string;
    readonly retryAll: string;
    readonly clear: string;
    readonly forget: string;
    readonly csv: string;
    readonly proofs: string;
    readonly reload: string;
    readonly previous: string;
    readonly next: string;
  };
  readonly table: {
    readonly caption: string;
    readonly file: string;
    readonly size: string;
    readonly state: string;
    readonly filter: string;
    readonly filters: Readonly<Record<"all" | "open" | "done" | "problems", string>>;
    /** `{from}`, `{to}`, `{total}`. */
    readonly range: string;
    readonly none: string;
    readonly open: string;
  };
  readonly states: {
    readonly waiting: string;
    /** `{percent}`. */
    readonly hashing: string;
    readonly hashed: string;
    readonly sending: string;
    readonly unanswered: string;
    readonly created: string;
    readonly existing: string;
    /** `{name}`. */
    readonly duplicate: string;
    readonly notFirst: string;
    readonly empty: string;
    readonly unreadable: string;
    readonly failed: string;
    readonly refused: string;
    readonly missing: string;
    readonly cancelled: string;
  };
  readonly notices: {
    readonly finished: Plural;
    readonly problems: Plural;
    readonly cancelled: Plural;
    /** After a reload. */
    readonly missing: Plural;
    readonly limited: Plural;
    readonly offline: Plural;
    readonly signedOut: string;
    readonly forbidden: string;
    readonly otherTab: string;
    readonly noJournal: string;
    readonly cut: Plural;
    readonly unreadable: Plural;
    readonly nothing: string;
  };
}
