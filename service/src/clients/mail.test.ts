import { createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Mail, MailQueue, type MailResult, smtpOptions, smtpTransport } from "./mail.js";

describe("mail queue", () => {
  const MAIL: Mail = { to: "ana@example.org", subject: "Hello", text: "…" };

  function queueOf(send: (mail: Mail) => Promise<void>, waitsMs: readonly number[] = [1, 1]) {
    const results: MailResult[] = [];
    const errors: unknown[] = [];
    const queue = new MailQueue({
      send,
      waitsMs,
      onResult: (result) => results.push(result),
      onError: (error) => errors.push(error),
    });
    return { queue, results, errors };
  }

  it("sends after the caller has gone on, and again after a failure", async () => {
    const sent: Mail[] = [];
    let tries = 0;
    const { queue, results, errors } = queueOf(async (mail) => {
      tries++;
      if (tries === 1) throw new Error("busy");
      sent.push(mail);
    });
    queue.put(async () => MAIL);
    expect(tries).toBe(0);
    await queue.idle();
    expect([sent, results, errors.length]).toEqual([[MAIL], ["sent"], 1]);
  });

  it("gives up after its tries, and says so", async () => {
    let tries = 0;
    const { queue, results } = queueOf(async () => {
      tries++;
      throw new Error("no");
    });
    queue.put(async () => MAIL);
    await queue.idle();
    expect([tries, results]).toEqual([3, ["failed"]]);
  });

  it("sends nothing when there is nobody to write to", async () => {
    const { queue, results } = queueOf(() => Promise.reject(new Error("sent")));
    queue.put(async () => null);
    await queue.idle();
    expect(results).toEqual([]);
  });

  it("is bounded, and at most two are under way", async () => {
    let underWay = 0;
    let most = 0;
    const { queue, results } = queueOf(async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
    });
    for (let count = 0; count < 1_100; count++) queue.put(async () => MAIL);
    expect(results).toEqual(Array(100).fill("dropped"));
    await queue.idle();
    expect([most, results.filter((result) => result === "sent").length]).toEqual([2, 1_000]);
  });

  it("closes during a wait for the next try", async () => {
    const { queue, results } = queueOf(() => Promise.reject(new Error("no")), [3_600_000]);
    queue.put(async () => MAIL);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await queue.close();
    queue.put(async () => MAIL);
    expect(results).toEqual(["failed", "dropped"]);
  });

  it("goes on with the next mails while one waits for its next try", async () => {
    const sent: string[] = [];
    const { queue, results } = queueOf(
      async ({ to }) => {
        if (to.startsWith("no-one")) throw new Error("greylisted");
        sent.push(to);
      },
      [3_600_000],
    );
    for (let count = 0; count < 4; count++)
      queue.put(async () => ({ ...MAIL, to: `no-one-${count}@example.org` }));
    queue.put(async () => MAIL);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([MAIL.to]);
    await queue.close();
    expect(results).toEqual(["sent", ...Array(4).fill("failed")]);
  });

  it("counts the mails that wait for their next try towards its bound", async () => {
    const { queue, results } = queueOf(() => Promise.reject(new Error("busy")), [3_600_000]);
    for (let count = 0; count < 1_000; count++) queue.put(async () => MAIL);
    await new Promise((resolve) => setTimeout(resolve, 50));
    queue.put(async () => MAIL);
    expect(results).toEqual(["dropped"]);
    await queue.close();
  });

  it("does not try again what the server refuses for good", async () => {
    let tries = 0;
    const { queue, results } = queueOf(async () => {
      tries++;
      throw Object.assign(new Error("no such user"), { responseCode: 550 });
    });
    queue.put(async () => MAIL);
    await queue.idle();
    expect([tries, results]).toEqual([1, ["failed"]]);
  });
});

describe("smtp transport", () => {
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
});
