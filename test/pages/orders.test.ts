/** Orders over HTTP: placed once, paid elsewhere, granted by the administrator; nobody's else. */

import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { PageSite } from "./page-site.js";

const byAdmin = (accountId: string, action: string) =>
  auditEntry({ accountId, actor: { kind: "admin" }, action });

describeStores("orders ($name)", ({ open }) => {
  let site: PageSite;
  beforeEach(async () => {
    site = await PageSite.start({ ...accountWorld(), open });
  });
  afterEach(() => site.stop());

  it("of seals are placed once, however often the form is sent, and granted with their seals", async () => {
    const { browser, account, person } = await site.signIn("owner", { plan: "free" });
    const offer = await browser.get("/seals");
    expect(offer.text).toContain("€2 each");
    const placed = await browser.submit(offer, "Order", { amount: "25" });
    expect(placed.path).toMatch(/^\/dashboard\/orders\//);
    expect(placed.text).toContain("25 electronic timestamps");
    expect(placed.text).toContain("€50");
    expect(placed.text).toContain(`will write to ${person.email}`);
    expect((await browser.submit(offer, "Order", { amount: "25" })).path).toBe(placed.path);
    const [order, ...others] = await site.store.orders.list(account.id);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ item: { kind: "seals", amount: 25 }, priceEur: 50, state: "open" });

    await site.store.orders.grant(order!.id, new Date(), byAdmin(account.id, "order.grant"));
    expect((await browser.get(placed.path)).text).toContain("is in your account");
    expect((await browser.get("/dashboard")).text).toContain("Electronic timestamps left 25");
    const ledger = await browser.get("/dashboard/account/seals");
    expect(ledger.text).toContain("+25 Bought");
    expect((await browser.get("/dashboard/account")).text).toContain("Delivered");
  });

  it("of the Pro plan are granted with it", async () => {
    const { browser, account } = await site.signIn("owner", { plan: "free" });
    const plans = await browser.get("/plans");
    expect(plans.text).toContain("€49 a month");
    expect(plans.text).toContain("Free (Your plan)");
    const placed = await browser.submit(plans, "Order the Pro plan");
    expect(placed.text).toContain("Pro plan");
    const [order] = await site.store.orders.list(account.id);
    await site.store.orders.grant(order!.id, new Date(), byAdmin(account.id, "order.grant"));
    const after = await browser.get("/plans");
    expect(after.text).toContain("Pro (Your plan)");
    expect(after.forms.filter(({ action }) => action.endsWith("/orders"))).toEqual([]);
  });

  it("are cancelled by the owner; a granted one stays", async () => {
    const { browser, account } = await site.signIn("owner");
    const first = await browser.submit(await browser.get("/seals"), "Order", { amount: "1" });
    expect((await browser.submit(first, "Cancel the order")).text).toContain("Nothing is delivered");
    const second = await browser.submit(await browser.get("/seals"), "Order", { amount: "2" });
    const id = second.path.split("/").at(-1)!;
    await site.store.orders.grant(id, new Date(), byAdmin(account.id, "order.grant"));
    expect((await browser.submit(second, "Cancel the order")).text).toContain("is in your account");
    expect(await site.store.accounts.sealBalance(account.id)).toEqual({ welcome: 0, pack: 2 });
  });

  it("are at most five open ones", async () => {
    const { browser, account } = await site.signIn("owner");
    for (let i = 0; i < 5; i++) await browser.submit(await browser.get("/seals"), "Order", { amount: "1" });
    const sixth = await browser.submit(await browser.get("/seals"), "Order", { amount: "1" });
    expect(sixth.status).toBe(409);
    expect(sixth.text).toContain("already has 5 open orders");
    expect(await site.store.orders.list(account.id)).toHaveLength(5);
  });

  it("are neither seen nor changed from another account, nor by a member", async () => {
    const { browser, account } = await site.signIn("owner");
    const { path } = await browser.submit(await browser.get("/seals"), "Order", { amount: "3" });
    const id = path.split("/").at(-1)!;
    const { browser: stranger } = await site.signIn("owner");
    await stranger.get("/dashboard");
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(`${path}/cancel`)).status).toBe(404);
    // Not even with its identifier in a form.
    const taken = await stranger.post("/dashboard/orders", { kind: "seals", amount: "1", order: id });
    expect([taken.status, taken.text.includes("3 electronic timestamps")]).toEqual([409, false]);
    for (const role of ["member", "reader"] as const) {
      const { browser: other } = await site.signIn(role, { account });
      const offer = await other.get("/seals");
      expect(offer.text).toContain("Only an owner of the account can order");
      expect((await other.get(path)).status).toBe(403);
      expect(
        (await other.post("/dashboard/orders", { kind: "seals", amount: "1", order: randomUUID() })).status,
      ).toBe(403);
      expect((await other.get("/dashboard/account")).text).not.toContain("Orders");
    }
    expect((await site.store.orders.find(id))!.state).toBe("open");
  });
});

