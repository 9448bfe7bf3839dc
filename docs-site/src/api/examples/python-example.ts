import { type ExampleRequest, KEY_VARIABLE } from "../example-request.js";

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
