/** The document as a list of operations. */

export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** First what makes and reads proofs, then the account, then what needs no key; within these, by path. */
export function listOperations({ paths }: OpenApi): readonly ListedOperation[] {
  const rank = ({ path, operation }: ListedOperation): number =>
    operation.security?.length === 0 ? 2 : path.startsWith("/proofs") ? 0 : 1;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .sort(
      (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : Number(one.path > other.path)),
    );
}

/** Path of an operation's page: `createProof` is at `api/create-proof.html`. */
export function operationPath(operationId: string): string {
  return `api/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.html`;
}

/** The parts of an OpenAPI document that the reference shows, as the service's own document has them. */
export interface OpenApi {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Empty if no key is needed. */
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The name behind `#/components/schemas/`; null if the schema is no reference. */
export function nameOfReference({ $ref }: Schema): string | null {
  return $ref === undefined ? null : $ref.slice($ref.lastIndexOf("/") + 1);
}
