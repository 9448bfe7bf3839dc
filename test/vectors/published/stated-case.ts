/** One case as it is stated by hand; `publish.ts` adds the checks that follow from those that it names. */
export type Kind =
  | "asic"
  | "bitcoin-headers"
  | "certificate"
  | "evm-block"
  | "evm-witness"
  | "opentimestamps"
  | "package"
  | "proof"
  | "rfc3161";

export interface StatedCase {
  readonly kind: Kind;
  readonly name: string;
  readonly about: string;
  /** Page and section of `docs/formats`: `rfc3161.md#verification`. */
  readonly spec: string;
  /** From `test/vectors`. Paths in the options too. */
  readonly input: string;
  readonly options?: VectorOptions;
  readonly outcome: "verified" | "failed" | "indeterminate";
  /** Checks that decide, "id status code", and what became of a given file, "kind index: status code". */
  readonly says: readonly string[];
}

export interface VectorOptions {
  readonly now?: string;
  readonly content_hash?: string;
  readonly original?: string;
  readonly timestamps?: readonly string[];
  readonly headers?: readonly string[];
  readonly seal?: string;
  readonly trust?: readonly string[];
  readonly certificates?: readonly string[];
  readonly crls?: readonly string[];
  readonly ocsp_responses?: readonly string[];
  readonly seal_timestamps?: readonly string[];
  readonly witnesses?: readonly string[];
  readonly witness_timestamps?: readonly string[];
  readonly at?: string;
  readonly known_since?: string;
  readonly sources?: readonly RecordedAnswers[];
}

export interface RecordedAnswers {
  readonly chain_id: number;
  /** By method; a block as `{ file }`. */
  readonly results: Readonly<Record<string, unknown>>;
}
