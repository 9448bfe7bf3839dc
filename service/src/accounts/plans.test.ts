import { describe, expect, it } from "vitest";
import type { SignedIn } from "../records/types.js";
import { MAX_SEALS_OF_ORDER, newOrder, orderedAmount, paymentAddress } from "./plans.js";

const by = {
  account: { id: "0197a1f0-0000-7000-8000-000000000001" },
  person: { id: "0197a1f0-0000-7000-8000-000000000002", email: "ana@example.org" },
} as SignedIn;
const given = {
  id: "0197a1f0-0000-7000-8000-000000000003",
  prices: { sealEur: 2, proEur: null },
  by,
  at: new Date(0),
};

describe("an order", () => {
  it("has the price of its seals as it was when it was placed", () => {
    const { order, audit } = newOrder({ ...given, item: { kind: "seals", amount: 25 } });
    expect(order).toMatchObject({
      priceEur: 50,
      state: "open",
      settledAt: null,
      placedBy: "ana@example.org",
    });
    expect(audit).toMatchObject({ action: "order.place", subject: given.id });
    expect(audit.details).toEqual({ seals: 25, price_eur: 50 });
  });

  it("has no price where there is none", () => {
    const { order } = newOrder({ ...given, item: { kind: "plan", plan: "pro" } });
    expect(order.priceEur).toBeNull();
  });
});

describe("a number of seals", () => {
  it.each([
    ["1", 1],
    [String(MAX_SEALS_OF_ORDER), MAX_SEALS_OF_ORDER],
  ])("%s", (text, amount) => expect(orderedAmount(text)).toBe(amount));

  it.each([
    "",
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x10",
    "٣",
    " 1",
    String(MAX_SEALS_OF_ORDER + 1),
    "99999999999999999999",
  ])("is not %j", (text) => expect(orderedAmount(text)).toBeNull());
});

it("is paid at the operator's address for its kind, with its identifier", () => {
  const { order } = newOrder({ ...given, item: { kind: "seals", amount: 1 } });
  const shop = { seals: "https://shop.example/?order=", plan: null };
  expect(paymentAddress(shop, order)).toBe(`https://shop.example/?order=${given.id}`);
  const plan = newOrder({ ...given, item: { kind: "plan", plan: "pro" } });
  expect(paymentAddress(shop, plan.order)).toBeNull();
});
