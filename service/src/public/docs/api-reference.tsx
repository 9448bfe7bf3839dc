/** The API reference: everything in it is read from the OpenAPI document. */
import type { JSX } from "preact";
import { CodeText } from "./code-text.js";
import { curlOf, exampleOf } from "./example.js";
import type { Answer, OpenApi, Operation, Parameter } from "./openapi-view.js";
import { SchemaTable, SchemaType } from "./schema-table.js";

const JSON_TYPE = "application/json";

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** First what makes and reads proofs, then the account, then what needs no key; within these, as the document has them by path. */
function operationsOf({ paths }: OpenApi): readonly Listed[] {
  const rank = ({ path, operation }: Listed): number =>
    operation.security?.length === 0 ? 2 : path.startsWith("/proofs") ? 0 : 1;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .sort(
      (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : Number(one.path > other.path)),
    );
}

export function ApiReference({ document }: { readonly document: OpenApi }): JSX.Element {
  const operations = operationsOf(document);
  const schemas = Object.entries(document.components.schemas);
  return (
    <>
      <p>
        All addresses begin with <code>{document.servers[0].url}</code>. Except where an operation is public,
        every request needs the header <code>Authorization: Bearer svc_…</code> with an API key. Keys are for
        servers: never put one into a web page or an app.
      </p>
      <nav aria-label="Contents">
        <h2>Operations</h2>
        <ul class="contents">
          {operations.map(({ method, path, operation }) => (
            <li key={operation.operationId}>
              <a href={`#${operation.operationId}`}>{operation.summary}</a>{" "}
              <code>
                {method.toUpperCase()} {path}
              </code>
            </li>
          ))}
        </ul>
        <h2>Schemas</h2>
        <ul class="contents-line">
          {schemas.map(([name]) => (
            <li key={name}>
              <a href={`#schema-${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {operations.map((listed) => (
        <OperationView key={listed.operation.operationId} listed={listed} document={document} />
      ))}
      {schemas.map(([name, schema]) => (
        <section key={name}>
          <h2 id={`schema-${name}`}>{name}</h2>
          <SchemaTable schema={schema} />
        </section>
      ))}
    </>
  );
}

function OperationView({
  listed: { method, path, operation },
  document,
}: {
  readonly listed: Listed;
  readonly document: OpenApi;
}): JSX.Element {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  const isPublic = operation.security?.length === 0;
  return (
    <section class="operation">
      <h2 id={operationId}>{summary}</h2>
      <p class="operation-line">
        <code>
          {method.toUpperCase()} {path}
        </code>
        <span class="aside"> · {isPublic ? "public: no key needed" : "needs a key"}</span>
      </p>
      {description !== undefined && (
        <p>
          <CodeText>{description}</CodeText>
        </p>
      )}
      <Shell>{curlOf(method, path, operation, document)}</Shell>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody !== undefined && (
        <>
          <h3>Body</h3>
          <ul>
            {Object.entries(requestBody.content).map(([type, { schema }]) => (
              <li key={type}>
                <code>{type}</code>: <SchemaType schema={schema} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Answers</h3>
      <dl class="api-answers">
        {answers.map(([status, answer]) => (
          <AnswerView key={status} status={status} answer={answer} />
        ))}
      </dl>
      <AnswerExample answers={answers} document={document} />
    </section>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): JSX.Element {
  return (
    <>
      <h3>Parameters</h3>
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
      <Shell>{JSON.stringify(exampleOf(schema, document), null, 2)}</Shell>
    </details>
  );
}

function Shell({ children }: { readonly children: string }): JSX.Element {
  return (
    // It scrolls by itself, so the keyboard must reach it.
    <pre class="command" tabindex={0}>
      <code>{children}</code>
    </pre>
  );
}
