import { type ExampleRequest, KEY_VARIABLE } from "../example-request.js";

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
