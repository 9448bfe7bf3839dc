/** Passkeys whose maker is no browser, over HTTP: what a signed-in attacker sends. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { describeStores } from "../contract/test-stores.js";
import { type AttestationFormat, CERTIFIED_FORMATS, cbor, makePasskey } from "./made-passkey.js";
import type { PageAnswer, SignedInPerson } from "./page-site.js";
import { type PeopleSite, startPeopleSite } from "./people-site.js";

const SECURITY = "/dashboard/security";

/** A COSE_Key with the parameters from -1 on. */
function keyOf(algorithm: number, type: number, parameters: readonly unknown[]): Map<number, unknown> {
  return new Map<number, unknown>([
    [1, type],
    [3, algorithm],
    ...parameters.map((value, i) => [-1 - i, value] as const),
  ]);
}

describeStores("making passkeys ($name)", ({ open }) => {
  let world: PeopleSite;
  let lists: Server;
  let crlUrl: string;
  const asked: string[] = [];
  beforeAll(async () => {
    world = await startPeopleSite({ open, trustedProxies: ["127.0.0.1"] });
    lists = createServer((request, response) => {
      asked.push(request.url!);
      response.end("no list");
    });
    await new Promise<void>((resolve) => lists.listen(0, "127.0.0.1", resolve));
    crlUrl = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/list.crl`;
  });
  afterAll(async () => {
    await world?.stop();
    lists?.closeAllConnections();
    lists?.close();
  });

  afterEach(() => asked.splice(0));

  let visitors = 0;
  /** At an address of its own. */
  async function newVisitor(): Promise<SignedInPerson> {
    const visitor = await world.site.signIn("reader");
    at(visitor, `203.0.113.${++visitors}`);
    await visitor.browser.get(SECURITY);
    return visitor;
  }

  function at({ browser }: SignedInPerson, address: string): void {
    browser.headers = { "accept-language": "en", "x-forwarded-for": address };
  }

  async function challengeFor({ browser }: SignedInPerson): Promise<string> {
    const { status, html } = await browser.postJson(`${SECURITY}/passkeys/options`, {});
    expect(status).toBe(200);
    const options = JSON.parse(html);
    expect(options.attestation).toBe("none");
    return options.challenge;
  }

  async function add(
    visitor: SignedInPerson,
    format: AttestationFormat,
    attestationObject?: Uint8Array,
  ): Promise<PageAnswer> {
    const challenge = await challengeFor(visitor);
    const { url: origin } = world.site;
    const answer = makePasskey({
      format,
      challenge,
      origin,
      crlUrl,
      ...(attestationObject !== undefined && { attestationObject }),
    });
    return visitor.browser.postJson(`${SECURITY}/passkeys`, { answer, name: format });
  }

  async function namesOf({ person }: SignedInPerson): Promise<readonly string[]> {
    return (await world.site.store.people.listPasskeys(person.id)).map(({ name }) => name);
  }

  it.each(["none", "packed-self"] as const)("takes one with attestation %s", async (format) => {
    const visitor = await newVisitor();
    expect((await add(visitor, format)).status).toBe(200);
    expect(await namesOf(visitor)).toEqual([format]);
  });

  it.each(CERTIFIED_FORMATS)(
    "refuses one with certificates (%s), and asks no address that they name",
    async (format) => {
      const visitor = await newVisitor();
      const { status } = await add(visitor, format);
      expect(asked).toEqual([]);
      expect(status).toBe(403);
      expect(await namesOf(visitor)).toEqual([]);
    },
  );

  it("refuses attestation objects that are malformed, deep or large", async () => {
    const visitor = await newVisitor();
    const none = new Map();
    const objects: readonly Uint8Array[] = [
      new Uint8Array(0),
      cbor("none"),
      cbor([]),
      cbor(new Map<string, unknown>([["fmt", "none"]])),
      cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", []],
          ["authData", Buffer.alloc(37)],
        ]),
      ),
      cbor(
        new Map<string, unknown>([
          ["fmt", ["none"]],
          ["attStmt", none],
          ["authData", Buffer.alloc(37)],
        ]),
      ),
      Buffer.alloc(5_900, 0x81),
      Buffer.alloc(5_900, 0xd8),
      Buffer.concat([Buffer.from("bb001fffffffffffff", "hex"), Buffer.alloc(100)]),
      Buffer.concat([Buffer.from("5b001fffffffffffff", "hex"), Buffer.alloc(100)]),
      // Refused by its length, whatever it holds.
      Buffer.alloc(16_000),
    ];
    for (const object of objects) {
      const { status } = await add(visitor, "none", object);
      expect(status, Buffer.from(object.subarray(0, 40)).toString("hex")).toBe(403);
    }
    const challenge = await challengeFor(visitor);
    const answer = makePasskey({ format: "none", challenge, origin: world.site.url, crlUrl });
    const attestationObject = [answer.response.attestationObject];
    const listed = { ...answer, response: { ...answer.response, attestationObject } };
    const refused = await visitor.browser.postJson(`${SECURITY}/passkeys`, { answer: listed });
    expect(refused.status).toBe(403);
    expect(await namesOf(visitor)).toEqual([]);
  });

  it.each([
    ["an algorithm alone", new Map([[3, -7]])],
    ["a point off the curve", keyOf(-7, 2, [1, Buffer.alloc(32, 1), Buffer.alloc(32, 2)])],
    ["EC under RSA's number", keyOf(-257, 2, [1, Buffer.alloc(32, 1), Buffer.alloc(32, 2)])],
    ["a modulus of 1", keyOf(-257, 3, [Buffer.of(1), Buffer.of(1, 0, 1)])],
    ["RSA of 1,024 bits", keyOf(-257, 3, [Buffer.alloc(128, 0xff), Buffer.of(1, 0, 1)])],
  ])("refuses a key that verifies nothing: %s", async (_, cose) => {
    const visitor = await newVisitor();
    const challenge = await challengeFor(visitor);
    const answer = makePasskey({ format: "none", challenge, origin: world.site.url, crlUrl, cose });
    const { status } = await visitor.browser.postJson(`${SECURITY}/passkeys`, { answer, name: "none" });
    expect(status).toBe(403);
    expect(await namesOf(visitor)).toEqual([]);
  });

  it.each([["usb"], [{ 0: "usb" }], [1], [null]])(
    "answers transports that are no list with 400: %j",
    async (transports) => {
      const visitor = await newVisitor();
      const challenge = await challengeFor(visitor);
      const made = makePasskey({ format: "none", challenge, origin: world.site.url, crlUrl });
      const answer = { ...made, response: { ...made.response, transports } };
      const { status } = await visitor.browser.postJson(`${SECURITY}/passkeys`, { answer, name: "none" });
      expect(status).toBe(400);
      expect(await namesOf(visitor)).toEqual([]);
    },
  );

  it("keeps of transports what is a name, and calls a passkey that shows no name by a usual one", async () => {
    const visitor = await newVisitor();
    const challenge = await challengeFor(visitor);
    const made = makePasskey({ format: "none", challenge, origin: world.site.url, crlUrl });
    const transports = ["usb", ["nfc"], 1, null, "<b>"];
    const answer = { ...made, response: { ...made.response, transports } };
    const { status } = await visitor.browser.postJson(`${SECURITY}/passkeys`, {
      answer,
      name: "\u200b\u2800",
    });
    expect(status).toBe(200);
    const [passkey] = await world.site.store.people.listPasskeys(visitor.person.id);
    expect(passkey).toMatchObject({ transports: ["usb"], name: "Passkey" });
  });

  it("reads no more of an answer than a browser sends", async () => {
    const visitor = await newVisitor();
    for (const path of [`${SECURITY}/passkeys`, `${SECURITY}/passkeys/options`, "/sign-in/passkey"]) {
      const { status } = await visitor.browser.postJson(path, { answer: "x".repeat(40_000) });
      expect(status, path).toBe(400);
    }
  });

  it("bounds how often a person tries, and how often an address does", async () => {
    const [person, neighbour] = [await newVisitor(), await newVisitor()];
    const ask = async (visitor: SignedInPerson, path: string) =>
      (await visitor.browser.postJson(path, {})).status;
    const path = `${SECURITY}/passkeys`;
    let tries = 0;
    while (tries < 200 && (await ask(person, path)) === 403) tries++;
    expect(tries).toBe(60);
    // From everywhere, and the challenge too; nobody else.
    at(person, "198.51.100.1");
    const { headers } = await person.browser.postJson(path, {});
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect([await ask(person, path), await ask(person, `${path}/options`)]).toEqual([429, 429]);
    expect(await ask(neighbour, `${path}/options`)).toBe(200);
    const many = await Promise.all(Array.from({ length: 5 }, newVisitor));
    const answered: number[] = [];
    for (const visitor of many) {
      at(visitor, "198.51.100.2");
      for (let count = 0; count < 30; count++) answered.push(await ask(visitor, path));
    }
    expect(answered.indexOf(429)).toBe(120);
  });
});
