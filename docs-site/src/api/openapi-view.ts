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
