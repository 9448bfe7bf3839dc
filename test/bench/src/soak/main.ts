/**
 * `npm run soak [-- --seconds N ...]`: the service under clients that hold on to connections,
 * together with ordinary ones. Compares the ordinary clients with the same load alone, and reports
 * whether memory stayed flat and what was left open. Exit status 1 when a bar is missed. On Linux
 * only: it reads /proc.
 */
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runChild } from "../child.js";
import { type Figure, figure } from "../figure.js";
import { type BenchAccount, fillProofs, newAccount } from "../service/fill-store.js";
import { depositOriginal } from "../service/original-requests.js";
import {
  type BenchStore,
  mongodbBenchStore,
  sqliteBenchStore,
  withService,
} from "../service/service-process.js";
import { machine, table, writeDocument } from "../table.js";
import type { AttackCounts, Attacker, AttackPlan, NormalLoad, NormalPlan } from "./plans.js";
import { descriptorsOf, ServiceWatch } from "./service-watch.js";

const USAGE = `Usage: npm run soak [-- OPTION...]
  --seconds N     duration of the attack (600); the ordinary load alone is measured first, for a tenth of it
  --uploads N     slow uploads at once (200)
  --downloads N   slow downloads at once (200)
  --idle N        idle connections (200)
  --packages N    evidence packages requested per second (50)
  --normal N      ordinary requests per second, half of them registrations (100)
  --mongodb       use the server of SVC_TEST_MONGODB_URL instead of SQLite
  --write         write docs/benchmarks.md
`;

/** More than the system buffers for a connection that does not read. */
const ORIGINAL_BYTES = 8_000_000;
/**
 * A plan has 50 downloads a day: a client that stops reading is cut off after half a minute and
 * asks again later.
 */
const DOWNLOADS_A_DAY = 50;
const RETRY_SECONDS = 45;
/** Registrations of one account a day. */
const REGISTRATIONS_A_DAY = 5_000;
const WARM_UP_SECONDS = 5;
const PROOFS_TO_READ = 1_000;
/** Time after the attack in which idle connections close and deleted drafts disappear. */
const CALM_MS = 45_000;

type Options = Readonly<
  Record<"seconds" | "uploads" | "downloads" | "idle" | "packages" | "normal", number>
> & { readonly onMongodb: boolean; readonly isWritten: boolean };

/** @throws TypeError on words outside the usage. */
function parseOptions(): Options | null {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      seconds: option,
      uploads: option,
      downloads: option,
      idle: option,
      packages: option,
      normal: option,
      mongodb: { type: "boolean" },
      write: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return null;
  const count = (text: string | undefined, byDefault: number): number => {
    const value = Number(text ?? byDefault);
    if (!Number.isInteger(value) || value < 0)
      throw new TypeError(`expected a natural number, got "${text}"`);
    return value;
  };
  return {
    seconds: Math.max(10, count(values.seconds, 600)),
    uploads: count(values.uploads, 200),
    downloads: count(values.downloads, 200),
    idle: count(values.idle, 200),
    packages: count(values.packages, 50),
    normal: Math.max(1, count(values.normal, 100)),
    onMongodb: values.mongodb ?? false,
    isWritten: values.write ?? false,
  };
}

