/**
 * The sandbox's own pages, for whoever sits at this machine: the mails that the service sent, and links that sign in as often as
 * one likes. Such a link makes one of the service's own that works once, so that no store holds a secret that works twice.
 */

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeAtOnce, listenLocally, localUrl, portOf } from "./local-server.js";
import type { KeptMail } from "./mail.js";

export interface DeskOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Newest first. */
  readonly mails: readonly KeptMail[];
}

export interface Desk {
  /** The page of the mails. */
  readonly mailsUrl: string;
  /** A link that works until the desk stops. @param enter makes the address that signs in once. */
  link(enter: () => Promise<string>): string;
  stop(): Promise<void>;
}

/** @throws Error when the port is in use. */
export async function startDesk({ port, mails }: DeskOptions): Promise<Desk> {
  const links = new Map<string, () => Promise<string>>();
  const server = createServer((request, response) => {
    answer(request, response, mails, links).catch(() => reply(response, 500, "The store does not answer.\n"));
  });
  await listenLocally(server, port, false);
  const own = portOf(server);
  return {
    mailsUrl: `${localUrl(own)}/mail`,
    link: (enter) => {
      const path = `/sign-in/${randomBytes(32).toString("base64url")}`;
      links.set(path, enter);
      return `http://localhost:${own}${path}`;
    },
    stop: () => closeAtOnce(server),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  mails: readonly KeptMail[],
  links: ReadonlyMap<string, () => Promise<string>>,
): Promise<void> {
  const path = request.url?.split("?", 1)[0] ?? "";
  // A page of another host that resolves to this machine reads nothing here.
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(request.headers.host ?? "");
  const enter = links.get(path);
  if (!isLocal || request.method !== "GET") reply(response, 404, "Not found.\n");
  else if (enter !== undefined) reply(response, 303, "", { location: await enter() });
  else if (path === "/mail") {
    reply(response, 200, mailsPage(mails), { "content-type": "text/html; charset=utf-8" });
  } else reply(response, 404, "Not found.\n");
}

function reply(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(body);
}

function mailsPage(mails: readonly KeptMail[]): string {
  const articles = mails.map(
    ({ to, subject, text, at }) => `<article>
<h2>${escaped(subject)}</h2>
<p>To ${escaped(to)}, ${at.toISOString()}</p>
<pre>${linked(text)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>E-mails of this sandbox</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}</style>
<h1>E-mails of this sandbox</h1>
<p>A sandbox sends no e-mail. These are the last messages that it would have sent.</p>
${articles.length === 0 ? "<p>None yet.</p>" : articles.join("\n")}
</html>
`;
}

/** A mail with its links, as a mail program shows it. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) =>
      at % 2 === 1 && URL.canParse(part) ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
