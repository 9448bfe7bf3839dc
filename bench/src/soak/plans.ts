/** What the processes of a soak are told, as JSON in their first word, and what each prints at its end. */

/** A load of registrations and reads, as from ordinary callers. */
export interface NormalPlan {
  readonly baseUrl: string;
  /** Used in turn to register. */
  readonly keys: readonly string[];
  /** Identifiers of proofs to be read, of the first key's account. */
  readonly ids: readonly string[];
  /** Begun at their time, however long those before take. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface NormalLoad {
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answers: number;
  /** Answers other than 200 and 201, and connections that failed. */
  readonly failures: number;
}

/** Callers who hold on to what they get. */
export interface AttackPlan {
  readonly baseUrl: string;
  readonly seconds: number;
  /** Each is done so many times at once; who is cut or answered begins anew. */
  readonly uploads: number;
  readonly downloads: number;
  readonly idle: number;
  readonly packagesPerSecond: number;
  /** Size of each original. */
  readonly originalBytes: number;
  readonly attackers: readonly Attacker[];
}

export interface Attacker {
  readonly key: string;
  /** A proof without original, of an original that is deposited slowly. */
  readonly uploadTo: string;
  /** A proof whose original is in custody. */
  readonly downloadFrom: string;
  /** Proofs whose packages are asked for. */
  readonly packages: readonly string[];
}

/** How often each thing was begun, and how often it ended in which way: by status, or `cut`. */
export type AttackCounts = Record<string, Record<string, number>>;
