import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { expect, it } from "vitest";
import { checkMail } from "../clients/mail.js";
import { confirmedMail, linkMail, noticeMail } from "./mails.js";

const CONTEXT = {
  to: "ana@example.org",
  site: "https://proofs.example",
  link: "https://proofs.example/x?token=1",
};

it("writes every mail in every language, with the site, the link and how long it works", () => {
  for (const language of LANGUAGES) {
    for (const kind of ["signIn", "signUp", "known", "invitation"] as const) {
      const mail = linkMail(kind, { ...CONTEXT, language }, kind === "invitation" ? 7 * 86_400_000 : 600_000);
      checkMail(mail);
      expect(mail.text.split("\n")).toContain(CONTEXT.link);
      expect(mail.text).toContain(CONTEXT.site);
      expect(mail.text).toMatch(kind === "invitation" ? /\b7\b/ : /\b10\b/);
      expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}<>]/);
    }
    const notice = noticeMail("passkeyAdded", { ...CONTEXT, language });
    checkMail(notice);
    expect(notice.text).not.toMatch(/[{}<>]/);
  }
});

it("writes of confirmed proofs in every language, with one link and the day, of one and of many", () => {
  for (const language of LANGUAGES) {
    for (const proofs of [1, 2_500]) {
      const askedAt = new Date("2026-11-30T23:00:00Z");
      const mail = confirmedMail({ ...CONTEXT, language }, { proofs, askedAt, id: "abc" });
      checkMail(mail);
      expect(mail.text.split("\n").filter((line) => line.includes(CONTEXT.link))).toEqual([CONTEXT.link]);
      expect(mail.text).toMatch(/30/);
      expect(mail.text).toContain("2026");
      expect(mail.text).toContain(CONTEXT.site);
      if (proofs > 1) expect(mail.subject).toMatch(/2\D?500/);
      expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}<>]|[0-9a-f]{64}/);
    }
  }
});
