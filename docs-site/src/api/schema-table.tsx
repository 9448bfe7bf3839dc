/**
 * Schemas as tables: one row for each property, those within a property under its name with a dot. A named schema has its
 * own table.
 */
import type { JSX } from "preact";
import { CodeText } from "./code-text.js";
import { nameOfReference, type Schema } from "./openapi-view.js";

/** Of a named schema. All pages that show schemas are in one folder. */
export function schemaLink(name: string): string {
  return `schemas.html#${name.toLowerCase()}`;
}

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export function SchemaTable({ schema }: { readonly schema: Schema }): JSX.Element {
  const rows = rowsOf(schema, "");
  return (
    <>
      <p>
        <SchemaType schema={schema} />
        {schema.description !== undefined && <>: {<CodeText>{schema.description}</CodeText>}</>}
      </p>
      {rows.length > 0 && (
        // It scrolls by itself, so the keyboard must reach it.
        <div class="table-frame" tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, schema: of, required }) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                    {!required && <span class="aside"> optional</span>}
                  </th>
                  <td>
                    <SchemaType schema={of} />
                  </td>
                  <td>
                    <CodeText>{of.description ?? ""}</CodeText>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function rowsOf(schema: Schema, under: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${under}${key}`;
    const inner = property.items ?? property;
    return [
      { name, schema: property, required: schema.required?.includes(key) ?? false },
      ...rowsOf(inner, `${name}${property.items === undefined ? "" : "[]"}.`),
    ];
  });
}

/** What a value may be, in one line. */
export function SchemaType({ schema }: { readonly schema: Schema }): JSX.Element {
  const name = nameOfReference(schema);
  if (name !== null) return <a href={schemaLink(name)}>{name}</a>;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.anyOf !== undefined) {
    return (
      <>
        {schema.anyOf.map((part, i) => (
          // The parts of a schema have no names.
          <span key={String(i)}>
            {i > 0 && " or "}
            <SchemaType schema={part} />
          </span>
        ))}
      </>
    );
  }
  if (schema.type === "array") {
    return (
      <>
        array{schema.items !== undefined && " of "}
        {schema.items !== undefined && <SchemaType schema={schema.items} />}
      </>
    );
  }
  return <>{[schema.type ?? "any value", ...limitsOf(schema)].join(", ")}</>;
}

function limitsOf({ format, minimum, maximum, maxLength, default: given, enum: values }: Schema): string[] {
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : null;
  return [
    format ?? null,
    range,
    maxLength === undefined ? null : `at most ${maxLength} characters`,
    values === undefined ? null : values.map((value) => JSON.stringify(value)).join(" or "),
    given === undefined ? null : `default ${JSON.stringify(given)}`,
  ].filter((limit) => limit !== null);
}
