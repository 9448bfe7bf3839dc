import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { Mail } from "./mail.js";
import { smtpOptions, smtpTransport } from "./smtp-transport.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that speaks enough of RFC 5321 to take mails, and offers no TLS. */
async function smtpServer(): Promise<{ port: number; commands: string[]; messages: string[] }> {
  const commands: string[] = [];
  const messages: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding("latin1");
    socket.write("220 test\r\n");
    let data: string | null = null;
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (text: string) => {
      rest += text;
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (line === ".") {
            messages.push(data);
            data = null;
            socket.write("250 taken\r\n");
          } else data += `${line}\r\n`;
          continue;
        }
        commands.push(line);
        if (line === "STARTTLS") socket.write("502 no\r\n");
        else if (line.startsWith("DATA")) {
          data = "";
          socket.write("354 go\r\n");
        } else socket.write("250 ok\r\n");
      }
    });
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as { port: number }).port, commands, messages };
}

it("sends a text to one address", async () => {
  const { port, commands, messages } = await smtpServer();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, "proofs@example.org", "svc-proof");
  await transport.send({
    to: "ana@example.org",
    subject: "Su enlace de acceso: señal",
    text: "Línea 1\nLínea 2\n",
  });
  transport.close();
  expect(commands.filter((line) => /^(?:MAIL|RCPT)/.test(line))).toEqual([
    "MAIL FROM:<proofs@example.org>",
    "RCPT TO:<ana@example.org>",
  ]);
  const [headers = "", body = ""] = messages[0]!.split("\r\n\r\n");
  expect(headers).toMatch(/^From: "svc-proof" <proofs@example.org>$/m);
  expect(headers).toMatch(/^To: ana@example.org$/m);
  expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(headers).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  expect(body).not.toContain("<");
});

it("sends nothing whose fields could become headers or further recipients", async () => {
  const { port, commands } = await smtpServer();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, "proofs@example.org", "svc-proof");
  const mails: readonly Partial<Mail>[] = [
    { to: "ana@example.org\r\nBcc: eva@example.net" },
    { to: "ana@example.org,eva@example.net" },
    { to: "ana@example.org eva@example.net" },
    { to: "<ana@example.org>" },
    { to: "ana@eva@example.net" },
    { subject: "Hello\r\nBcc: eva@example.net" },
    { subject: "Hello\nX: y" },
  ];
  for (const fields of mails) {
    const mail = { to: "ana@example.org", subject: "Hello", text: "", ...fields };
    await expect(transport.send(mail), JSON.stringify(fields)).rejects.toThrow(RangeError);
  }
  transport.close();
  expect(commands).toEqual([]);
});

it("asks every server but one on this machine for TLS, and for a valid certificate", () => {
  expect(smtpOptions("smtp://mail.example:2525")).toMatchObject({
    port: 2525,
    secure: false,
    requireTLS: true,
    ignoreTLS: false,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
  });
  expect(smtpOptions("smtps://ana%40x:p%2Fw@mail.example")).toMatchObject({
    port: 465,
    secure: true,
    auth: { user: "ana@x", pass: "p/w" },
  });
  for (const here of ["localhost", "127.0.0.1", "[::1]"])
    expect(smtpOptions(`smtp://${here}`)).toMatchObject({ port: 587, requireTLS: false, ignoreTLS: true });
});

it("fails with a server that offers no TLS", async () => {
  const { port, messages } = await smtpServer();
  const { createTransport } = await import("nodemailer");
  const options = { ...smtpOptions("smtp://mail.example"), host: "127.0.0.1", port };
  const transport = createTransport(options);
  const sent = transport.sendMail({ from: "a@example.org", to: "b@example.org", text: "secret" });
  await expect(sent).rejects.toThrow(/STARTTLS|TLS/i);
  transport.close();
  expect(messages).toEqual([]);
});
