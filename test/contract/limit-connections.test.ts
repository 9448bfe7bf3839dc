import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { ConnectionLimits } from "../../service/src/connections/connection-limits.js";
import { createListener } from "../../service/src/connections/limit-connections.js";
import { Metrics } from "../../service/src/operations/metrics.js";
import { observeServer } from "../../service/src/operations/observe-server.js";
import { ApiService, CONNECTIONS } from "./api-service.js";

let service: ApiService;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.stop();
});

const start = async (limits: Partial<ConnectionLimits>) => {
  service = await ApiService.start({ connections: { ...CONNECTIONS, ...limits } });
};

function open(): { readonly socket: Socket; readonly closed: Promise<void> } {
  const socket = connect(service.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {}).resume();
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve())) };
}

it("closes a connection above the limit, and counts it in the metrics", async () => {
  await start({ maxConnections: 3 });
  const metrics = new Metrics();
  observeServer(service.server, metrics);
  const within = [open(), open(), open()];
  await Promise.all(within.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
  await open().closed;
  expect(within.map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
  const { values } = await metrics.cuts.get();
  expect(values.find(({ labels }) => labels.what === "too_many_connections")?.value).toBe(1);
  within[0]!.socket.destroy();
  await within[0]!.closed;
  await expect.poll(async () => (await service.request("GET", "/openapi.json")).status).toBe(200);
});

it.each([
  ["nothing", ""],
  ["half a head", "GET /api/v2/openapi.json HTTP/1.1\r\nhost: x\r\n"],
])("closes a connection that sends %s", async (_, text) => {
  await start({ headersTimeoutMs: 1_000 });
  const { socket, closed } = open();
  socket.write(text);
  await closed;
});

it("closes a connection that is idle after a request", async () => {
  await start({ keepAliveMs: 1_000 });
  service.server.listener.keepAliveTimeout = 1_000;
  const { socket, closed } = open();
  socket.write("GET /api/v2/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n");
  await closed;
});

// A caller that sends at the announced second must not meet a connection that is being closed.
it("announces less than the time for which an idle connection stays open", async () => {
  await start({ keepAliveMs: 3_000 });
  const { keepAliveTimeout } = createListener({ ...CONNECTIONS, keepAliveMs: 3_000 });
  expect(keepAliveTimeout).toBeGreaterThan(3_000);
  const { headers } = await fetch(`http://127.0.0.1:${service.port}/api/v2/openapi.json`);
  expect(headers.get("keep-alive")).toBe("timeout=3");
});
