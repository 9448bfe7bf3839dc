/** `/seals` and `/plans`: what can be bought, for anyone; an owner who is signed in orders there. */

import { randomUUID } from "node:crypto";
import { fill } from "@svc-proof/verifier-web/ui/language";
import type { ComponentChildren, JSX } from "preact";
import { MAX_SEALS_OF_ORDER, orderedAmount, PLANS, type Plan, type Prices } from "../accounts/plans.js";
import type { PageRoute, Visit } from "../pages/page-route.js";
import { Field, Form, numberText, priceText, sizeText, Table } from "../pages/parts.js";
import { isAtLeast } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { SealBalance } from "../records/types.js";
import { PAGE_TEXTS } from "../texts/page-texts.js";

export interface OfferRoutesDeps {
  readonly store: Pick<Records, "accounts">;
  readonly prices: Prices;
  /** Whether seals are sold at present. */
  readonly sealsAvailable: () => Promise<boolean>;
}

export function offerRoutes({ store, prices, sealsAvailable }: OfferRoutesDeps): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/seals",
      access: "anyone",
      handle: async (visit) => {
        const { seals: texts } = PAGE_TEXTS[visit.language].offers;
        const accountId = visit.signedIn?.account.id;
        const [isOpen, balance] = await Promise.all([
          sealsAvailable(),
          accountId === undefined ? null : store.accounts.sealBalance(accountId),
        ]);
        return {
          title: texts.title,
          description: texts.description,
          body: <SealsView visit={visit} prices={prices} isOpen={isOpen} balance={balance} />,
        };
      },
    },
    {
      method: "GET",
      path: "/plans",
      access: "anyone",
      handle: (visit) => {
        const { plans: texts } = PAGE_TEXTS[visit.language].offers;
        return {
          title: texts.title,
          description: texts.description,
          place: "plans",
          body: <PlansView visit={visit} prices={prices} />,
        };
      },
    },
  ];
}

interface SealsProps {
  readonly visit: Visit;
  readonly prices: Prices;
  readonly isOpen: boolean;
  /** Null if nobody is signed in. */
  readonly balance: SealBalance | null;
}

function SealsView({ visit, prices, isOpen, balance }: SealsProps): JSX.Element {
  const { language } = visit;
  const { seals: texts } = PAGE_TEXTS[language].offers;
  const left = balance && numberText(balance.welcome + balance.pack, language);
  return (
    <>
      <h1>{texts.title}</h1>
      {texts.what.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <h2>{texts.good.title}</h2>
      <ul>
        {texts.good.items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h2>{texts.without.title}</h2>
      <p>{texts.without.text}</p>
      <h2>{texts.price.title}</h2>
      <p>
        {prices.sealEur === 0
          ? texts.price.free
          : fill(texts.price.text, { price: priceText(prices.sealEur, language) })}
      </p>
      {left !== null && <p>{fill(texts.left, { count: left })}</p>}
      {isOpen ? <SealOrder visit={visit} /> : <p>{texts.closed}</p>}
    </>
  );
}

function SealOrder({ visit }: { readonly visit: Visit }): JSX.Element {
  const { order } = PAGE_TEXTS[visit.language].offers.seals;
  const max = numberText(MAX_SEALS_OF_ORDER, visit.language);
  // Given only by a form that was refused.
  const typed = visit.query.get("amount");
  const problem = typed !== null && orderedAmount(typed) === null ? fill(order.problem, { max }) : undefined;
  return (
    <>
      <h2>{order.title}</h2>
      <OrderForm visit={visit} kind="seals" back="/seals" button={order.button}>
        <Field
          name="amount"
          label={order.amount}
          hint={fill(order.hint, { max })}
          problem={problem}
          value={typed ?? "10"}
          inputMode="numeric"
          required
          maxLength={7}
          autocomplete="off"
        />
      </OrderForm>
    </>
  );
}

function PlansView({ visit, prices }: Pick<SealsProps, "visit" | "prices">): JSX.Element {
  const { language } = visit;
  const { plans: texts, about } = PAGE_TEXTS[language].offers;
  const { rows } = texts;
  const { free, pro } = PLANS;
  const count = (of: (plan: Plan) => number) => [free, pro].map((plan) => numberText(of(plan), language));
  const size = (of: (plan: Plan) => number) => [free, pro].map((plan) => sizeText(of(plan), language));
  const proPrice =
    prices.proEur === null
      ? texts.onRequest
      : fill(texts.aMonth, { price: priceText(prices.proEur, language) });
  const seal = fill(rows.sealsBought, { price: priceText(prices.sealEur, language) });
  const table: readonly (readonly [string, readonly string[]])[] = [
    [rows.price, [texts.noCharge, proPrice]],
    [rows.proofs, count(({ proofsPerDay }) => proofsPerDay)],
    [rows.browser, [rows.unlimited, rows.unlimited]],
    [rows.keys, count(({ activeKeys }) => activeKeys)],
    [rows.file, size(({ custodyFileBytes }) => custodyFileBytes)],
    [rows.custody, size(({ custodyAccountBytes }) => custodyAccountBytes)],
    [rows.downloads, count(({ downloadsPerDay }) => downloadsPerDay)],
    [rows.seals, [seal, seal]],
  ];
  const yours = visit.signedIn?.account.plan;
  const named = (plan: "free" | "pro") =>
    yours === plan ? `${PLANS[plan].name} (${texts.yours})` : PLANS[plan].name;
  return (
    <>
      <h1>{texts.title}</h1>
      <Table
        label={texts.limits}
        head={[texts.limit, named("free"), named("pro")]}
        rows={table.map(([name, cells]) => ({ key: name, cells: [name, ...cells] }))}
      />
      <p>{texts.same}</p>
      <p>{texts.custody}</p>
      <p>
        <a href={visit.href("/seals")}>{about}</a>
      </p>
      {yours !== "pro" && <OrderForm visit={visit} kind="plan" back="/plans" button={texts.order} />}
    </>
  );
}

interface OrderFormProps {
  readonly visit: Visit;
  readonly kind: "seals" | "plan";
  /** The page it is in. */
  readonly back: string;
  readonly button: string;
  readonly children?: ComponentChildren;
}

/** For an owner; anyone else is told how to order. */
function OrderForm({ visit, kind, back, button, children }: OrderFormProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].offers;
  if (visit.signedIn === null) {
    return (
      <p>
        <a class="button primary" href={visit.href(`/sign-in?to=${encodeURIComponent(back)}`)}>
          {texts.signIn}
        </a>
      </p>
    );
  }
  if (!isAtLeast(visit.signedIn.person.role, "owner")) return <p>{texts.ownerOnly}</p>;
  return (
    <Form visit={visit} action="/dashboard/orders">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="order" value={randomUUID()} />
      {children}
      <button type="submit" class="primary">
        {button}
      </button>
    </Form>
  );
}
