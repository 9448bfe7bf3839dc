/** Rules of MongoDB's `$jsonSchema` for the fields of a document. MongoDB Manual, "$jsonSchema". */

/** A schema as the server takes it. */
export type Schema = Readonly<Record<string, unknown>>;

export const binary: Schema = { bsonType: "binData" };
export const date: Schema = { bsonType: "date" };
export const text: Schema = { bsonType: "string" };
export const objectId: Schema = { bsonType: "objectId" };
/** A number that is never negative. */
export const count: Schema = { bsonType: "number", minimum: 0 };

/** An object with these fields and no others. Its type must be that of the document, so that neither changes alone. */
export function documentOf<Document>(fields: { readonly [Field in keyof Document]: Schema }): Schema {
  return {
    bsonType: "object",
    required: Object.keys(fields),
    additionalProperties: false,
    properties: fields,
  };
}
