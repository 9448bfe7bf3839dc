/** A process of its own: clients that register and read at a steady rate. Prints a `NormalLoad`. */
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { p99 } from "../service/p99.js";
import type { NormalLoad, NormalPlan } from "./plans.js";

const plan = JSON.parse(process.argv[2]!) as NormalPlan;
// An idle connection is given up before the service closes it. Without `timeout` Node's agent ignores `Keep-Alive`.
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 4_000 });
const latenciesMs: number[] = [];
/** By status, or by the error's code. */
const failures: Record<string, number> = {};

function ask(turn: number): Promise<void> {
  const isPost = turn % 2 === 0;
  const authorization = `Bearer ${plan.keys[isPost ? (turn / 2) % plan.keys.length : 0]}`;
  const body = isPost
    ? JSON.stringify({ hash: randomBytes(32).toString("hex"), name: "offer.pdf" })
    : undefined;
  const path = isPost ? "/proofs" : `/proofs/${plan.ids[turn % plan.ids.length]}`;
  const begun = performance.now();
  return new Promise((resolve) => {
    const end = (failure: string | number | null) => {
      latenciesMs.push(performance.now() - begun);
      if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
      resolve();
    };
    const asked = request(
      `${plan.baseUrl}${path}`,
      {
        agent,
        method: isPost ? "POST" : "GET",
        headers: {
          authorization,
          ...(body === undefined
            ? {}
            : { "content-type": "application/json", "content-length": body.length }),
        },
      },
      (response) => {
        response
          .resume()
          .on("end", () => end(response.statusCode === (isPost ? 201 : 200) ? null : response.statusCode!))
          .on("error", ({ message }) => end(`cut: ${message}`));
      },
    )
      .on("error", ({ message }) => end(`${asked.reusedSocket ? "reused" : "new"} connection: ${message}`))
      .end(body);
  });
}

const underWay = new Set<Promise<void>>();
const begun = performance.now();
const total = plan.perSecond * plan.seconds;
for (let turn = 0; turn < total; ) {
  for (
    const due = ((performance.now() - begun) / 1_000) * plan.perSecond;
    turn < Math.min(due, total);
    turn++
  ) {
    const asked = ask(turn).finally(() => underWay.delete(asked));
    underWay.add(asked);
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
}
await Promise.all(underWay);
const load: NormalLoad = {
  p99Ms: p99(latenciesMs),
  maxMs: Math.max(...latenciesMs),
  answers: latenciesMs.length,
  failures,
};
process.stdout.write(JSON.stringify(load), () => process.exit(0));
