import { type ExampleRequest, KEY_VARIABLE } from "../example-request.js";

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
