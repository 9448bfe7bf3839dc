import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type ConnectionLimits, createListener } from "../../service/src/http/connections.js";
import { observeServer } from "../../service/src/operations/health.js";
import { Metrics } from "../../service/src/operations/metrics.js";
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

interface Opened {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

/** @param from the address of the client. */
function open(from = "127.0.0.1"): Opened {
  const socket = connect({ port: service.port, host: "127.0.0.1", localAddress: from });
  sockets.push(socket);
  let received = "";
  socket
    .on("error", () => {})
    .on("data", (data) => {
      received += data;
    });
  return {
    socket,
    received: () => received,
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

/** Once they are accepted, in their order. */
async function opened(...from: readonly string[]): Promise<readonly Opened[]> {
  const all: Opened[] = [];
  for (const address of from) {
    const one = open(address);
    await new Promise((resolve) => one.socket.once("connect", resolve));
    all.push(one);
  }
  return all;
}

const isOpen = ({ socket }: Opened) => !socket.destroyed;

/** Begins a request whose body does not come. */
async function begin({ socket }: Opened, key: string, headers = ""): Promise<void> {
  const running = new Promise((resolve) => service.server.listener.once("request", resolve));
  const head = `POST /api/v2/proofs HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${headers}`;
  socket.write(`${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n`);
  await running;
}

it("closes the silent connection that is open for longest above the limit, and counts it in the metrics", async () => {
  await start({ maxConnections: 3 });
  const metrics = new Metrics();
  observeServer(service.server, metrics);
  const within = await opened("127.0.0.1", "127.0.0.1", "127.0.0.1");
  expect((await service.request("GET", "/openapi.json")).status).toBe(200);
  await within[0]!.closed;
  expect(within.map(isOpen)).toEqual([false, true, true]);
  const { values } = await metrics.cuts.get();
  expect(values.find(({ labels }) => labels.what === "too_many_connections")?.value).toBe(1);
});

it("closes a further connection where a request is under way on each", async () => {
  await start({ maxConnections: 2 });
  const { key } = await service.newAccount();
  const busy = await opened("127.0.0.1", "127.0.0.1");
  for (const one of busy) await begin(one, key);
  await open().closed;
  expect(busy.map(isOpen)).toEqual([true, true]);
  busy[0]!.socket.write(`${JSON.stringify({ hash: "ab".repeat(32) })}${" ".repeat(90)}`.slice(0, 90));
  await expect.poll(() => busy[0]!.received()).toContain("HTTP/1.1 201");
  const [further] = await opened("127.0.0.1");
  await busy[0]!.closed;
  expect(isOpen(further!)).toBe(true);
});

it("keeps an address to its share, and takes from the one with the most", async () => {
  await start({ maxConnections: 5, maxConnectionsPerIp: 3 });
  const [other, ...many] = await opened("127.0.0.2", ...Array<string>(4).fill("127.0.0.1"));
  await many[0]!.closed;
  expect(many.slice(1).map(isOpen)).toEqual([true, true, true]);
  const [third, fourth] = await opened("127.0.0.3", "127.0.0.4");
  await many[1]!.closed;
  expect([other, many[2], many[3], third, fourth].map((one) => isOpen(one!))).toEqual(Array(5).fill(true));
});

it("behind a trusted proxy, counts the requests under way of an address, and no connections", async () => {
  service = await ApiService.start({
    connections: { ...CONNECTIONS, maxConnectionsPerIp: 2 },
    trustedProxies: ["127.0.0.1"],
  });
  const { key } = await service.newAccount();
  const pool = await opened(...Array<string>(4).fill("127.0.0.1"));
  const of = (address: string) => `x-forwarded-for: ${address}\r\n`;
  await begin(pool[0]!, key, of("2001:db8::1"));
  await begin(pool[1]!, key, of("2001:db8::2"));
  const ask = async (address: string) =>
    (await service.request("GET", "/openapi.json", { headers: { "x-forwarded-for": address } })).status;
  expect([await ask("2001:db8::3"), await ask("2001:db8:0:1::1")]).toEqual([429, 200]);
  pool[0]!.socket.destroy();
  await expect.poll(() => ask("2001:db8::3")).toBe(200);
  expect(pool.slice(1).map(isOpen)).toEqual([true, true, true]);
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
