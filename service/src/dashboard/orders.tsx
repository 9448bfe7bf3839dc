/** Orders. */

import { isUuid } from "@svc-proof/shared/encoding";
import { fill, type Language, plural } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import {
  MAX_OPEN_ORDERS,
  newOrder,
  orderedAmount,
  type PaymentAddresses,
  PLANS,
  type Prices,
  paymentAddress,
} from "../accounts/plans.js";
import { auditEntry } from "../audit/audit.js";
import { ApiError } from "../errors.js";
import {
  type Answer,
  type Page,
  type PageRoute,
  parameterOf,
  signedInOf,
  type Visit,
} from "../pages/page-route.js";
import { Form, Moment, priceText, Table } from "../pages/parts.js";
import type { Records } from "../records/records.js";
import type { OrderRecord } from "../records/types.js";
import { PAGE_TEXTS } from "../texts/page-texts.js";
import { actingPerson, orUnknownOutcome } from "./answers.js";

export interface OrderTableProps {
  readonly visit: Visit;
  readonly orders: readonly OrderRecord[];
}

export function OrderTable({ visit, orders }: OrderTableProps): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].orders;
  return (
    <>
      <h3>{texts.title}</h3>
      <Table
        label={texts.title}
        head={texts.columns}
        rows={orders.map((order) => ({
          key: order.id,
          cells: [
            <a key="placed" href={visit.href(`/dashboard/orders/${order.id}`)}>
              <Moment at={order.placedAt} language={language} />
            </a>,
            orderedText(order, language),
            orderPriceText(order, language),
            texts.states[order.state],
          ],
        }))}
      />
    </>
  );
}

export function orderedText({ item }: OrderRecord, language: Language): string {
  const texts = PAGE_TEXTS[language].orders;
  if (item.kind === "plan") return fill(texts.plan, { plan: PLANS[item.plan].name });
  return plural(texts.seals, item.amount, language);
}

export function orderPriceText({ item, priceEur }: OrderRecord, language: Language): string {
  const texts = PAGE_TEXTS[language].orders;
  if (priceEur === null) return texts.onRequest;
  const price = priceText(priceEur, language);
  return item.kind === "plan" ? fill(texts.aMonth, { price }) : price;
}

/** `/dashboard/orders`: what an owner asked to buy. It is paid at the operator's shop, or granted by the administrator. */
export interface OrderRoutesDeps {
  readonly store: Pick<Records, "orders">;
  readonly prices: Prices;
  readonly payment: PaymentAddresses;
}

const PATH = "/dashboard/orders";

export function orderRoutes(deps: OrderRoutesDeps): PageRoute[] {
  const { orders } = deps.store;
  return [
    { method: "POST", path: PATH, access: "owner", handle: (visit) => placeOrder(deps, visit) },
    {
      method: "GET",
      path: `${PATH}/{id}`,
      access: "owner",
      handle: async (visit) => {
        const order = await ownOrder(deps, visit);
        const address = paymentAddress(deps.payment, order);
        return { ...page(visit), body: <OrderView visit={visit} order={order} address={address} /> };
      },
    },
    {
      method: "POST",
      path: `${PATH}/{id}/cancel`,
      access: "owner",
      handle: async (visit) => {
        const { id, accountId } = await ownOrder(deps, visit);
        const actor = actingPerson(visit);
        const audit = auditEntry({ accountId, actor, action: "order.cancel", subject: id });
        return orUnknown(visit, id, async () => {
          // An order that was granted meanwhile stays granted, and the page says so.
          await orders.cancel(id, audit.at, audit);
          return { redirect: `${PATH}/${id}` };
        });
      },
    },
  ];
}

