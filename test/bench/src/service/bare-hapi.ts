/**
 * The reference for the service: hapi and nothing else. One route parses the body that registers a
 * proof, the other takes a path with an id; both answer a body of a proof's size. Prints its
 * address and runs until it is killed.
 */
import { Server } from "@hapi/hapi";

const ANSWER = JSON.parse(process.argv[2]!) as object;

const server = new Server({ host: "127.0.0.1", port: 0, debug: false });
server.route([
  {
    method: "POST",
    path: "/proofs",
    handler: (request, h) => {
      const { hash } = request.payload as { hash: string };
      return h.response({ ...ANSWER, hash }).code(201);
    },
  },
  { method: "GET", path: "/proofs/{id}", handler: (request) => ({ ...ANSWER, id: request.params["id"] }) },
]);
await server.start();
process.stdout.write(`answers at http://127.0.0.1:${server.info.port}\n`);
process.once("SIGTERM", () => process.exit(0));
