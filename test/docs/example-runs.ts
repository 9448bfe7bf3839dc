/** Runs the examples of the API reference as a reader would, each language in as few processes as it allows. */

import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ExampleLanguage, javaClass } from "../../docs/site/src/examples.js";
import { root } from "../e2e/sandbox.js";

export interface ExampleText {
  readonly operationId: string;
  readonly text: string;
}

export interface ExampleRun {
  readonly operationId: string;
  /** Whether the example ended well. */
  readonly ok: boolean;
  /** What it wrote, errors included. */
  readonly output: string;
}

interface Runner {
  /** Name of the program that must be there. */
  readonly program: string;
  /** @param folder in which the examples run and write. */
  readonly run: (
    examples: readonly ExampleText[],
    folder: string,
    key: string,
  ) => Promise<readonly ExampleRun[]>;
}

/** Stands at the beginning of a line before the output of each example. */
const MARK = "@@example";

export const RUNNERS: Readonly<Record<ExampleLanguage["id"], Runner>> = {
  curl: { program: "curl", run: oneByOne("sh", "sh", "-c") },
  php: { program: "php", run: oneByOne("php", "php") },
  typescript: { program: "node", run: runTypeScript },
  python: { program: "python3", run: runPython },
  java: { program: "javac", run: runJava },
};

export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

function oneByOne(ending: string, program: string, ...words: readonly string[]): Runner["run"] {
  return async (examples, folder, key) => {
    const runs: ExampleRun[] = [];
    for (const { operationId, text } of examples) {
      const file = join(folder, `${operationId}.${ending}`);
      writeFileSync(file, text);
      const { status, output } = await finished(
        program,
        words.length > 0 ? [...words, text] : [file],
        folder,
        key,
      );
      runs.push({ operationId, ok: status === 0, output });
    }
    return runs;
  };
}

async function runTypeScript(
  examples: readonly ExampleText[],
  folder: string,
  key: string,
): Promise<readonly ExampleRun[]> {
  for (const { operationId, text } of examples)
    writeFileSync(join(folder, `${operationId}.mts`), `${text}\nexport {};\n`);
  const files = examples.map(({ operationId }) => `${operationId}.mts`);
  // Types are checked with what Node declares, and taken out by the same compiler.
  const compiled = await finished(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      ...["--strict", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature"],
      ...["--target", "es2023", "--module", "nodenext", "--skipLibCheck", "--ignoreConfig"],
      ...["--typeRoots", join(root, "node_modules/@types"), "--types", "node"],
      ...files,
    ],
    folder,
    key,
  );
  if (compiled.status !== 0) throw new Error(compiled.output);
  const runner = `for (const name of ${JSON.stringify(examples.map(({ operationId }) => operationId))}) {
    console.log("\\n${MARK} " + name);
    try { await import("./" + name + ".mjs"); console.log("\\n${MARK} ok"); } catch (error) { console.log(String(error)); }
  }`;
  writeFileSync(join(folder, "runner.mjs"), runner);
  return marked(examples, (await finished(process.execPath, ["runner.mjs"], folder, key)).output);
}

async function runPython(
  examples: readonly ExampleText[],
  folder: string,
  key: string,
): Promise<readonly ExampleRun[]> {
  for (const { operationId, text } of examples) writeFileSync(join(folder, `${operationId}.py`), text);
  const runner = `import runpy, traceback
for name in ${JSON.stringify(examples.map(({ operationId }) => operationId))}:
    print("\\n${MARK} " + name, flush=True)
    try:
        runpy.run_path(name + ".py")
        print("\\n${MARK} ok", flush=True)
    except Exception:
        print(traceback.format_exc(), flush=True)
`;
  writeFileSync(join(folder, "runner.py"), runner);
  return marked(
    examples,
    (await finished("python3", ["-W", "error::SyntaxWarning", "runner.py"], folder, key)).output,
  );
}

async function runJava(
  examples: readonly ExampleText[],
  folder: string,
  key: string,
): Promise<readonly ExampleRun[]> {
  const classes = examples.map(({ operationId }) => javaClass(operationId));
  for (const { operationId, text } of examples)
    writeFileSync(join(folder, `${javaClass(operationId)}.java`), text);
  const runner = `public class Runner {
    public static void main(String[] names) {
        for (var name : names) {
            System.out.println("\\n${MARK} " + name);
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                System.out.println("\\n${MARK} ok");
            } catch (ReflectiveOperationException error) {
                System.out.println(error.getCause());
            }
        }
    }
}
`;
  writeFileSync(join(folder, "Runner.java"), runner);
  const files = [...classes, "Runner"].map((name) => `${name}.java`);
  const compiled = await finished("javac", ["-Xlint:all", "-Werror", ...files], folder, key);
  if (compiled.status !== 0) throw new Error(compiled.output);
  const { output } = await finished("java", ["-cp", ".", "Runner", ...classes], folder, key);
  return marked(
    examples,
    examples.reduce(
      (text, { operationId }, at) => text.replace(`${MARK} ${classes[at]}\n`, `${MARK} ${operationId}\n`),
      output,
    ),
  );
}

function marked(examples: readonly ExampleText[], output: string): readonly ExampleRun[] {
  return examples.map(({ operationId }) => {
    const [, after] = output.split(`${MARK} ${operationId}\n`);
    if (after === undefined) return { operationId, ok: false, output };
    const [text = "", end] = after.split(`\n${MARK} `);
    return { operationId, ok: end?.startsWith("ok") ?? false, output: text };
  });
}

function finished(
  program: string,
  words: readonly string[],
  folder: string,
  key: string,
): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      env: { ...process.env, SVC_PROOF_KEY: key },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}
