/**
 * Clients that the most used generators write from the OpenAPI document, each with a program that does the main job. The
 * generators are pinned and installed as other oracles are; they need Java with Maven, Go, Python and npm.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../../run-command.js";
import { installedOracle, runInstaller } from "../installed-oracle.js";
import { pythonWith } from "../python-oracle.js";

const here = import.meta.dirname;
const pom = join(here, "java/pom.xml");
const HEY_API = ["@hey-api/openapi-ts@0.99.0", "typescript@6.0.3"];
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Where the generators are. */
interface Generators {
  readonly folder: string;
  readonly python: string;
}

export interface GeneratedClient {
  readonly name: string;
  /** Its program of the main job, which takes an address, a key, a file, the file's fingerprint and another one. */
  readonly command: readonly [program: string, ...words: string[]];
}

/** The generators; null, with a logged line, if they are not installed and need not be. */
export function installedGenerators(): Generators | null {
  const recipe = createHash("sha256")
    .update(readFileSync(pom))
    .update([...HEY_API, OAPI_CODEGEN].join());
  const folder = installedOracle(`generated-clients-${recipe.digest("hex").slice(0, 8)}`, install);
  const python = folder && pythonWith("generated-clients");
  return folder && python ? { folder, python } : null;
}

function install(folder: string): void {
  const copy = (part: string, choice: string) => {
    const output = `-DoutputDirectory=${join(folder, part)}`;
    runInstaller("mvn", ["-q", "-B", "-f", pom, "dependency:copy-dependencies", output, choice]);
  };
  // Apart: it has other versions of the same libraries inside.
  copy("generator", "-DincludeArtifactIds=openapi-generator-cli");
  copy("java", "-DexcludeArtifactIds=openapi-generator-cli");
  runInstaller("env", [`GOBIN=${join(folder, "go")}`, "go", "install", OAPI_CODEGEN]);
  runInstaller("npm", ["install", "--prefix", folder, "--no-save", "--loglevel=error", ...HEY_API]);
}

/**
 * Writes all clients from a document, and checks or compiles each as its language does.
 *
 * @param folder an empty one.
 * @throws if a generator or a compiler fails, with what it said.
 */
export async function generateClients(
  { folder: installed, python }: Generators,
  document: unknown,
  folder: string,
): Promise<readonly GeneratedClient[]> {
  const api = join(folder, "openapi.json");
  writeFileSync(api, JSON.stringify(document));
  for (const language of ["go", "python", "typescript"]) {
    cpSync(join(here, language), join(folder, language), { recursive: true });
  }
  await writeWithOpenApiGenerator(installed, api, folder);
  return [
    await javaClient(installed, folder),
    ...(await goClients(installed, api, folder)),
    ...(await typescriptClients(installed, api, folder)),
    ...(await pythonClients(python, api, folder)),
  ];
}

/** The clients of openapi-generator in four languages, by one start of Java. */
async function writeWithOpenApiGenerator(installed: string, api: string, folder: string): Promise<void> {
  const targets: readonly (readonly [string, string, object])[] = [
    ["java", "java", {}],
    ["go", "go/openapi", { withGoMod: false }],
    ["python", "python", {}],
    ["typescript-fetch", "typescript/openapi-generator", { importFileExtension: ".js" }],
  ];
  const files = targets.map(([generatorName, output, additionalProperties]) => {
    const file = join(folder, `${generatorName}.json`);
    const outputDir = join(folder, output);
    writeFileSync(file, JSON.stringify({ generatorName, inputSpec: api, outputDir, additionalProperties }));
    return file;
  });
  const [jar] = readdirSync(join(installed, "generator"));
  await succeed("java", ["-jar", join(installed, "generator", jar!), "batch", "--fail-fast", ...files]);
}

async function javaClient(installed: string, folder: string): Promise<GeneratedClient> {
  const source = join(folder, "java/src/main/java");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".java"))
    .map((name) => join(source, name));
  const classes = join(folder, "java/classes");
  const classPath = join(installed, "java/*");
  await succeed("javac", [
    "-nowarn",
    "-cp",
    classPath,
    "-d",
    classes,
    ...files,
    join(here, "java/MainJob.java"),
  ]);
  return {
    name: "openapi-generator for Java",
    command: ["java", "-cp", `${classPath}:${classes}`, "MainJob"],
  };
}

async function goClients(installed: string, api: string, folder: string): Promise<GeneratedClient[]> {
  const source = join(folder, "go");
  mkdirSync(join(source, "oapi"));
  const output = join(source, "oapi/oapi.go");
  await succeed(join(installed, "go/oapi-codegen"), [
    ...["-generate", "types,client", "-package", "oapi", "-o", output, api],
  ]);
  await succeed("go", [
    "build",
    "-C",
    source,
    "-o",
    `${source}/bin/`,
    "./openapi-generator",
    "./oapi-codegen",
  ]);
  return ["openapi-generator", "oapi-codegen"].map((name) => ({
    name: `${name} for Go`,
    command: [join(source, "bin", name)],
  }));
}

async function typescriptClients(installed: string, api: string, folder: string): Promise<GeneratedClient[]> {
  const source = join(folder, "typescript");
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2023", "dom"], module: "nodenext", strict: true },
    ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")], skipLibCheck: true },
  };
  writeFileSync(join(source, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(source, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const output = { path: join(source, "hey-api"), module: { extension: ".js" } };
  const config = join(source, "hey-api.config.mjs");
  writeFileSync(config, `export default ${JSON.stringify({ input: api, output })};`);
  await succeed(join(installed, "node_modules/.bin/openapi-ts"), ["-f", config, "--no-log-file"]);
  await succeed(join(root, "node_modules/.bin/tsc"), ["-p", source]);
  return ["openapi-generator", "hey-api"].map((name) => ({
    name: `${name} for TypeScript`,
    command: [process.execPath, join(source, `${name}.mjs`)],
  }));
}

async function pythonClients(python: string, api: string, folder: string): Promise<GeneratedClient[]> {
  const source = join(folder, "python");
  const config = join(folder, "openapi-python-client.json");
  // Formatting what nobody reads takes longer than writing it.
  writeFileSync(config, JSON.stringify({ post_hooks: [] }));
  await succeed(python, [
    ...["-m", "openapi_python_client", "generate", "--meta", "none", "--path", api, "--config", config],
    ...["--output-path", join(source, "generated")],
  ]);
  return ["openapi-generator", "openapi-python-client"].map((name) => ({
    name: `${name} for Python`,
    command: [python, join(source, `${name.replaceAll("-", "_")}.py`)],
  }));
}

async function succeed(program: string, words: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await run(program, words);
  if (status !== 0) throw new Error(`${program} failed:\n${`${stdout}\n${stderr}`.slice(-10_000)}`);
}
