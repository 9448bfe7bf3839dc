/** The input of a soak's processes, JSON in the first argument, and the output that each prints at its end. */

/** A load of registrations and reads, as from ordinary callers. */
export interface NormalPlan {
  readonly baseUrl: string;
  /** Used in turn to register. */
  readonly keys: readonly string[];
  /** Identifiers of proofs to be read, of the first key's account. */
  readonly ids: readonly string[];
  /** Started on schedule, however long earlier ones take. */
  readonly perSecond: number;
  readonly seconds: number;
}

export interface NormalLoad {
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly answers: number;
  /** Answers other than 200 and 201, by status, and connections that failed, by reason. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Clients that hold on to connections. */
export interface AttackPlan {
  readonly baseUrl: string;
  readonly seconds: number;
  /** Concurrency of each attack; one that is cut or answered starts again. */
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
  /** Proofs whose packages are requested. */
  readonly packages: readonly string[];
}

/** How often each attack was started, and how often it ended with each status, or `cut`. */
export type AttackCounts = Record<string, Record<string, number>>;
