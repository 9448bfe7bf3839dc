/**
 * Lighthouse's scores of the verifier site's landing page, in the system's Chromium: as on a phone and as at a desk.
 * Lighthouse weighs more than all other dependencies together, so it is installed on request, outside the checkout.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { startSiteHost } from "./site-host.js";
import { chromiumPath } from "./site-page.js";

/** The newest that runs on Node 20. */
const VERSION = "12.8.2";

/** The score of the performance varies with the machine's other work. */
const ROUNDS = 3;
/** Of one run, which takes some ten seconds. */
const RUN_TIMEOUT_MS = 120_000;

/** Scores of 100. */
const BARS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof BARS;
const CATEGORIES = Object.keys(BARS) as readonly Category[];

const FORMS: Readonly<Record<string, readonly string[]>> = { phone: [], desk: ["--preset=desktop"] };

/** Of Lighthouse's result: scores from 0 to 1. */
interface Scores {
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

export async function lighthouse(): Promise<Figure[]> {
  if (chromiumPath === null) {
    process.stderr.write("SKIPPED: Lighthouse (no Chromium is installed)\n");
    return [];
  }
  const program = installed();
  const host = await startSiteHost();
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-lighthouse-"));
  try {
    const figures: Figure[] = [];
    for (const [form, words] of Object.entries(FORMS)) {
      const rounds: Scores[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push(await scores(program, host.url, join(folder, `${form}-${round}.json`), words));
      }
      figures.push(
        ...CATEGORIES.map((category) =>
          figure({
            id: `lighthouse.${form}.${category}`,
            unit: "points",
            ours: 100 * median(rounds.map(({ categories }) => categories[category].score ?? 0)),
            reference: BARS[category],
            referenceName: `least score; median of ${ROUNDS}`,
            bar: { atLeast: 1 },
          }),
        ),
      );
    }
    return figures;
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run. The site is served by this process, so it must not wait meanwhile. */
async function scores(
  program: string,
  url: string,
  output: string,
  words: readonly string[],
): Promise<Scores> {
  await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      ...words,
      `--only-categories=${CATEGORIES.join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
      "--output=json",
      `--output-path=${output}`,
      "--no-enable-error-reporting",
      "--quiet",
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath! }, timeout: RUN_TIMEOUT_MS },
  );
  const result = JSON.parse(readFileSync(output, "utf8")) as Scores;
  for (const category of CATEGORIES) tellFaults(result, category);
  return result;
}

/** Names what costs points, which the score alone does not. */
function tellFaults({ categories, audits }: Scores, category: Category): void {
  if (100 * (categories[category].score ?? 0) >= BARS[category]) return;
  for (const { id, weight } of categories[category].auditRefs) {
    const { score, title } = audits[id]!;
    if (weight > 0 && score !== null && score < 0.9) process.stderr.write(`  ${category}: ${title}\n`);
  }
}

/** The path of its command line, in a cache. */
function installed(): string {
  const caches = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const cache = join(caches, "svc-proof", `lighthouse-${VERSION}`);
  const program = join(cache, "node_modules/lighthouse/cli/index.js");
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const words = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", [...words, `lighthouse@${VERSION}`], {
    cwd: cache,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return program;
}
