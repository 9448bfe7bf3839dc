import { newAccount } from "../accounts/new-account.js";
import type { Capability, CapabilityHost } from "../capability.js";
import { smtpTransport } from "../clients/mail/smtp-transport.js";
import type { JobLoop } from "../jobs/job-loop.js";
import { Mailer } from "../people/mailer.js";
import { Passkeys } from "../people/passkeys.js";
import { People } from "../people/people.js";
import { startPeopleJob } from "../people/people-job.js";
import { PeopleMetrics } from "../people/people-metrics.js";
import { relyingParty } from "../people/relying-party.js";

const SITE_NAME = "svc-proof";

export interface OpenedPeople extends Capability {
  readonly people: People;
}

/** Opens what signs people in, and the mails to them. */
export function openPeople(host: CapabilityHost): OpenedPeople {
  const { config, log, store, metrics, addresses } = host;
  const { smtpUrl, mailFrom } = config;
  const counters = new PeopleMetrics(metrics.registry);
  const mailer = new Mailer({
    transport: smtpUrl === null || mailFrom === null ? null : smtpTransport(smtpUrl, mailFrom, SITE_NAME),
    log,
    onResult: (result) => counters.mails.inc({ result }),
  });
  const people = new People({
    store,
    mailer,
    passkeys: new Passkeys({
      people: store.people,
      relyingParty: () => relyingParty(addresses().siteUrl),
      siteName: SITE_NAME,
    }),
    metrics: counters,
    addresses,
    isSignUpOpen: () => mailer.isAvailable && config.signUp === "open",
    newAccount: (actor) => newAccount({ plan: "free", welcomeSeals: config.welcomeSeals, actor }),
  });
  let job: JobLoop | undefined;
  return {
    people,
    routes: [],
    startJobs: () => {
      job = startPeopleJob(host.jobs, store.people);
      void mailer.check();
    },
    close: async () => {
      await job?.stop();
      await mailer.close();
    },
  };
}
