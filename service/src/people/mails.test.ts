import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { expect, it } from "vitest";
import { checkMail } from "../clients/mail.js";
import { linkMail, noticeMail } from "./mails.js";

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
