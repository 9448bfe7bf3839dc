/**
 * A process of its own: loads a server through keep-alive connections, each of which waits for its
 * answer before its next request, and prints a `Load` as JSON. Any unexpected response ends it with
 * status 1.
 *
 * With `perSecond`, requests arrive at random moments (a Poisson process), whether or not earlier ones were answered, and
 * each is timed from its moment. Autocannon's own rate would send what belongs to a second at its start, in one burst.
 */
import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon, { type LoadRequest } from "autocannon";
import type { Load, LoadPlan } from "./measure-load.js";
import { p99 } from "./p99.js";

const plan = JSON.parse(process.argv[2]!) as LoadPlan;
const { keys, paths } = plan;
let next = 0;

function setupRequest(request: LoadRequest): LoadRequest {
  const turn = next++;
  const authorization = `Bearer ${keys[turn % keys.length]}`;
  if (plan.expectedStatus === 200) {
    const headers = plan.cookie === undefined ? { authorization } : { cookie: plan.cookie };
    return { ...request, method: "GET", path: paths[turn % paths.length]!, headers };
  }
  const hash = randomBytes(32).toString("hex");
  return {
    ...request,
    method: "POST",
    path: paths[0]!,
    headers: { authorization, "content-type": "application/json" },
    body: `{"hash":"${hash}","name":"annual report 2026.pdf","size":1482771,"mime_type":"application/pdf"}`,
  };
}

interface Run {
  readonly latenciesMs: number[];
  readonly endedAtMs: number[];
  readonly elapsedMs: number;
}

function expectStatus(status: number | undefined): void {
  if (status === plan.expectedStatus) return;
  process.stderr.write(`expected status ${plan.expectedStatus}, got ${status}\n`);
  process.exit(1);
}

async function runPaced(seconds: number, perSecond: number): Promise<Run> {
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
  const latenciesMs: number[] = [];
  const endedAtMs: number[] = [];
  const underWay: Promise<void>[] = [];
  const start = performance.now();
  for (let due = start; ; ) {
    due += (-Math.log(1 - Math.random()) / perSecond) * 1_000;
    if (due > start + seconds * 1_000) break;
    // A timer may come late. So each request is timed from when it was due, not from when it was sent.
    if (due > performance.now()) await sleep(due - performance.now());
    underWay.push(
      answered(agent).then(() => {
        latenciesMs.push(performance.now() - due);
        endedAtMs.push(Date.now());
      }),
    );
  }
  const elapsedMs = performance.now() - start;
  await Promise.all(underWay);
  agent.destroy();
  return { latenciesMs, endedAtMs, elapsedMs };
}

/** Sends the next request; resolves when its answer has been read. */
function answered(agent: Agent): Promise<void> {
  const { method = "GET", path = "/", headers, body } = setupRequest({});
  return new Promise((resolve, reject) => {
    httpRequest(new URL(path, plan.origin), { agent, method, headers: { ...headers } }, (response) => {
      expectStatus(response.statusCode);
      response.resume().on("end", resolve).on("error", reject);
    })
      .on("error", reject)
      .end(body);
  });
}

async function run(seconds: number): Promise<Run> {
  if (plan.perSecond !== undefined) return runPaced(seconds, plan.perSecond);
  const latenciesMs: number[] = [];
  const endedAtMs: number[] = [];
  const start = performance.now();
  const load = autocannon({
    url: plan.origin,
    connections: plan.connections,
    duration: seconds,
    requests: [{ setupRequest }],
  });
  load.on("response", (_client: unknown, status: number, _bytes: number, responseTimeMs: number) => {
    expectStatus(status);
    latenciesMs.push(responseTimeMs);
    endedAtMs.push(Date.now());
  });
  await load;
  return { latenciesMs, endedAtMs, elapsedMs: performance.now() - start };
}

if (plan.warmUpSeconds > 0) await run(plan.warmUpSeconds);
const { latenciesMs, endedAtMs, elapsedMs } = await run(plan.seconds);
const load: Load = {
  perSecond: (latenciesMs.length / elapsedMs) * 1000,
  p99Ms: p99(latenciesMs),
  ...(plan.withTimes ? { latenciesMs, endedAtMs } : {}),
};
// Exits explicitly, because connections may stay open, but only after the output is written.
process.stdout.write(JSON.stringify(load), () => process.exit(0));
