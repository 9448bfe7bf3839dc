/** `/dashboard`: the state of the account at a glance. */

import { fill, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { type AccountUsage, accountUsage, PLANS } from "../accounts/plans.js";
import { type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { dayText, FileName, Moment, numberText, sizeText, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import { type DayCounts, MAX_COUNTED } from "../records/proof-search.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { StepLine } from "./steps.js";

const LAST = 5;
const DAYS = 30;
const DAY_MS = 86_400_000;

export function overviewRoutes(store: Pick<Records, "accounts" | "proofs" | "custody">): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/dashboard",
      access: "reader",
      handle: async (visit) => {
        const { account } = signedInOf(visit);
        const [usage, { proofs }, counts] = await Promise.all([
          accountUsage(store, account, visit.now),
          store.proofs.list(account.id, LAST, null),
          store.proofs.countDays(account.id, firstDay(visit.now)),
        ]);
        const { title } = PAGE_TEXTS[visit.language].overview;
        return {
          title,
          place: "overview",
          body: <OverviewView visit={visit} usage={usage} proofs={proofs} counts={counts} />,
        };
      },
    },
  ];
}

/** Midnight UTC of the first of the days that the chart shows. */
function firstDay(now: Date): Date {
  return new Date((Math.floor(now.getTime() / DAY_MS) - DAYS + 1) * DAY_MS);
}

interface OverviewProps {
  readonly visit: Visit;
  readonly usage: AccountUsage;
  /** The newest ones. */
  readonly proofs: readonly ProofRecord[];
  readonly counts: DayCounts;
}

function OverviewView({ visit, usage, proofs, counts }: OverviewProps): JSX.Element {
  const { language } = visit;
  const { overview: texts, frame } = PAGE_TEXTS[language];
  const mayCreate = isAtLeast(signedInOf(visit).person.role, "member");
  return (
    <>
      <h1>{texts.title}</h1>
      {mayCreate && (
        <p>
          <a class="button primary" href={visit.href("/dashboard/create")}>
            {frame.places.create}
          </a>
        </p>
      )}
      {proofs.length === 0 ? (
        <NextSteps visit={visit} texts={texts} />
      ) : (
        <>
          <h2>{texts.last.title}</h2>
          <LastProofs visit={visit} proofs={proofs} />
          <h2>{texts.chart.title}</h2>
          <Chart visit={visit} counts={counts} />
        </>
      )}
      <h2>{texts.limits}</h2>
      <Limits visit={visit} usage={usage} />
    </>
  );
}

function LastProofs({ visit, proofs }: Pick<OverviewProps, "visit" | "proofs">): JSX.Element {
  const { language } = visit;
  const { last } = PAGE_TEXTS[language].overview;
  return (
    <>
      <Table
        label={last.title}
        head={last.columns}
        rows={proofs.map((proof) => ({
          key: proof.id,
          cells: [
            <a key="name" class="proof-name" href={visit.href(`/dashboard/proofs/${proof.id}`)}>
              <FileName of={proof} />
            </a>,
            <Moment key="received" at={proof.receivedAt} language={language} />,
            <StepLine key="state" proof={proof} language={language} />,
          ],
        }))}
      />
      <p>
        <a href={visit.href("/dashboard/proofs")}>{last.all}</a>
      </p>
    </>
  );
}

/** A bar for each day, and a table that says the same. */
function Chart({ visit, counts }: Pick<OverviewProps, "visit" | "counts">): JSX.Element {
  const { language, now } = visit;
  const { chart } = PAGE_TEXTS[language].overview;
  const first = firstDay(now).getTime();
  const days = Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(first + at * DAY_MS);
    return { day, count: counts.days.get(day.toISOString().slice(0, 10)) ?? 0 };
  });
  const most = Math.max(1, ...days.map(({ count }) => count));
  const sum = days.reduce((all, { count }) => all + count, 0);
  const total =
    counts.stoppedIn === null
      ? plural(chart.total, sum, language)
      : fill(chart.stopped, {
          max: numberText(MAX_COUNTED, language),
          day: dayText(new Date(counts.stoppedIn), language),
        });
  const filled = days.filter(({ count }) => count > 0);
  return (
    <div class="chart">
      <p>{total}</p>
      <svg viewBox={`0 0 ${DAYS * 20} 100`} preserveAspectRatio="none" role="img" aria-label={total}>
        {days.map(({ day, count }, at) => {
          const height = count === 0 ? 1 : Math.max(3, (100 * count) / most);
          return (
            <rect
              key={day.getTime()}
              class={count === 0 ? "bar-none" : "bar"}
              x={at * 20 + 3}
              y={100 - height}
              width="14"
              height={height}
            >
              <title>{`${dayText(day, language)}: ${numberText(count, language)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="chart-ends aside" aria-hidden="true">
        <span>{dayText(days[0]!.day, language)}</span>
        <span>{dayText(now, language)}</span>
      </p>
      {filled.length > 0 && (
        <details class="fold">
          <summary>{chart.table}</summary>
          <Table
            label={chart.title}
            head={chart.columns}
            rows={filled
              .map(({ day, count }) => ({
                key: day.toISOString(),
                cells: [dayText(day, language), numberText(count, language)],
              }))
              .reverse()}
          />
        </details>
      )}
    </div>
  );
}

function Limits({ visit, usage }: Pick<OverviewProps, "visit" | "usage">): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].overview;
  const plan = PLANS[signedInOf(visit).account.plan];
  const number = (value: number) => numberText(value, language);
  const size = (bytes: number) => sizeText(bytes, language);
  const of = (used: string, max: string) => fill(texts.of, { used, max });
  return (
    <dl class="figures">
      <div>
        <dt>{texts.today}</dt>
        <dd>{of(number(usage.proofsToday), number(plan.proofsPerDay))}</dd>
        <dd class="aside">{texts.renewed}</dd>
      </div>
      <div>
        <dt>{texts.seals}</dt>
        <dd>{number(usage.seals.welcome + usage.seals.pack)}</dd>
      </div>
      <div>
        <dt>{texts.custody}</dt>
        <dd>{of(size(usage.custodyBytes), size(plan.custodyAccountBytes))}</dd>
      </div>
      <div>
        <dt>{texts.keys}</dt>
        <dd>{of(number(usage.activeKeys), number(plan.activeKeys))}</dd>
      </div>
    </dl>
  );
}

function NextSteps({
  visit,
  texts,
}: {
  readonly visit: Visit;
  readonly texts: PageTexts["overview"];
}): JSX.Element {
  const { next } = texts;
  if (!isAtLeast(signedInOf(visit).person.role, "member")) return <p>{next.reader}</p>;
  return (
    <>
      <h2>{next.title}</h2>
      <ol>
        <li>
          <a href={visit.href("/dashboard/create")}>{next.create}</a>
        </li>
        <li>
          <a href={visit.href("/dashboard/keys")}>{next.key}</a>
        </li>
        <li>
          <a href={visit.href("/verify/")}>{next.verify}</a>
        </li>
      </ol>
    </>
  );
}
