import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { beforeAll, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "./compile-service.testing.js";

beforeAll(compileService);

it("ends a worker whose module could not be loaded, and leaves the others", async () => {
  const start = new URL("worker-start.cjs", COMPILED_SERVICE).pathname;
  const worker = (module: string) =>
    new Worker(
      `require(${JSON.stringify(start)})(import(${JSON.stringify(module)})).catch(() => {});
       require("node:worker_threads").parentPort.once("message", () => process.exit(7));`,
      { eval: true },
    );
  const [error] = await once(worker("./nowhere.js"), "error");
  expect(error).toMatchObject({ code: "ERR_MODULE_NOT_FOUND" });
  const sound = worker("node:path");
  sound.postMessage(null);
  expect(await once(sound, "exit")).toEqual([7]);
});
