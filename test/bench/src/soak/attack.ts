/**
 * A process of its own: clients that send and read slowly, that do nothing, and that request one
 * package after another. Half of the slow ones keep just above the minimum rate, the others stop.
 * Prints `AttackCounts`.
 */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { AttackCounts, Attacker, AttackPlan } from "./plans.js";

const plan = JSON.parse(process.argv[2]!) as AttackPlan;
const { hostname, port, pathname } = new URL(plan.baseUrl);

/** A little more than the minimum rate of the settings, in one piece a second. */
const STEADY_BYTES = 20_000;
const UPLOAD_BYTES = 5_000_000;
/** A stopped reader looks again after this time, and finds its connection cut. */
const LOOK_AGAIN_MS = 45_000;
/** Maximum number of concurrent package requests. */
const MAX_PACKAGES_UNDER_WAY = 400;

const counts: AttackCounts = {};
const sockets = new Set<Socket>();
const endsAtMs = performance.now() + plan.seconds * 1_000;
const isOver = () => performance.now() >= endsAtMs;

function count(what: string, how: string): void {
  counts[what] ??= {};
  counts[what][how] = (counts[what][how] ?? 0) + 1;
}

/** Opens a connection, lets `act` use it, and records how it ended: by the status of its answer, if any. */
function hold(what: string, act: (socket: Socket) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    let status: string | undefined;
    let bytes = 0;
    socket.on("data", (piece) => {
      status ??= /^HTTP\/1\.1 (\d+)/.exec(piece.toString("latin1"))?.[1];
      bytes += piece.length;
    });
    const stop = act(socket);
    count(what, "begun");
    socket
      .on("error", () => {})
      .once("close", () => {
        stop();
        sockets.delete(socket);
        const isCut = status === undefined || (status === "200" && bytes < plan.originalBytes);
        if (!isOver()) count(what, isCut ? "cut" : status!);
        resolve();
      });
  });
}

const head = (method: string, path: string, key: string) =>
  `${method} ${pathname}${path} HTTP/1.1\r\nhost: soak\r\nauthorization: Bearer ${key}\r\n`;

function upload({ key, uploadTo }: Attacker, isSteady: boolean): Promise<void> {
  return hold(isSteady ? "upload, steady" : "upload, stopped", (socket) => {
    socket.write(
      `${head("PUT", `/proofs/${uploadTo}/original`, key)}content-length: ${UPLOAD_BYTES}\r\n\r\n`,
    );
    socket.write(randomBytes(STEADY_BYTES));
    // A response ends it: no client continues to send a refused file.
    socket.once("data", () => socket.end());
    if (!isSteady) return () => {};
    const timer = setInterval(() => socket.writable && socket.write(randomBytes(STEADY_BYTES)), 1_000);
    return () => clearInterval(timer);
  });
}

function download({ key, downloadFrom }: Attacker, isSteady: boolean): Promise<void> {
  return hold(isSteady ? "download, steady" : "download, stopped", (socket) => {
    socket.write(`${head("GET", `/proofs/${downloadFrom}/original`, key)}connection: close\r\n\r\n`);
    let hasLookedAgain = false;
    // Reads one piece of at most 64 KiB at a time.
    socket.on("data", () => {
      if (!hasLookedAgain) socket.pause();
    });
    if (isSteady) {
      const timer = setInterval(() => socket.resume(), 2_000);
      return () => clearInterval(timer);
    }
    const timer = setTimeout(() => {
      hasLookedAgain = true;
      socket.resume();
    }, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  });
}

function idle(turn: number): Promise<void> {
  return hold("idle", (socket) => {
    if (turn % 2 === 0) socket.write("GET /api/v2/openapi.json HTTP/1.1\r\nhost:");
    return () => {};
  });
}

async function repeat(
  times: number,
  act: (attacker: Attacker, turn: number) => Promise<void>,
): Promise<void> {
  const each = async (start: number) => {
    for (let turn = start; !isOver(); turn += times) {
      await act(plan.attackers[turn % plan.attackers.length]!, start);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.all(Array.from({ length: times }, (_, start) => each(start)));
}

const agent = new Agent({ keepAlive: true, maxSockets: MAX_PACKAGES_UNDER_WAY });

async function askForPackages(): Promise<void> {
  const begun = performance.now();
  let underWay = 0;
  for (let turn = 0; !isOver(); ) {
    const due = ((performance.now() - begun) / 1_000) * plan.packagesPerSecond;
    for (; turn < due; turn++) {
      if (underWay >= MAX_PACKAGES_UNDER_WAY) {
        count("package", "not requested: too many are open");
        continue;
      }
      const { key, packages } = plan.attackers[turn % plan.attackers.length]!;
      const id = packages[Math.floor(turn / plan.attackers.length) % packages.length];
      underWay++;
      const end = (how: string) => {
        underWay--;
        if (!isOver()) count("package", how);
      };
      request(`${plan.baseUrl}/proofs/${id}/evidence.zip`, {
        agent,
        headers: { authorization: `Bearer ${key}` },
      })
        .on("response", (response) =>
          response
            .resume()
            .on("end", () => end(String(response.statusCode)))
            .on("error", () => end("cut")),
        )
        .on("error", () => end("cut"))
        .end();
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

setTimeout(() => {
  for (const socket of sockets) socket.destroy();
  agent.destroy();
}, plan.seconds * 1_000);
await Promise.all([
  repeat(plan.uploads, (attacker, turn) => upload(attacker, turn % 2 === 0)),
  repeat(plan.downloads, (attacker, turn) => download(attacker, turn % 2 === 0)),
  repeat(plan.idle, (_, turn) => idle(turn)),
  askForPackages(),
]);
process.stdout.write(JSON.stringify(counts), () => process.exit(0));
