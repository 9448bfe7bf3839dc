/** Texts about the EU trusted lists, and about what rests on them. `{…}` are placeholders (`fill`). */
import type { Plural } from "../../language/index.js";

export interface TrustedListTexts {
  /** Whether the electronic timestamp is qualified. */
  readonly verdict: Readonly<Record<"qualified" | "not-qualified" | "indeterminate", string>>;
  /** What the law attaches to a qualified one. */
  readonly presumption: string;
  /** What the law leaves to one that is not qualified. */
  readonly stillValid: string;
  readonly country: string;
  readonly provider: string;
  readonly service: string;
  readonly list: string;
  /** Before the name at the end of a chain that no list names. */
  readonly leadsTo: string;
  /** `{number}`, `{issued}`, `{nextUpdate}`. */
  readonly listFacts: string;
  /** `{number}`, `{issued}`: of a list that is closed. */
  readonly closedListFacts: string;
  readonly atGenTime: string;
  /** `{time}` of a proof of existence. */
  readonly atExistence: string;
  readonly atNow: string;
  /** `{status}`, `{time}`. */
  readonly since: string;
  readonly changed: string;
  /** Where the next update of the list was due before the second status. */
  readonly listOverdue: string;
  /** By the last part of the status's URI. */
  readonly status: Readonly<Record<KnownStatus, string>>;
  readonly heading: string;
  readonly lead: string;
  readonly shipped: string;
  readonly given: string;
  readonly unavailable: string;
  readonly snapshot: string;
  readonly number: string;
  readonly issued: string;
  readonly nextUpdate: string;
  /** Beside a date of the next update that has passed. */
  readonly overdue: string;
  /** In place of the next update of a closed list. */
  readonly closed: string;
  readonly lotl: string;
  /** `{count}` of `{total}` national lists. */
  readonly contains: Plural;
  readonly age: Plural;
  readonly newer: string;
  readonly aboutHeading: string;
  /** Asks before a snapshot that was given is used. `{file}`. */
  readonly offer: {
    readonly heading: string;
    readonly lead: string;
    /** Before a command. */
    readonly check: string;
    readonly newer: string;
    readonly older: string;
    readonly same: string;
    readonly use: string;
    readonly keep: string;
    readonly used: string;
    readonly back: string;
    readonly unreadable: string;
    readonly dismiss: string;
  };
}

export type KnownStatus =
  | "granted"
  | "withdrawn"
  | "undersupervision"
  | "supervisionincessation"
  | "supervisionceased"
  | "supervisionrevoked"
  | "accredited"
  | "accreditationceased"
  | "accreditationrevoked"
  | "othertype";
