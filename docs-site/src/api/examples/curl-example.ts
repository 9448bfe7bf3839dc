import { type ExampleRequest, KEY_VARIABLE } from "../example-request.js";

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
