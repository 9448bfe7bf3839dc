/**
 * The reference for custody: hapi routes that copy a body to a file, flushed like custody's files,
 * and a file to a body. Prints its address and runs until it is killed.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Server } from "@hapi/hapi";

const path = process.argv[2]!;
const server = new Server({ host: "127.0.0.1", port: 0, debug: false });
server.route([
  {
    method: "PUT",
    path: "/copy",
    options: { payload: { parse: false, output: "stream", maxBytes: Number.MAX_SAFE_INTEGER } },
    handler: async (request, h) => {
      await pipeline(request.raw.req, createWriteStream(`${path}.new`, { flush: true }));
      await rename(`${path}.new`, path);
      return h.response().code(201);
    },
  },
  {
    method: "GET",
    path: "/copy",
    handler: async (_, h) => h.response(createReadStream(path)).bytes((await stat(path)).size),
  },
]);
await server.start();
process.stdout.write(`answers at http://127.0.0.1:${server.info.port}\n`);
process.once("SIGTERM", () => process.exit(0));
