/** `/dashboard`: the state of the account at a glance. */

import { fill } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { type AccountUsage, accountUsage, PLANS } from "../accounts/plans.js";
import { type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { Moment, numberText, sizeText, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

const LAST = 5;

export function overviewRoutes(store: Pick<Records, "accounts" | "proofs" | "custody">): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/dashboard",
      access: "reader",
      handle: async (visit) => {
        const { account } = signedInOf(visit);
        const [usage, { proofs }] = await Promise.all([
          accountUsage(store, account, visit.now),
          store.proofs.list(account.id, LAST, null),
        ]);
        const { title } = PAGE_TEXTS[visit.language].overview;
        return {
          title,
          place: "overview",
          body: <OverviewView visit={visit} usage={usage} proofs={proofs} />,
        };
      },
    },
  ];
}

interface OverviewProps {
  readonly visit: Visit;
  readonly usage: AccountUsage;
  /** The newest ones. */
  readonly proofs: readonly ProofRecord[];
}

function OverviewView({ visit, usage, proofs }: OverviewProps): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].overview;
  const { account } = signedInOf(visit);
  const plan = PLANS[account.plan];
  const number = (value: number) => numberText(value, language);
  const size = (bytes: number) => sizeText(bytes, language);
  const of = (used: string, max: string) => fill(texts.of, { used, max });
  return (
    <>
      <h1>{texts.title}</h1>
      {proofs.length === 0 && <NextSteps visit={visit} texts={texts} />}
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
      {proofs.length > 0 && (
        <>
          <h2>{texts.last.title}</h2>
          <Table
            label={texts.last.title}
            head={texts.last.columns}
            rows={proofs.map((proof) => ({
              key: proof.id,
              cells: [
                <a key="name" href={visit.href(`/dashboard/proofs/${proof.id}`)}>
                  {proof.name}
                </a>,
                <Moment key="received" at={proof.receivedAt} language={language} />,
                PAGE_TEXTS[language].proofs.states[proof.batch?.state ?? "queued"],
              ],
            }))}
          />
          <p>
            <a href={visit.href("/dashboard/proofs")}>{texts.last.all}</a>
          </p>
        </>
      )}
    </>
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