async function soak(options: Options, bench: BenchStore): Promise<Figure[]> {
  const aloneSeconds = Math.ceil(options.seconds / 10);
  const store = await bench.open();
  const registrations = (options.normal / 2) * (options.seconds + aloneSeconds);
  const normal: BenchAccount[] = [];
  // Those that are there to be read count towards the first account's day.
  const registrationsEach = REGISTRATIONS_A_DAY - PROOFS_TO_READ - options.normal * WARM_UP_SECONDS;
  for (let i = 0; i <= registrations / registrationsEach; i++) normal.push(await newAccount(store));
  await fillProofs(store, normal[0]!, PROOFS_TO_READ);
  const { ids } = await firstProofs(store, normal[0]!.accountId);
  const downloads = options.downloads * (1 + options.seconds / RETRY_SECONDS);
  const attackerCount = Math.max(10, Math.ceil(downloads / DOWNLOADS_A_DAY));
  const attackers: { readonly account: BenchAccount; readonly packages: readonly string[] }[] = [];
  for (let i = 0; i < attackerCount; i++) {
    const account = await newAccount(store);
    await fillProofs(store, account, 20);
    attackers.push({ account, packages: (await firstProofs(store, account.accountId)).ids });
  }
  await store.close();

  return withService(bench, {}, async (service) => {
    process.stderr.write(`${attackerCount} attackers deposit their originals ...\n`);
    const deposited: Attacker[] = [];
    for (const { account, packages } of attackers) {
      const { url } = await depositOriginal(service.url, account.key, randomBytes(ORIGINAL_BYTES));
      deposited.push({
        key: account.key,
        uploadTo: await newProof(service.url, account.key),
        downloadFrom: url.split("/").at(-2)!,
        packages,
      });
    }
    const plan = {
      baseUrl: service.url,
      keys: normal.map(({ key }) => key),
      ids,
      perSecond: options.normal,
    };
    process.stderr.write("warming up ...\n");
    await measureNormal({ ...plan, seconds: WARM_UP_SECONDS });
    const beforeDescriptors = descriptorsOf(service.pid);
    process.stderr.write(`normal load alone, ${aloneSeconds} s ...\n`);
    const alone = await measureNormal({ ...plan, seconds: aloneSeconds });
    process.stderr.write(`under attack, ${options.seconds} s ...\n`);
    const watch = new ServiceWatch(service.pid);
    const [attacked, counts] = await Promise.all([
      measureNormal({ ...plan, seconds: options.seconds }),
      attack({
        ...options,
        baseUrl: service.url,
        packagesPerSecond: options.packages,
        originalBytes: ORIGINAL_BYTES,
        attackers: deposited,
      }),
    ]);
    watch.stop();
    const [begin, end] = [watch.residentOver(0.2, 0.3), watch.residentOver(0.9, 1)];
    await sleep(CALM_MS);
    const leftDescriptors = descriptorsOf(service.pid) - beforeDescriptors;
    for (const [what, ways] of Object.entries(counts)) {
      process.stderr.write(`${what}: ${JSON.stringify(ways)}\n`);
    }
    process.stderr.write(
      `normal: ${attacked.answers} answers, failures ${JSON.stringify(attacked.failures)}, longest ${attacked.maxMs.toFixed(0)} ms (alone ${JSON.stringify(alone.failures)}, ${alone.maxMs.toFixed(0)} ms)\n` +
        `resident: at most ${Math.max(...watch.residentMb).toFixed(0)} MB; descriptors: ${beforeDescriptors} before, at most ${Math.max(...watch.descriptors)}, ${leftDescriptors} more afterwards\n`,
    );
    return [
      figure({
        id: "soak.normal-p99",
        unit: "ms",
        ours: attacked.p99Ms,
        reference: alone.p99Ms,
        referenceName: `the same ${options.normal} requests per second alone`,
        bar: { atMost: 3 },
      }),
      figure({
        id: "soak.normal-failures",
        unit: "requests",
        ours: Object.values(attacked.failures).reduce((sum, count) => sum + count, 1),
        reference: 1,
        referenceName: "no failure; one is added to both numbers",
        bar: { atMost: 1 },
      }),
      figure({
        id: "soak.memory",
        unit: "MB",
        ours: end,
        reference: begin,
        referenceName:
          "median resident size in the third tenth of the time, the third minute of ten; ours is that of the last",
        bar: { atMost: 1.1 },
      }),
      figure({
        id: "soak.descriptors",
        unit: "descriptors",
        ours: descriptorsOf(service.pid),
        reference: beforeDescriptors,
        referenceName: "before",
        bar: { atMost: 1 },
      }),
    ];
  });
}

async function firstProofs(
  store: Awaited<ReturnType<BenchStore["open"]>>,
  accountId: string,
): Promise<{ ids: string[] }> {
  const { proofs } = await store.proofs.list(accountId, 100, null);
  return { ids: proofs.map(({ id }) => id) };
}

/** For bytes that are not deposited in time. */
async function newProof(baseUrl: string, key: string): Promise<string> {
  const hash = createHash("sha256").update(randomBytes(32)).digest("hex");
  const answer = await fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hash }),
  });
  return ((await answer.json()) as { id: string }).id;
}

const program = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

async function measureNormal(plan: NormalPlan): Promise<NormalLoad> {
  const { stdout } = await runChild(process.execPath, [program("normal-load"), JSON.stringify(plan)]);
  return JSON.parse(stdout) as NormalLoad;
}

async function attack(plan: AttackPlan): Promise<AttackCounts> {
  const { stdout } = await runChild(process.execPath, [program("attack"), JSON.stringify(plan)]);
  return JSON.parse(stdout) as AttackCounts;
}

async function main(): Promise<number> {
  let options: Options | null;
  try {
    options = parseOptions();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  const bench = options?.onMongodb ? mongodbBenchStore() : sqliteBenchStore();
  if (options === null || bench === null) {
    process.stdout.write(USAGE);
    return options === null ? 0 : 2;
  }
  const figures = await soak(options, bench);
  process.stdout.write(`${machine}\n\n${table(figures)}\n`);
  if (options.isWritten) writeDocument(figures);
  return figures.some(({ holds }) => holds === false) ? 1 : 0;
}

process.exitCode = await main();
