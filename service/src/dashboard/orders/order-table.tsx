import { fill, type Language, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { PLANS } from "../../accounts/plans.js";
import { priceText } from "../../pages/amounts.js";
import { Moment } from "../../pages/moment.js";
import { Table } from "../../pages/table.js";
import type { Visit } from "../../pages/visit.js";
import type { OrderRecord } from "../../records/types.js";
import { ORDER_TEXTS } from "./texts.js";

export interface OrderTableProps {
  readonly visit: Visit;
  readonly orders: readonly OrderRecord[];
}

export function OrderTable({ visit, orders }: OrderTableProps): JSX.Element {
  const { language } = visit;
  const texts = ORDER_TEXTS[language];
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
  const texts = ORDER_TEXTS[language];
  if (item.kind === "plan") return fill(texts.plan, { plan: PLANS[item.plan].name });
  return plural(texts.seals, item.amount, language);
}

export function orderPriceText({ item, priceEur }: OrderRecord, language: Language): string {
  const texts = ORDER_TEXTS[language];
  if (priceEur === null) return texts.onRequest;
  const price = priceText(priceEur, language);
  return item.kind === "plan" ? fill(texts.aMonth, { price }) : price;
}
