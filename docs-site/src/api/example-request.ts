/** What the examples of an operation do, in no language yet. */
import { EXAMPLE_UUID, exampleValue } from "./example-value.js";
import type { ListedOperation } from "./list-operations.js";
import type { OpenApi } from "./openapi-view.js";

/** The certificate's number in examples. Another than the proof's. */
export const EXAMPLE_CERTIFICATE = "0198c4a2-7a30-7c1e-9f5b-2d6c1e8a4b38";
/** Of files that examples send. */
export const EXAMPLE_FILE = "document.pdf";
/** The variable of the environment with the API key. */
export const KEY_VARIABLE = "SVC_PROOF_KEY";

const JSON_TYPE = "application/json";
/** Optional headers that a program should send. */
const ADVISED_HEADERS: Readonly<Record<string, string>> = { "Idempotency-Key": "document-2026-114" };

export interface ExampleRequest {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  readonly needsKey: boolean;
  /** Without the key. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: { readonly json: unknown } | { readonly file: string } | null;
  /** Name under which the answer is saved; null if it is JSON, which is printed. */
  readonly savedAs: string | null;
}

export function exampleRequest(
  { method, path, operation }: ListedOperation,
  document: OpenApi,
): ExampleRequest {
  const [shown, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  // Where a form with a file is taken, so is the file.
  const type = shown === "multipart/form-data" ? "application/octet-stream" : shown;
  const answers = Object.entries(operation.responses).filter(([status]) => /^20[01]$/.test(status));
  const isJson = answers.some(([, { content: given = {} }]) => JSON_TYPE in given);
  const advised = (operation.parameters ?? []).flatMap(({ name, in: place }) =>
    place === "header" && name in ADVISED_HEADERS ? [[name, ADVISED_HEADERS[name]!] as const] : [],
  );
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    url: `${document.servers[0].url}${path.replace("{certificate_id}", EXAMPLE_CERTIFICATE).replace("{id}", EXAMPLE_UUID)}`,
    needsKey: operation.security?.length !== 0,
    headers: [...(type === undefined ? [] : [["Content-Type", type] as const]), ...advised],
    body:
      content === undefined
        ? null
        : type === JSON_TYPE
          ? { json: exampleValue(content.schema, document, false) }
          : { file: EXAMPLE_FILE },
    savedAs: isJson ? null : path.slice(path.lastIndexOf("/") + 1).replace("{id}", "proof"),
  };
}
