/** Loaded before the service (`NODE_OPTIONS=--import`): each module that the program itself loads later is noted in `SVC_TEST_LOADS`. */
import { appendFileSync } from "node:fs";
import Module, { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

const mains = ["service", "sandbox"].map((program) =>
  fileURLToPath(new URL(`../../${program}/dist/main.js`, import.meta.url)),
);
if (isMainThread && mains.includes(process.argv[1])) {
  const log = process.env.SVC_TEST_LOADS;
  const hooks = `
    import { appendFileSync } from "node:fs";
    export async function load(url, context, next) {
      if (!url.startsWith("node:")) appendFileSync(${JSON.stringify(log)}, url + "\\n");
      return next(url, context);
    }`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  const { _extensions: kinds } = Module;
  for (const kind of [".js", ".json"]) {
    const real = kinds[kind];
    kinds[kind] = (module, path) => {
      appendFileSync(log, `${path}\n`);
      return real(module, path);
    };
  }
}
