/** Examples in curl, TypeScript, Python, Java, PHP. */
import { type ListedOperation, nameOfReference, type OpenApi, type Schema } from "./openapi-view.js";

/** Examples of values, made from schemas. */
export const EXAMPLE_UUID = "0198c4a2-7a30-7c1e-9f5b-2d6c1e8a4b37";
const EXAMPLE_TIME = "2026-02-03T04:04:00.188Z";
/** SHA-256 of no bytes. */
export const EXAMPLE_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A value of the schema. Of alternatives the first; properties that may be missing are left out of requests. */
export function exampleValue(schema: Schema, { components }: OpenApi, withOptional = true): unknown {
  const of = (given: Schema): unknown => {
    const name = nameOfReference(given);
    if (name !== null) return of(components.schemas[name] ?? {});
    if (given.const !== undefined) return given.const;
    if (given.examples?.[0] !== undefined) return given.examples[0];
    if (given.default !== undefined) return given.default;
    if (given.enum !== undefined) return given.enum[0];
    if (given.anyOf?.[0] !== undefined) return of(given.anyOf[0]);
    switch (given.type) {
      case "object":
        return Object.fromEntries(
          Object.entries(given.properties ?? {})
            .filter(([name]) => withOptional || given.required?.includes(name))
            .map(([name, property]) => [name, of(property)]),
        );
      case "array":
        return given.items === undefined ? [] : [of(given.items)];
      case "integer":
      case "number":
        return given.minimum ?? 1;
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return textOf(given);
    }
  };
  return of(schema);
}

/** Of patterns that "text" does not match. */
const BY_PATTERN: Readonly<Record<string, string>> = {
  "^[a-f0-9]{64}$": EXAMPLE_HASH,
  "^0x[a-f0-9]{64}$": `0x${EXAMPLE_HASH}`,
  "^[0-9A-F]+$": "04A1B2",
  "^[0-9]+(?:\\.[0-9]+)+$": "0.4.0.2023.1.1",
  "^[1-9][0-9]*$": "60",
  "^0x(?:[0-9a-f]{2})+$": "0xf90263",
  "^(?:[0-9a-f]{160}|[0-9a-f]{96})$": `01000000${EXAMPLE_HASH}${EXAMPLE_HASH}29ab5f49ffff001d1dac2b7c`,
};

function textOf({ format, pattern }: Schema): string {
  if (format === "uuid") return EXAMPLE_UUID;
  if (format === "date-time") return EXAMPLE_TIME;
  if (format === "uri") return "https://proofs.example/";
  return BY_PATTERN[pattern ?? ""] ?? "text";
}

// What the examples of an operation do, in no language yet.

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

export function curlExample({ method, url, needsKey, headers, body, savedAs }: ExampleRequest): string {
  const isImplied = method === "GET" || (method === "POST" && body !== null);
  return [
    `curl --fail-with-body ${isImplied ? "" : `-X ${method} `}${url}`,
    ...(needsKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === null
      ? []
      : "json" in body
        ? [`-d '${JSON.stringify(body.json)}'`]
        : [`--data-binary @${body.file}`]),
    ...(savedAs === null ? [] : [`-o ${savedAs}`]),
  ].join(" \\\n  ");
}

/** Name of an example's class: `createProof` is `CreateProof`. */
export function javaClass(operationId: string): string {
  return operationId[0]!.toUpperCase() + operationId.slice(1);
}