it.each(["0", "-3", "1.5", "10001", "1e3", "", "<b>"])(
  "refuse %j seals, beside the field",
  async (amount) => {
    const site = await PageSite.start(accountWorld());
    try {
      const { browser, account } = await site.signIn("owner");
      const refused = await browser.submit(await browser.get("/seals"), "Order", { amount });
      expect(refused.text).toContain("Enter a whole number from 1 to 10,000");
      expect(refused.html).toContain('aria-invalid="true"');
      expect(refused.html).not.toContain("<b>");
      expect(await site.store.orders.list(account.id)).toEqual([]);
    } finally {
      await site.stop();
    }
  },
);

it("are handed over to the operator's shop, by a link", async () => {
  const payment = { seals: "https://shop.example/pay?order=", plan: null };
  const site = await PageSite.start(accountWorld({ payment }));
  try {
    const { browser } = await site.signIn("owner");
    const placed = await browser.submit(await browser.get("/seals"), "Order", { amount: "1" });
    const id = placed.path.split("/").at(-1)!;
    expect(placed.links).toContain(`https://shop.example/pay?order=${id}`);
    expect(placed.text).toContain("Go on to the payment at shop.example");
  } finally {
    await site.stop();
  }
});

it("tell honestly that nobody knows, and can be sent again", async () => {
  const site = await PageSite.start(accountWorld());
  try {
    const { browser, account } = await site.signIn("owner");
    const offer = await browser.get("/seals");
    const place = site.store.orders.place.bind(site.store.orders);
    let isLost = true;
    site.store.orders.place = async (...args) => {
      const placed = await place(...args);
      if (isLost) throw new StoreUnavailableError("lost");
      return placed;
    };
    const lost = await browser.submit(offer, "Order", { amount: "4" });
    expect(lost.status).toBe(503);
    expect(lost.text).toContain("It is not known whether that happened");
    isLost = false;
    const again = await browser.submit(offer, "Order", { amount: "4" });
    expect(again.text).toContain("4 electronic timestamps");
    expect(await site.store.orders.list(account.id)).toHaveLength(1);
  } finally {
    await site.stop();
  }
});

it("are offered to nobody who is not signed in, nor while no seals are sold", async () => {
  const site = await PageSite.start(accountWorld({ sealsAvailable: false }));
  try {
    const anyone = site.browser();
    expect((await anyone.get("/seals")).text).toContain("sells no electronic timestamps at present");
    const plans = await anyone.get("/plans");
    expect(plans.links).toContain("/sign-in?to=%2Fplans");
    expect(plans.text).toContain("5,000");
    for (const lang of ["es", "de", "fr"]) {
      expect((await anyone.get(`/plans?lang=${lang}`)).status).toBe(200);
      expect((await anyone.get(`/seals?lang=${lang}`)).status).toBe(200);
    }
  } finally {
    await site.stop();
  }
});
