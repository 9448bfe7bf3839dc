import type { RegisteredProof } from "../api/resources.js";
import type { ApiError } from "../errors/api-error.js";
import type { Journal } from "./journal.js";
import type { Registration } from "./registration.js";

export interface RegisterManyOptions {
  /** Requests at the same time, 1 to 256. Default: 8. */
  readonly concurrency?: number;
  /** Where the registered ones are kept, so that another run can continue. Default: none. */
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  /** Called after each result. */
  readonly onProgress?: (progress: RegisterProgress) => void;
}

export interface RegisterProgress {
  /** Proofs that this run made. */
  readonly created: number;
  /** Fingerprints whose proof existed, in the account or in the journal. */
  readonly existing: number;
  /** Fingerprints that were refused. */
  readonly failed: number;
}

/** What became of one item. */
export type Registered<Item extends Registration = Registration> =
  | {
      readonly item: Item;
      readonly id: string;
      readonly created: boolean;
      /** The service's answer; null if the journal knew the fingerprint. */
      readonly proof: RegisteredProof | null;
      readonly error: null;
    }
  | {
      readonly item: Item;
      readonly id: null;
      readonly created: false;
      readonly proof: null;
      /** Why the service refused this one. */
      readonly error: ApiError;
    };
