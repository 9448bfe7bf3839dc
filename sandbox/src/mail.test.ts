/** The mail server with the service's own client, and the page that shows what it kept. */

import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { smtpTransport } from "../../service/src/clients/mail.js";
import { type Desk, startDesk } from "./desk.js";
import { type MailServer, startMailServer } from "./mail.js";

let server: MailServer;
let desk: Desk;
beforeEach(async () => {
  server = await startMailServer();
  desk = await startDesk({ port: 0, mails: server.mails });
});
afterEach(async () => {
  await desk.stop();
  await server.stop();
});

const MAILS = [
  {
    to: "ana@example.org",
    subject: "Su enlace de acceso: señal",
    text: "Línea 1\n.\n..dos\nhttps://proofs.example/a?b=c&d=1\n",
  },
  { to: "bob@example.org", subject: "ø".repeat(100), text: `${"=x".repeat(2_000)}\n\n\u{1F600}` },
  {
    to: "<b>@example.org".replaceAll(/[<>]/g, ""),
    subject: "<script>alert(1)</script>",
    text: "<img src=x>",
  },
];

async function send(): Promise<void> {
  const transport = smtpTransport(server.url, "proofs@example.org", "svc-proof");
  for (const mail of MAILS) await transport.send(mail);
  transport.close();
}

it("keeps what the service sends, newest first, and the last hundred only", async () => {
  await send();
  expect(server.mails.map(({ at: _at, text, ...mail }) => ({ ...mail, text: text.trimEnd() }))).toEqual(
    MAILS.map((mail) => ({ ...mail, text: mail.text.trimEnd() })).reverse(),
  );
  for (let i = 0; i < 40; i++) await send();
  expect(server.mails).toHaveLength(100);
});

it("ends a client that sends without end, and goes on", async () => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write("DATA\r\n");
  const flood = setInterval(() => socket.write("x".repeat(65_536)), 1);
  await closed;
  clearInterval(flood);
  await send();
  expect(server.mails).toHaveLength(MAILS.length);
});

describe("the desk", () => {
  it("shows mails as text, with their links", async () => {
    await send();
    const answer = await fetch(desk.mailsUrl);
    const page = await answer.text();
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page).toContain('<a href="https://proofs.example/a?b=c&amp;d=1">');
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script|<img/);
  });

  it("leads to a new address with each visit of a link, and knows no other", async () => {
    let visits = 0;
    const link = new URL(desk.link(async () => `http://localhost:9/sign-in/link?token=${++visits}`));
    expect(link.hostname).toBe("localhost");
    const address = `http://127.0.0.1:${link.port}${link.pathname}`;
    for (const visit of [1, 2]) {
      const answer = await fetch(address, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        `http://localhost:9/sign-in/link?token=${visit}`,
      ]);
    }
    expect((await fetch(`${address.slice(0, -1)}`)).status).toBe(404);
    expect((await fetch(address, { method: "POST" })).status).toBe(404);
  });

  it("answers to no other name: a page of another host must not read it", async () => {
    const { hostname, port } = new URL(desk.mailsUrl);
    const socket = connect(Number(port), hostname);
    socket.end("GET /mail HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let answer = "";
    for await (const part of socket) answer += part;
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});
