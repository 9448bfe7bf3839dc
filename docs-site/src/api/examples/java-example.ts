import { type ExampleRequest, KEY_VARIABLE } from "../example-request.js";

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
