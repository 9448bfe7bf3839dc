/** One operation of the API: what the OpenAPI document says, and an example in each language. */
import type { JSX } from "preact";
import { CodeText } from "./code-text.js";
import { exampleRequest } from "./example-request.js";
import { exampleValue } from "./example-value.js";
import { EXAMPLE_LANGUAGES } from "./examples/example-languages.js";
import type { ListedOperation } from "./list-operations.js";
import type { Answer, OpenApi, Parameter } from "./openapi-view.js";
import { SchemaType } from "./schema-table.js";

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
