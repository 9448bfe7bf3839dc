/** The pages of the sign-in over a store, and what a person would see of their mails. */
import { newAccount } from "../../service/src/accounts/accounts.js";
import type { Mail, MailTransport } from "../../service/src/clients/mail.js";
import { securityRoutes } from "../../service/src/dashboard/security.js";
import { signInRoutes } from "../../service/src/dashboard/sign-in-routes.js";
import { Metrics, PeopleMetrics } from "../../service/src/operations/metrics.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { Mailer } from "../../service/src/people/mails.js";
import { Passkeys, relyingParty } from "../../service/src/people/passkeys.js";
import { People } from "../../service/src/people/people.js";
import { PageSite, type PageSiteOptions, type PageWorld } from "./page-site.js";

export interface PeopleSiteOptions extends Partial<PageSiteOptions> {
  readonly signUp?: "open" | "invitation";
  /** Where mails go; they are kept by default. Null without a mail server. */
  readonly transport?: MailTransport | null;
  readonly welcomeSeals?: number;
}

export interface PeopleSite {
  readonly site: PageSite;
  readonly people: People;
  /** Waits until nothing is queued. @returns the path of the link in the last mail to an address; null if there is no mail. */
  lastLink(to: string): Promise<string | null>;
  /** Subjects of the mails to an address, oldest first. */
  subjects(to: string): Promise<readonly string[]>;
  /** How often signing in ended in some way. */
  signIns(method: string, result: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startPeopleSite(options: PeopleSiteOptions = {}): Promise<PeopleSite> {
  const mails: Mail[] = [];
  const kept = {
    send: async (mail: Mail) => void mails.unshift(mail),
    check: async () => {},
    close: () => {},
  };
  const { signUp = "invitation", transport = kept, welcomeSeals = 0 } = options;
  const metrics = new PeopleMetrics(new Metrics().registry);
  let people!: People;
  const ownPages = ({ store, addresses, log }: PageWorld): PageRoute[] => {
    people = new People({
      store,
      mailer: new Mailer({
        transport,
        log,
        onResult: (result) => metrics.mails.inc({ result }),
      }),
      passkeys: new Passkeys({
        people: store.people,
        relyingParty: () => relyingParty(addresses().siteUrl),
        siteName: "svc-proof",
      }),
      metrics,
      addresses,
      isSignUpOpen: () => signUp === "open",
      newAccount: (actor) => newAccount({ plan: "free", welcomeSeals, actor }),
    });
    return [...signInRoutes(people), ...securityRoutes({ people, store: store.people, addresses })];
  };
  const site = await PageSite.start({
    ...options,
    pages: (world) => [...ownPages(world), ...(options.pages?.(world) ?? [])],
  });
  const mailsTo = async (to: string) => {
    await people.mailer.idle();
    return mails.filter((mail) => mail.to === to);
  };
  return {
    site,
    people,
    lastLink: async (to) => {
      const [mail] = await mailsTo(to);
      const link = mail === undefined ? undefined : /^https?:\S+$/m.exec(mail.text)?.[0];
      if (link === undefined) return null;
      const { pathname, search } = new URL(link);
      return pathname + search;
    },
    subjects: async (to) => (await mailsTo(to)).map(({ subject }) => subject).reverse(),
    signIns: async (method, result) => {
      const { values } = await metrics.signIns.get();
      return values.find(({ labels }) => labels.method === method && labels.result === result)?.value ?? 0;
    },
    stop: async () => {
      await people.mailer.close();
      await site.stop();
    },
  };
}
