/** SMTP: RFC 5321, with TLS in any case, except on this machine. */
import type { SMTPPoolOptions } from "nodemailer";
import { checkMail, type Mail, type MailTransport } from "./mail.js";

const CONNECT_MS = 10_000;
/** Of silence. RFC 5321, section 4.5.3.2, allows minutes, for which no one waits who wants to sign in. */
const SILENCE_MS = 30_000;
const MAX_CONNECTIONS = 2;

/** The options of nodemailer for a server. @param url `smtps://user:password@host:port`, or `smtp://` with STARTTLS. */
export function smtpOptions(url: string): SMTPPoolOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
  return {
    host,
    port: port === "" ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // Without it, whoever is in between removes STARTTLS from the server's answer and reads the mail.
    requireTLS: !isTls && !isHere,
    ignoreTLS: !isTls && isHere,
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: true },
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // A mail is made of texts only.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @param from the sender's address. @param name what stands beside it. */
export function smtpTransport(url: string, from: string, name: string): MailTransport {
  const options = smtpOptions(url);
  let opened: Promise<ReturnType<typeof import("nodemailer").createTransport>> | undefined;
  /** Loaded when it is first asked. */
  const transport = () => {
    opened ??= import("nodemailer").then(({ createTransport }) => createTransport(options));
    return opened;
  };
  return {
    send: async (mail: Mail) => {
      checkMail(mail);
      const { to, subject, text } = mail;
      await (await transport()).sendMail({
        // Objects, not texts: nodemailer would read a list of recipients from a text.
        from: { name, address: from },
        to: { name: "", address: to },
        envelope: { from, to: [to] },
        subject,
        text,
        // So that no holiday notice answers.
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    check: async () => void (await (await transport()).verify()),
    close: () => void opened?.then((server) => server.close()),
  };
}
