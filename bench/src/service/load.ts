/**
 * A process of its own: loads a server through keep-alive connections, each of which waits for its
 * answer before its next request, and prints a `Load` as JSON. Any unexpected response ends it with
 * status 1.
 */
import { randomBytes } from "node:crypto";
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

async function run(
  seconds: number,
): Promise<{ latenciesMs: number[]; endedAtMs: number[]; elapsedMs: number }> {
  const latenciesMs: number[] = [];
  const endedAtMs: number[] = [];
  const start = performance.now();
  const load = autocannon({
    url: plan.origin,
    connections: plan.connections,
    duration: seconds,
    ...(plan.perSecond === undefined ? {} : { overallRate: plan.perSecond }),
    requests: [{ setupRequest }],
  });
  load.on("response", (_client: unknown, status: number, _bytes: number, responseTimeMs: number) => {
    if (status !== plan.expectedStatus) {
      process.stderr.write(`expected status ${plan.expectedStatus}, got ${status}\n`);
      process.exit(1);
    }
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
