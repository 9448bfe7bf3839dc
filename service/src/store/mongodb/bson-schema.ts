/**
 * Rules of MongoDB's `$jsonSchema` for the fields of a document. The types hold a schema to the fields of its document,
 * so that neither can change without the other. MongoDB Manual, "$jsonSchema".
 */

/** A schema as the server takes it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a field may hold. */
export interface Rule {
  readonly schema: Schema;
}

/** A field that a document may lack. */
export interface OptionalRule extends Rule {
  readonly isOptional: true;
}

type RuleFor<Document, Field extends keyof Document> =
  Record<never, never> extends Pick<Document, Field> ? OptionalRule : Rule;

export type Fields<Document> = {
  readonly [Field in keyof Document]-?: RuleFor<Document, Field>;
};

export const binary: Rule = ofType("binData");
export const date: Rule = ofType("date");
export const text: Rule = ofType("string");
export const objectId: Rule = ofType("objectId");
export const boolean: Rule = ofType("bool");
export const truth: Rule = { schema: { enum: [true] } };
export const number: Rule = ofType("number");

/** A number that is never negative. */
export const count: Rule = { schema: { ...number.schema, minimum: 0 } };

/** One of the texts of a type, which must be all of them. */
export function oneOf<Value extends string>(values: Readonly<Record<Value, true>>): Rule {
  return { schema: { enum: Object.keys(values) } };
}

export function nullable({ schema }: Rule): Rule {
  return { schema: { anyOf: [schema, { bsonType: "null" }] } };
}

export function optional({ schema }: Rule): OptionalRule {
  return { schema, isOptional: true };
}

export function listOf({ schema }: Rule): Rule {
  return { schema: { bsonType: "array", items: schema } };
}

/** An object whose field names match a pattern. */
export function recordOf(pattern: string, { schema }: Rule): Rule {
  return {
    schema: { bsonType: "object", additionalProperties: false, patternProperties: { [pattern]: schema } },
  };
}

/** An object with these fields and no others. */
export function documentOf<Document>(fields: Fields<Document>): Rule {
  const rules = Object.entries<Rule | OptionalRule>(fields);
  return {
    schema: {
      bsonType: "object",
      required: rules.filter(([, rule]) => !("isOptional" in rule)).map(([name]) => name),
      additionalProperties: false,
      properties: Object.fromEntries(rules.map(([name, { schema }]) => [name, schema])),
    },
  };
}

/** A document of either kind. */
export function eitherOf(...kinds: readonly Rule[]): Rule {
  return { schema: { anyOf: kinds.map(({ schema }) => schema) } };
}

function ofType(bsonType: string): Rule {
  return { schema: { bsonType } };
}