async function placeOrder({ store, prices }: OrderRoutesDeps, visit: Visit): Promise<Answer> {
  const { form, now } = visit;
  const by = signedInOf(visit);
  const texts = PAGE_TEXTS[visit.language].orders;
  const id = form.text("order");
  const item = itemOf(visit);
  if (!isUuid(id)) throw new ApiError("invalid_request", "the order expected an identifier");
  // Said beside the field: the page of the seals has it.
  if (item === null)
    return { redirect: `/seals?amount=${encodeURIComponent(form.text("amount").slice(0, 20))}` };
  const { order, audit } = newOrder({ id, item, prices, by, at: now });
  return orUnknown(visit, id, async () => {
    if (await store.orders.place(order, MAX_OPEN_ORDERS, audit)) return { redirect: `${PATH}/${id}` };
    const former = await store.orders.find(id);
    // The same form, sent again.
    if (former?.accountId === by.account.id) return { redirect: `${PATH}/${id}` };
    const { title, text } = texts.tooMany;
    const body = (
      <>
        <h1>{title}</h1>
        <p>{fill(text, { max: MAX_OPEN_ORDERS })}</p>
        <p>
          <a href={visit.href("/dashboard/account")}>{texts.one.back}</a>
        </p>
      </>
    );
    return { ...page(visit), status: 409, body };
  });
}

/** Null for a number of seals that cannot be ordered. @throws ApiError `invalid_request` for anything else that is wrong. */
function itemOf({ form }: Visit): OrderRecord["item"] | null {
  const kind = form.text("kind");
  if (kind === "plan") return { kind, plan: "pro" };
  if (kind !== "seals") throw new ApiError("invalid_request", "the kind expected seals or plan");
  const amount = orderedAmount(form.text("amount"));
  return amount === null ? null : { kind, amount };
}

/** @throws ApiError `not_found`, the same for another account's order. */
async function ownOrder({ store }: OrderRoutesDeps, visit: Visit): Promise<OrderRecord> {
  const id = parameterOf(visit, "id");
  const order = isUuid(id) ? await store.orders.find(id) : null;
  if (order === null || order.accountId !== signedInOf(visit).account.id)
    throw new ApiError("not_found", "there is no such order");
  return order;
}

function page(visit: Visit): Pick<Page, "title" | "place"> {
  return { title: PAGE_TEXTS[visit.language].orders.one.title, place: "account" };
}

function orUnknown(visit: Visit, id: string, change: () => Promise<Answer>): Promise<Answer> {
  const { title, text, look } = PAGE_TEXTS[visit.language].orders.unknown;
  const unknown = { title, text, look: { path: `${PATH}/${id}`, text: look } };
  return orUnknownOutcome(visit, page(visit), unknown, change);
}

interface OrderViewProps {
  readonly visit: Visit;
  readonly order: OrderRecord;
  /** Where it is paid; null if the administrator grants it. */
  readonly address: string | null;
}

function OrderView({ visit, order, address }: OrderViewProps): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].orders;
  const { one } = texts;
  return (
    <>
      <h1>{one.title}</h1>
      <dl class="facts">
        <dt>{one.what}</dt>
        <dd>{orderedText(order, language)}</dd>
        <dt>{one.price}</dt>
        <dd>{orderPriceText(order, language)}</dd>
        <dt>{one.state}</dt>
        <dd>{texts.states[order.state]}</dd>
        <dt>{one.placed}</dt>
        <dd>
          <Moment at={order.placedAt} language={language} /> · {order.placedBy}
        </dd>
        <dt>{one.number}</dt>
        <dd>
          <code>{order.id}</code>
        </dd>
      </dl>
      {order.state === "granted" && <p>{one.granted}</p>}
      {order.state === "cancelled" && <p>{one.cancelled}</p>}
      {order.state === "open" && <OpenOrder visit={visit} order={order} address={address} />}
      <p>
        <a href={visit.href("/dashboard/account")}>{one.back}</a>
      </p>
    </>
  );
}

/** A link, not a redirect: the pages' policy keeps forms on this site, and browsers hold redirects to it as well. */
function OpenOrder({ visit, order, address }: OrderViewProps): JSX.Element {
  const { one } = PAGE_TEXTS[visit.language].orders;
  return (
    <>
      {address === null ? (
        <p>{fill(one.wait, { email: order.placedBy })}</p>
      ) : (
        <>
          <p>{one.payAbout}</p>
          <p>
            <a class="button primary" href={address} rel="external noreferrer">
              {fill(one.pay, { host: new URL(address).host })}
            </a>
          </p>
        </>
      )}
      <Form visit={visit} action={`${PATH}/${order.id}/cancel`}>
        <button type="submit">{one.cancel}</button>
      </Form>
    </>
  );
}