/** Java 17, one file: `java CreateProof.java`. */
export function javaExample(request: ExampleRequest): string {
  const { operationId, method, url, needsKey, headers, body, savedAs } = request;
  const isFileUsed = savedAs !== null || (body !== null && "file" in body);
  const publisher =
    body === null
      ? "HttpRequest.BodyPublishers.noBody()"
      : "json" in body
        ? `HttpRequest.BodyPublishers.ofString("""\n                ${JSON.stringify(body.json)}""")`
        : `HttpRequest.BodyPublishers.ofFile(Path.of("${body.file}"))`;
  const handler = savedAs === null ? "ofString()" : `ofFile(Path.of("${savedAs}"))`;
  return [
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    ...(isFileUsed ? ["import java.nio.file.Path;"] : []),
    "",
    `public class ${javaClass(operationId)} {`,
    "    public static void main(String[] arguments) throws Exception {",
    `        var request = HttpRequest.newBuilder(URI.create("${url}"))`,
    ...(needsKey
      ? [`            .header("Authorization", "Bearer " + System.getenv("${KEY_VARIABLE}"))`]
      : []),
    ...headers.map(
      ([name, value]) => `            .header(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    ...(method === "GET" ? [] : [`            .method("${method}", ${publisher})`]),
    "            .build();",
    `        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler});`,
    `        if (response.statusCode() >= 400) throw new IllegalStateException("HTTP " + response.statusCode());`,
    ...(savedAs === null ? ["        System.out.println(response.body());"] : []),
    "    }",
    "}",
  ].join("\n");
}

/** PHP 8, with its own streams; `https` needs the extension openssl. */
export function phpExample({ method, url, needsKey, headers, body, savedAs }: ExampleRequest): string {
  const lines = [
    ...(needsKey ? [`        "Authorization: Bearer " . getenv("${KEY_VARIABLE}"),`] : []),
    ...headers.map(([name, value]) => `        ${phpValue(`${name}: ${value}`)},`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`    "method" => "${method}",`]),
    ...(lines.length === 0 ? [] : [`    "header" => [`, ...lines, "    ],"]),
    ...(body === null
      ? []
      : "json" in body
        ? [`    "content" => json_encode(${phpValue(body.json)}),`]
        : [`    "content" => file_get_contents("${body.file}"),`]),
  ];
  return [
    "<?php",
    ...(options.length === 0
      ? [`$answer = file_get_contents("${url}");`]
      : [
          `$context = stream_context_create(["http" => [`,
          ...options,
          "]]);",
          `$answer = file_get_contents("${url}", false, $context);`,
        ]),
    "if ($answer === false) exit(1);",
    savedAs === null ? "print_r(json_decode($answer, true));" : `file_put_contents("${savedAs}", $answer);`,
  ].join("\n");
}

function phpValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpValue).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `[${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)} => ${phpValue(item)}`)
      .join(", ")}]`;
  }
  // In double quotes, "$" would begin a variable.
  return JSON.stringify(value).replaceAll("$", "\\$");
}

/** Python 3, with its standard library alone. */
export function pythonExample({ method, url, needsKey, headers, body, savedAs }: ExampleRequest): string {
  const isJsonBody = body !== null && "json" in body;
  const modules = [
    ...(isJsonBody || savedAs === null ? ["json"] : []),
    ...(needsKey ? ["os"] : []),
    "urllib.request",
  ];
  const lines = [
    ...(needsKey ? [`        "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`] : []),
    ...headers.map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  return [
    ...modules.map((name) => `import ${name}`),
    "",
    "request = urllib.request.Request(",
    `    "${url}",`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...(lines.length === 0 ? [] : ["    headers={", ...lines, "    },"]),
    ...(body === null
      ? []
      : "json" in body
        ? [`    data=json.dumps(${pythonValue(body.json)}).encode(),`]
        : [`    data=open("${body.file}", "rb").read(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    ...(savedAs === null
      ? ["    print(json.load(response))"]
      : [`    with open("${savedAs}", "wb") as file:`, "        file.write(response.read())"]),
  ].join("\n");
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonValue(item)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** For Node.js 20, which has `fetch`. A module of its own. */
export function typescriptExample({ method, url, needsKey, headers, body, savedAs }: ExampleRequest): string {
  const fileNames = [
    ...(body !== null && "file" in body ? ["readFile"] : []),
    ...(savedAs === null ? [] : ["writeFile"]),
  ];
  const lines = [
    ...(needsKey ? [`    Authorization: \`Bearer \${process.env["${KEY_VARIABLE}"]}\`,`] : []),
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(lines.length === 0 ? [] : ["  headers: {", ...lines, "  },"]),
    ...(body === null
      ? []
      : "json" in body
        ? [`  body: JSON.stringify(${typescriptValue(body.json)}),`]
        : [`  body: await readFile("${body.file}"),`]),
  ];
  return [
    ...(fileNames.length === 0 ? [] : [`import { ${fileNames.join(", ")} } from "node:fs/promises";`, ""]),
    options.length === 0
      ? `const response = await fetch("${url}");`
      : `const response = await fetch("${url}", {\n${options.join("\n")}\n});`,
    "if (!response.ok) throw new Error(await response.text());",
    savedAs === null
      ? "console.log(await response.json());"
      : `await writeFile("${savedAs}", new Uint8Array(await response.arrayBuffer()));`,
  ].join("\n");
}

function typescriptValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typescriptValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key)}: ${typescriptValue(item)}`,
  );
  return `{ ${members.join(", ")} }`;
}

// The languages in which each operation has an example.

export interface ExampleLanguage {
  readonly id: "curl" | "typescript" | "python" | "php" | "java";
  readonly name: string;
  readonly write: (request: ExampleRequest) => string;
}

export const EXAMPLE_LANGUAGES: readonly ExampleLanguage[] = [
  { id: "curl", name: "curl", write: curlExample },
  { id: "typescript", name: "TypeScript", write: typescriptExample },
  { id: "python", name: "Python", write: pythonExample },
  { id: "php", name: "PHP", write: phpExample },
  { id: "java", name: "Java", write: javaExample },
];
