/** Metrics of signing in: words of this program only, nothing of persons. */
import { Counter, type Registry } from "prom-client";

const METHODS = ["passkey", "link", "recovery-code", "sign-up", "invitation"] as const;
const OUTCOMES = ["entered", "refused", "disabled", "taken", "locked"] as const;
const MAIL_RESULTS = ["sent", "failed", "dropped"] as const;

export class PeopleMetrics {
  readonly signIns: Counter<"method" | "result">;
  readonly mails: Counter<"result">;

  constructor(registry: Registry) {
    const registers = [registry];
    this.signIns = new Counter({
      name: "svc_sign_ins_total",
      help: "Attempts to sign in by method and result: entered, refused (unknown, used or expired), disabled account, taken address, locked.",
      labelNames: ["method", "result"],
      registers,
    });
    this.mails = new Counter({
      name: "svc_mails_total",
      help: "Mails to people by result: sent, failed after all tries, or dropped because too many wait.",
      labelNames: ["result"],
      registers,
    });
    for (const method of METHODS) for (const result of OUTCOMES) this.signIns.inc({ method, result }, 0);
    for (const result of MAIL_RESULTS) this.mails.inc({ result }, 0);
  }
}
