/** The API's pages. */

import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { EXAMPLE_LANGUAGES, exampleRequest, exampleValue } from "./examples.js";
import {
  type Answer,
  type ListedOperation,
  listOperations,
  nameOfReference,
  type OpenApi,
  operationPath,
  type Parameter,
  type Schema,
} from "./openapi-view.js";

/** A sentence in which code stands between backquotes. */
export function CodeText({ children }: { readonly children: string }): JSX.Element {
  return (
    <>
      {children.split("`").map((part, i) =>
        // The parts alternate and have no names.
        i % 2 === 0 ? part : <code key={String(i)}>{part}</code>,
      )}
    </>
  );
}

// Schemas as tables: one row for each property, those within a property under its name with a dot. A named schema has its
// own table.

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

// One operation of the API: what the OpenAPI document says, and an example in each language.

const JSON_TYPE = "application/json";

export interface OperationPageProps {
  readonly listed: ListedOperation;
  readonly document: OpenApi;
}

export function OperationPage({ listed, document }: OperationPageProps): JSX.Element {
  const { method, path, operation } = listed;
  const { description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const request = exampleRequest(listed, document);
  return (
    <>
      <p class="operation-line">
        <code>
          {method.toUpperCase()} {path}
        </code>
        <span class="aside"> · {request.needsKey ? "needs a key" : "public: no key needed"}</span>
      </p>
      {description !== undefined && (
        <p>
          <CodeText>{description}</CodeText>
        </p>
      )}
      <h2 id="example">Example</h2>
      {EXAMPLE_LANGUAGES.map(({ id, name, write }) => (
        <details key={id} class="example" data-language={id} open={id === "curl"}>
          <summary>{name}</summary>
          <Code>{write(request)}</Code>
        </details>
      ))}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody !== undefined && (
        <>
          <h2 id="body">Body</h2>
          <ul>
            {Object.entries(requestBody.content).map(([type, { schema }]) => (
              <li key={type}>
                <code>{type}</code>: <SchemaType schema={schema} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 id="answers">Answers</h2>
      <dl class="api-answers">
        {answers.map(([status, answer]) => (
          <AnswerView key={status} status={status} answer={answer} />
        ))}
      </dl>
      <AnswerExample answers={answers} document={document} />
    </>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): JSX.Element {
  return (
    <>
      <h2 id="parameters">Parameters</h2>
      <dl class="api-answers">
        {parameters.map(({ name, in: place, required, schema }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              in the {place === "header" ? "headers" : place}
              {required ? "" : ", optional"}; <SchemaType schema={schema} />
              {schema.description !== undefined && (
                <>
                  . <CodeText>{schema.description}</CodeText>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function AnswerView({ status, answer }: { readonly status: string; readonly answer: Answer }): JSX.Element {
  const { description, content = {}, headers = {} } = answer;
  const bodies = Object.entries(content);
  const names = Object.keys(headers);
  return (
    <div>
      <dt>
        <code>{status}</code>
      </dt>
      <dd>
        <CodeText>{description}</CodeText>
        {bodies.map(([type, { schema }]) => (
          <span key={type}> {type === JSON_TYPE ? <SchemaType schema={schema} /> : <code>{type}</code>}</span>
        ))}
        {names.length > 0 && <span class="aside"> Headers: {names.join(", ")}.</span>}
      </dd>
    </div>
  );
}

function AnswerExample({
  answers,
  document,
}: {
  readonly answers: readonly (readonly [string, Answer])[];
  readonly document: OpenApi;
}): JSX.Element | null {
  const [, answer] = answers.find(([status]) => status === "201" || status === "200") ?? [];
  const schema = answer?.content?.[JSON_TYPE]?.schema;
  if (schema === undefined) return null;
  return (
    <details>
      <summary>Example of an answer</summary>
      <Code>{JSON.stringify(exampleValue(schema, document), null, 2)}</Code>
    </details>
  );
}

function Code({ children }: { readonly children: string }): JSX.Element {
  return (
    // It scrolls by itself, so the keyboard must reach it.
    <pre class="code" tabindex={0}>
      <code>{children}</code>
    </pre>
  );
}

/** The pages of the API reference, made from the OpenAPI document. */
export interface ApiPage {
  /** From the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

export function apiPages(document: OpenApi): readonly ApiPage[] {
  const all = listOperations(document);
  const operations = all.map((listed) => {
    const { method, path, operation } = listed;
    const { summary } = operation;
    const isAlone = all.filter((other) => other.operation.summary === summary).length === 1;
    return {
      path: operationPath(operation.operationId),
      title: isAlone ? summary : `${summary} (${method.toUpperCase()})`,
      description: `${method.toUpperCase()} ${path}`,
      html: renderToString(<OperationPage listed={listed} document={document} />),
    };
  });
  return [...operations, schemasPage(document)];
}

function schemasPage({ components }: OpenApi): ApiPage {
  const schemas = Object.entries(components.schemas);
  return {
    path: "api/schemas.html",
    title: "Schemas",
    description: "The values that the operations take and answer.",
    html: schemas
      .map(([name, schema]) =>
        renderToString(
          <section>
            <h2 id={name.toLowerCase()}>{name}</h2>
            <SchemaTable schema={schema} />
          </section>,
        ),
      )
      .join("\n"),
  };
}
