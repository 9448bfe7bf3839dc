/** The languages in which each operation has an example. */
import type { ExampleRequest } from "../example-request.js";
import { curlExample } from "./curl-example.js";
import { javaExample } from "./java-example.js";
import { phpExample } from "./php-example.js";
import { pythonExample } from "./python-example.js";
import { typescriptExample } from "./typescript-example.js";

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
