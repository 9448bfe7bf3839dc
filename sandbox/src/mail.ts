/** A mail server, and what it got. */

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { LOCAL_HOST, listenLocally, portOf } from "./local-server.js";

// Reads a mail as the service writes them: one text, RFC 5322 with the encodings of RFC 2045 and RFC 2047.

export interface ReadMail {
  readonly subject: string;
  readonly text: string;
}

/** @param message with its headers, each byte a character. Encodings that are not known stay as they are. */
export function readMail(message: string): ReadMail {
  const end = message.indexOf("\r\n\r\n");
  const head = end < 0 ? message : message.slice(0, end);
  const body = end < 0 ? "" : message.slice(end + 4);
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(headers)?.[1]?.trimEnd() ?? "";
  return {
    subject: decodedWords(header("subject")),
    text: utf8(decodedBody(body, header("content-transfer-encoding").toLowerCase())).replaceAll("\r\n", "\n"),
  };
}

function decodedBody(body: string, encoding: string): string {
  if (encoding === "base64") return fromBase64(body);
  return encoding === "quoted-printable" ? fromQuoted(body.replaceAll(/[ \t]*=\r\n/g, "")) : body;
}

/** White space between two encoded words is none of theirs. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, encoded: string) =>
      utf8(kind.toLowerCase() === "b" ? fromBase64(encoded) : fromQuoted(encoded.replaceAll("_", " "))),
    );
}

const fromBase64 = (text: string) => Buffer.from(text, "base64").toString("latin1");
const fromQuoted = (text: string) =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const utf8 = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

// The sandbox's mail server: it takes every mail (RFC 5321, without TLS, on this machine), delivers none, and keeps the last ones.

const MAX_MAILS = 100;
/** Of a mail, and of a line that does not end. Those of the service have some kilobytes. */
const MAX_BYTES = 262_144;
/** The service has two connections; a hundred are a mistake. */
const MAX_CONNECTIONS = 100;
const SILENCE_MS = 60_000;

export interface KeptMail extends ReadMail {
  readonly to: string;
  readonly at: Date;
}

export interface MailServer {
  /** For `SVC_SMTP_URL`. */
  readonly url: string;
  /** Newest first. */
  readonly mails: readonly KeptMail[];
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: KeptMail[] = [];
  const keep = (mail: KeptMail) => {
    mails.unshift(mail);
    mails.length = Math.min(mails.length, MAX_MAILS);
  };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    converse(socket, keep);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listenLocally(server, 0, false);
  return {
    url: `smtp://${LOCAL_HOST}:${portOf(server)}`,
    mails,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** One client. What is no command of a mail is answered as if it had been done. */
function converse(socket: Socket, keep: (mail: KeptMail) => void): void {
  socket.setEncoding("latin1").setTimeout(SILENCE_MS, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  const answer = (line: string) => socket.write(`${line}\r\n`);
  let [rest, to] = ["", ""];
  let message: string | null = null;
  const take = (line: string): void => {
    if (message !== null) {
      if (line !== ".") {
        // RFC 5321, section 4.5.2.
        message += `${line.replace(/^\./, "")}\r\n`;
        return;
      }
      keep({ to, ...readMail(message), at: new Date() });
      message = null;
      answer("250 kept");
      return;
    }
    const recipient = /^RCPT TO: *<([^<>]*)>/i.exec(line)?.[1];
    if (recipient !== undefined) to = recipient;
    if (/^DATA$/i.test(line)) {
      message = "";
      answer("354 go on");
    } else if (/^QUIT$/i.test(line)) {
      answer("221 bye");
      socket.end();
    } else answer("250 ok");
  };
  socket.on("data", (part: string) => {
    rest += part;
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      take(line);
    }
    if (rest.length + (message?.length ?? 0) > MAX_BYTES) socket.destroy();
  });
  answer("220 sandbox");
}
