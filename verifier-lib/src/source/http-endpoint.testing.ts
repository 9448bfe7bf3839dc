/** A local HTTP server for one test. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Endpoint {
  readonly url: string;
  /** Requested paths, in order. */
  readonly paths: string[];
  stop(): Promise<void>;
}

export async function startEndpoint(
  answer: (request: IncomingMessage & { body: string }, response: ServerResponse) => void,
): Promise<Endpoint> {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url!);
    let body = "";
    for await (const part of request) body += part;
    answer(Object.assign(request, { body }), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
