/** What is told of a snapshot of the EU trusted lists. */

/** Of one list. */
export interface ListFacts {
  /** ISO 3166-1 code as the lists use it: `EL` for Greece, `EU` for the list of lists. */
  readonly territory: string;
  readonly sequenceNumber: number;
  /** ISO 8601, UTC. */
  readonly issued: string;
  /** ISO 8601, UTC; null if the list is closed and stays as it is. */
  readonly nextUpdate: string | null;
}

export interface SnapshotFacts {
  /** SHA-256 as reports name it, lower-case hexadecimal. */
  readonly sha256: string;
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
  /** How many national lists the list of lists names; null if that is not known. */
  readonly territoryCount: number | null;
}
