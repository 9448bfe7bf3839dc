import { describe, expect, it } from "vitest";
import { isShortText, newAccount } from "./accounts.js";

describe("new account", () => {
  const actor = { kind: "admin" } as const;

  it("starts with the welcome seals of the setting", () => {
    const { account, welcome, audit } = newAccount({ plan: "free", welcomeSeals: 3, actor });
    expect(welcome).toMatchObject({
      accountId: account.id,
      kind: "welcome",
      amount: 3,
      at: account.createdAt,
    });
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
});

describe("short text", () => {
  it.each(["a", "Notaría López & Söhne", "<script>alert(1)</script>", "👩‍💻", "x".repeat(60)])(
    "accepts %j",
    (text) => expect(isShortText(text, 60)).toBe(true),
  );

  it.each([
    "",
    "x".repeat(61),
    "a\nb",
    "a\u0000",
    "evil\u202egnp.exe",
    "\ud800",
    "a\u2028b",
    "\ufeffa",
    "\u200b",
    "\u2800 \u3164",
  ])("refuses %j", (text) => expect(isShortText(text, 60)).toBe(false));
});
