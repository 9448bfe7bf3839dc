import { expect, it } from "vitest";
import { newAccount } from "./new-account.js";

const actor = { kind: "admin" } as const;

it("starts with the welcome seals of the setting", () => {
  const { account, welcome, audit } = newAccount({ plan: "free", welcomeSeals: 3, actor });
  expect(welcome).toMatchObject({ accountId: account.id, kind: "welcome", amount: 3, at: account.createdAt });
  expect(audit).toMatchObject({ accountId: account.id, actor, action: "account.create" });
  expect(audit.details).toEqual({ plan: "free", welcome_seals: 3 });
});

it("has no grant of no seals", () => {
  expect(newAccount({ plan: "pro", welcomeSeals: 0, actor }).welcome).toBeNull();
});

it("shows no name on public pages", () => {
  const { account } = newAccount({ plan: "pro", welcomeSeals: 0, displayName: "Notaría", actor });
  expect(account).toMatchObject({ displayName: "Notaría", showsDisplayName: false, disabledAt: null });
});
