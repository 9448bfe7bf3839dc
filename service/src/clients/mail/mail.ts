/** Mail to people: a text to one address. */

export interface Mail {
  /** One address, in the form of people/email-address.ts. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Delivers a mail to a server, or fails. */
export interface MailTransport {
  /** @throws Error */
  send(mail: Mail): Promise<void>;
  /** @throws Error when the server cannot be reached, or refuses TLS, user or password. */
  check(): Promise<void>;
  close(): void;
}

const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\0-\x1f\x7f]/;

/** @throws RangeError when a field could begin another header or name another recipient. */
export function checkMail({ to, subject }: Mail): void {
  if (!ADDRESS.test(to) || /[,;<>()"\\]/.test(to)) throw new RangeError("a mail expected one plain address");
  if (CONTROL.test(subject)) throw new RangeError("the subject of a mail expected one line");
}
