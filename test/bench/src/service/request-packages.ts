/**
 * A process of its own: requests evidence packages at a fixed rate, whether or not the answers keep
 * up, and prints an `AskedPackages` as JSON. Addresses take turns and the language changes with
 * each turn, so that a certificate is rarely requested twice.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { AskedPackages, PackagePlan } from "./documents.js";
import { p99 } from "./p99.js";

const LANGUAGES = ["es", "en", "de", "fr"];

const { targets, perSecond, seconds } = JSON.parse(process.argv[2]!) as PackagePlan;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const statuses: Record<string, number> = {};
const firstBytesMs: number[] = [];

async function ask(turn: number): Promise<void> {
  const { url, key } = targets[turn % targets.length]!;
  const language = LANGUAGES[Math.floor(turn / targets.length) % LANGUAGES.length];
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      const sent = request(
        `${url}?lang=${language}`,
        { agent, headers: { authorization: `Bearer ${key}` } },
        (response) => {
          const status = String(response.statusCode);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === "200") response.once("data", () => firstBytesMs.push(performance.now() - start));
          response.on("end", resolve).on("error", reject).resume();
        },
      );
      // The server may close an idle connection just as the next request reuses it.
      sent.on("error", (error) => (sent.reusedSocket ? send() : reject(error))).end();
    };
    send();
  });
}

const asked: Promise<void>[] = [];
const start = performance.now();
for (let turn = 0; turn < perSecond * seconds; turn++) {
  const waitMs = start + (turn * 1000) / perSecond - performance.now();
  if (waitMs > 0) await sleep(waitMs);
  asked.push(ask(turn));
}
await Promise.all(asked);
const answer: AskedPackages = {
  statuses,
  servedPerSecond: ((statuses["200"] ?? 0) * 1000) / (performance.now() - start),
  firstByteP99Ms: p99(firstBytesMs),
};
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
