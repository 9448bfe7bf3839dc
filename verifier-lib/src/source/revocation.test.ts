/** Each answer is asked of an authority in memory; what goes over a real connection is tested in node/fetch-public.test.ts. */

import { WorkBudget } from "@svc-proof/shared/work";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { Work } from "../work/work.js";
import {
  extension,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOW,
  name,
  OCSP_SIGNING,
  oid,
  purposes,
  sequence,
} from "../x509/authority.testing.js";
import { informationAccess } from "../x509/extensions.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import { parseIssuerCertificates } from "../x509/pem.js";
import { type BoundedRequest, SourceError } from "./bounded-fetch.js";
import { createRevocationSource, type RevocationQuestion, type SendBounded } from "./revocation.js";

const uri = (url: string) => encodeDer(contextPrimitive(6), new TextEncoder().encode(url));
const access = (method: string, url: string) => sequence(oid(`1.3.6.1.5.5.7.48.${method}`), uri(url));
const accessTo = (...all: Uint8Array[]) => extension("1.3.6.1.5.5.7.1.1", sequence(...all));
const pointsTo = (...urls: string[]) =>
  extension(
    "2.5.29.31",
    sequence(
      ...urls.map((url) =>
        sequence(encodeDer(contextConstructed(0), encodeDer(contextConstructed(0), uri(url)))),
      ),
    ),
  );

const OCSP = "http://ocsp.example/";
const CRL = "http://crl.example/ca.crl";
const ROOT_CRL = "http://crl.example/root.crl";
const ISSUER = "http://aia.example/ca.cer";

let root: Issued;
let ca: Issued;
let unit: Issued;
let delegate: Issued;
beforeAll(async () => {
  root = await issueAuthority("Root");
  ca = await issueAuthority("CA", { issuer: root, extensions: [pointsTo(ROOT_CRL)] });
  unit = await issueUnit(ca, {
    extensions: [accessTo(access("1", OCSP), access("2", ISSUER)), pointsTo("ldap://x/y", CRL)],
  });
  delegate = await issue({
    subject: name({ CN: "Responder" }),
    issuer: ca,
    extensions: [keyUsage(0), purposes(OCSP_SIGNING)],
  });
});

type Answers = Readonly<Record<string, Uint8Array | number | Error>>;

function sending(answers: Answers) {
  const asked: string[] = [];
  const requests: BoundedRequest[] = [];
  const send: SendBounded = async (_, url, request) => {
    const { method = "GET", maxBytes } = request;
    asked.push(`${method} ${url.href}`);
    requests.push(request);
    const answer = answers[url.href] ?? 404;
    if (answer instanceof Error) throw answer;
    if (typeof answer === "number") return { status: answer, body: new Uint8Array(0) };
    if (answer.length > maxBytes) throw new SourceError("source_invalid_answer", "too long");
    return { status: 200, body: new Uint8Array(answer) };
  };
  return { send, asked, requests };
}

async function ask(answers: Answers, question: Partial<RevocationQuestion> = {}) {
  const { send, asked, requests } = sending(answers);
  const { fetchRevocation } = createRevocationSource({ send, retries: 0 });
  const found = await fetchRevocation({
    signer: unit.certificate,
    anchors: [root.certificate],
    certificates: [ca.certificate],
    now: NOW,
    ...question,
  });
  return {
    asked,
    requests,
    answers: found.answers.map(({ kind, url, about }) => [kind, url, about.subject.text]),
    gaps: found.gaps.map(({ about, code, message }) => [about.subject.text, code, message]),
    issuers: found.issuers,
  };
}
const rootList = async () => (await issueCrl(root)).der;

test("asks the responder about the signer, and the distribution point about its issuer", async () => {
  const good = (await issueOcspResponse(ca, unit.certificate)).der;
  const found = await ask({ [OCSP]: responseOf(good), [ROOT_CRL]: await rootList() });
  expect(found.asked.sort()).toEqual([`GET ${ROOT_CRL}`, `POST ${OCSP}`]);
  expect(found.answers).toEqual([
    ["ocsp", OCSP, "CN=Unit,C=XX"],
    ["crl", ROOT_CRL, "CN=CA,C=XX"],
  ]);
  expect(found.gaps).toEqual([]);
  const [query] = found.requests.filter(({ method }) => method === "POST");
  expect(query).toMatchObject({
    headers: { "content-type": "application/ocsp-request", accept: "application/ocsp-response" },
    body: expect.any(Uint8Array),
    maxBytes: 131_072,
  });
  const [plain] = found.requests.filter(({ method }) => method === undefined);
  expect(Object.keys(plain!).toSorted()).toEqual(["maxBytes", "signal"]);
});

/** `parseOcspResponse` keeps the basic response; a responder sends it in its envelope. */
function responseOf(basic: Uint8Array): Uint8Array {
  return sequence(
    encodeDer(TAG.enumerated, Uint8Array.of(0)),
    encodeDer(
      contextConstructed(0),
      sequence(oid("1.3.6.1.5.5.7.48.1.1"), encodeDer(TAG.octetString, basic)),
    ),
  );
}

describe("what the responder answers", () => {
  test.each<[string, () => Promise<Uint8Array | number | Error>, string | null]>([
    ["good, by a delegate", () => ocsp({ responder: delegate, certificates: [delegate.certificate] }), null],
    ["revoked", () => ocsp({ status: { revokedAt: NOW } }), null],
    [
      "revoked, and out of date",
      () => ocsp({ status: { revokedAt: NOW }, nextUpdate: new Date(NOW.getTime() - 60_000) }),
      null,
    ],
    ["out of date", () => ocsp({ nextUpdate: new Date(NOW.getTime() - 60_000) }), "out of date"],
    ["unknown", () => ocsp({ status: "unknown" }), "does not know"],
    ["good, and unknown", () => ocsp({ status: "good", others: ["unknown"] }), null],
    [
      "good and revoked, out of date",
      () => ocsp({ others: [{ revokedAt: NOW }], nextUpdate: new Date(NOW.getTime() - 60_000) }),
      null,
    ],
    ["good, for an unknown time", () => ocsp({ nextUpdate: null }), null],
    ["good, by the eighth certificate in it", () => byDelegateAt(8), null],
    ["good, by the ninth certificate in it", () => byDelegateAt(9), "did not sign"],
    [
      "good, by a certificate of the issuer without purposes",
      async () => {
        const plain = await issue({ subject: name({ CN: "Plain" }), issuer: ca });
        return ocsp({ responder: plain, certificates: [plain.certificate] });
      },
      "did not sign",
    ],
    [
      "about the same bytes by another hash",
      () => ocsp({ hashAlgorithm: "2.16.840.1.101.3.4.2.1" }),
      "another",
    ],
    ["signed by a delegate that it leaves out", () => ocsp({ responder: delegate }), "did not sign"],
    ["signed by somebody else", () => ocsp({ responder: root }), "did not sign"],
    [
      "by somebody who delegates himself",
      async () => {
        const other = await issue({
          subject: name({ CN: "Other" }),
          issuer: root,
          extensions: [purposes(OCSP_SIGNING)],
        });
        return ocsp({ responder: other, certificates: [other.certificate] });
      },
      "did not sign",
    ],
    [
      "by a certificate of the issuer that is not for it",
      () => ocsp({ responder: unit, certificates: [unit.certificate] }),
      "did not sign",
    ],
    [
      "about another certificate",
      async () => (await issueOcspResponse(ca, delegate.certificate)).der,
      "another",
    ],
    [
      "about the number of another issuer",
      async () => (await issueOcspResponse(root, unit.certificate)).der,
      "another",
    ],
    ["tryLater", async () => sequence(encodeDer(TAG.enumerated, Uint8Array.of(3))), "ocsp_no_response"],
    ["HTML", async () => new TextEncoder().encode("<html>"), "malformed"],
    ["nothing", async () => new Uint8Array(0), "malformed"],
    ["128 kB and one byte", async () => new Uint8Array(131_073), "too long"],
    ["status 500", async () => 500, "HTTP status 500"],
    ["no connection", async () => new SourceError("source_unreachable", "no connection"), "no connection"],
  ])("%s", async (_, make, fault) => {
    const answer = await make();
    const found = await ask({ [OCSP]: answer, [ROOT_CRL]: await rootList() });
    if (fault === null) {
      expect(found.answers[0]).toEqual(["ocsp", OCSP, "CN=Unit,C=XX"]);
      return;
    }
    // The distribution point is asked next.
    expect(found.gaps).toEqual([["CN=Unit,C=XX", "source_error", "http://crl.example: HTTP status 404"]]);
    const list = (await issueCrl(ca)).der;
    const withList = await ask({ [OCSP]: answer, [CRL]: list, [ROOT_CRL]: await rootList() });
    expect(withList.answers[0]).toEqual(["crl", CRL, "CN=Unit,C=XX"]);
    // The same signer, as if it had no distribution point.
    const signer = { ...unit.certificate, crlDistributionPoints: [] };
    const alone = await ask({ [OCSP]: answer }, { signer, anchors: [ca.certificate] });
    expect(alone.gaps[0]?.[2]).toContain(fault);
  });

  const byDelegateAt = (place: number) => {
    const others = Array.from({ length: place - 1 }, () => root.certificate);
    return ocsp({ responder: delegate, certificates: [...others, delegate.certificate] });
  };

  async function ocsp(options: Parameters<typeof issueOcspResponse>[2]): Promise<Uint8Array> {
    return responseOf((await issueOcspResponse(ca, unit.certificate, options)).der);
  }
});

test.each<[string, () => Promise<Uint8Array>, string]>([
  ["of another authority", async () => (await issueCrl(root)).der, "of another authority"],
  [
    "under its name, by another key",
    async () => (await issueCrl(root, { issuerName: ca.certificate.subject.der })).der,
    "did not sign",
  ],
  [
    "out of date",
    async () => (await issueCrl(ca, { nextUpdate: new Date(NOW.getTime() - 60_000) })).der,
    "out of date",
  ],
  ["that is a page", async () => new TextEncoder().encode("<html>"), "malformed"],
])("a list %s is no answer", async (_, make, fault) => {
  const found = await ask({ [CRL]: await make(), [ROOT_CRL]: await rootList() });
  expect(found.gaps).toEqual([["CN=Unit,C=XX", "source_invalid_answer", expect.stringContaining(fault)]]);
});

describe("the issuer's certificate", () => {
  const certsOnly = (...ders: Uint8Array[]) =>
    sequence(
      oid("1.2.840.113549.1.7.2"),
      encodeDer(
        contextConstructed(0),
        sequence(
          encodeDer(TAG.integer, Uint8Array.of(1)),
          encodeDer(TAG.set),
          sequence(oid("1.2.840.113549.1.7.1")),
          encodeDer(contextConstructed(0), ...ders),
          encodeDer(TAG.set),
        ),
      ),
    );
  const pem = (der: Uint8Array) =>
    new TextEncoder().encode(
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`,
    );

  test.each<[string, () => Uint8Array]>([
    ["in DER", () => ca.certificate.der],
    ["in a message of certificates", () => certsOnly(root.certificate.der, ca.certificate.der)],
    ["in PEM", () => pem(ca.certificate.der)],
  ])("is fetched %s and completes the chain", async (_, make) => {
    const answers = {
      [ISSUER]: make(),
      [OCSP]: responseOf((await issueOcspResponse(ca, unit.certificate)).der),
      [ROOT_CRL]: await rootList(),
    };
    const found = await ask(answers, { certificates: [] });
    expect(found.issuers).toEqual([ca.certificate.der]);
    expect(found.answers.map(([kind]) => kind)).toEqual(["ocsp", "crl"]);
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ["is another's", async () => root.certificate.der],
    ["has the name, and another key", async () => (await issueAuthority("CA")).certificate.der],
    [
      "has the key, and another name",
      async () => (await issueAuthority("Other", { key: ca.key })).certificate.der,
    ],
    ["is no certificate", async () => new TextEncoder().encode("<html>")],
    ["is another message", async () => sequence(oid("1.2.840.113549.1.7.1"))],
  ])("that %s ends the chain", async (_, make) => {
    const found = await ask({ [ISSUER]: await make() }, { certificates: [] });
    expect(found.gaps.map(([, code]) => code)).toEqual(["issuer_certificate_missing"]);
    expect(found.answers).toEqual([]);
    expect(found.asked).toEqual([`GET ${ISSUER}`]);
  });
});

test.each<[string, number | Error, string]>([
  ["cannot be reached", new SourceError("source_unreachable", "no connection"), "source_unreachable"],
  ["answers with an error", 503, "source_error"],
])("an issuer's address that %s is told as that: another try may find more", async (_, answer, code) => {
  const found = await ask({ [ISSUER]: answer }, { certificates: [] });
  expect(found.gaps.map((gap) => gap[1])).toEqual([code]);
});

test("asks nothing about an anchor, nor about a root", async () => {
  expect((await ask({}, { anchors: [unit.certificate] })).asked).toEqual([]);
  const found = await ask({}, { anchors: [ca.certificate] });
  expect(found.gaps.map(([about]) => about)).toEqual(["CN=Unit,C=XX"]);
  const all = await ask({}, { anchors: [], certificates: [ca.certificate, root.certificate] });
  expect(all.gaps.map(([about]) => about)).toEqual(["CN=Unit,C=XX", "CN=CA,C=XX"]);
});

test("a certificate without a usable address", async () => {
  const signer = (
    await issueUnit(ca, {
      extensions: [
        accessTo(access("1", "ftp://x/"), access("1", "http://u:p@x/"), access("1", "not a url")),
        pointsTo(`http://x/${"y".repeat(2048)}`),
      ],
    })
  ).certificate;
  const found = await ask({ [ROOT_CRL]: await rootList() }, { signer });
  expect(found.gaps.map(([, code]) => code)).toEqual(["no_revocation_address"]);
  expect(found.asked).toEqual([`GET ${ROOT_CRL}`]);
});

test.each<[string, boolean]>([
  ["http://x/", true],
  ["https://x/", true],
  [`http://x/${"y".repeat(2039)}`, true],
  [`http://x/${"y".repeat(2040)}`, false],
  ["http://u@x/", false],
  ["http://:p@x/", false],
  ["ftp://x/", false],
])("an address is asked, or not: %#", async (url, isAsked) => {
  const signer = { ...unit.certificate, crlDistributionPoints: [{ kind: "uri", value: url } as const] };
  const found = await ask({}, { signer, anchors: [ca.certificate] });
  expect(found.asked.filter((one) => one.startsWith("GET"))).toEqual(isAsked ? [`GET ${url}`] : []);
});

test("a distribution point that is no address is none, whatever it says", async () => {
  const point = { kind: "dns", value: "http://x/1" } as const;
  const signer = { ...unit.certificate, crlDistributionPoints: [point] };
  const found = await ask({}, { signer, anchors: [ca.certificate] });
  expect(found.asked).toEqual([`POST ${OCSP}`]);
});

test("a list that says nothing of the next one is not out of date", async () => {
  const found = await ask(
    { [CRL]: (await issueCrl(ca, { nextUpdate: null })).der },
    { anchors: [ca.certificate] },
  );
  expect(found.answers).toEqual([["crl", CRL, "CN=Unit,C=XX"]]);
});

test("asks at most three addresses of a kind, each once", async () => {
  const signer = (
    await issueUnit(ca, {
      extensions: [pointsTo(...Array.from({ length: 40 }, (_, i) => `http://x/${i >> 1}`))],
    })
  ).certificate;
  const { asked } = await ask({}, { signer, anchors: [ca.certificate] });
  expect(asked).toEqual(["GET http://x/0", "GET http://x/1", "GET http://x/2"]);
});

test("authorities that certify each other end the search", async () => {
  const keys = [await issueAuthority("A"), await issueAuthority("B")] as const;
  const a = await issueAuthority("A", { issuer: keys[1], key: keys[0].key });
  const b = await issueAuthority("B", { issuer: keys[0], key: keys[1].key });
  const signer = (await issueUnit(a)).certificate;
  const found = await ask({}, { signer, anchors: [], certificates: [a.certificate, b.certificate] });
  expect(found.gaps.map(([about]) => about)).toEqual(["CN=Unit,C=XX", "CN=A,C=XX", "CN=B,C=XX"]);
});

test("asks about eight certificates of a chain", async () => {
  const chain = [root];
  const { key } = ca;
  for (let i = 9; i > 0; i--) chain.unshift(await issueAuthority(`CA ${i}`, { issuer: chain[0]!, key }));
  const signer = (await issueUnit(chain[0]!)).certificate;
  const certificates = chain.map(({ certificate }) => certificate);
  const found = await ask({}, { signer, anchors: [], certificates });
  expect(found.gaps).toHaveLength(8);
  expect(found.gaps.at(-1)?.[0]).toBe("CN=CA 7,C=XX");
});

test("all answers of a question are paid from one budget", async () => {
  const response = responseOf((await issueOcspResponse(ca, unit.certificate)).der);
  const answers = { [ISSUER]: ca.certificate.der, [OCSP]: response, [ROOT_CRL]: await rootList() };
  const spending = vi.spyOn(WorkBudget.prototype, "spend");
  /** What a reader takes of a budget, in its order. */
  const takenBy = (read: (work: Work) => unknown) => {
    const work = new Work();
    read(work);
    return takenOf(work);
  };
  const takenOf = (work: unknown) =>
    spending.mock.calls.flatMap(([units], i) => (spending.mock.contexts[i] === work ? [units] : [])).join();
  try {
    await ask(answers, { certificates: [] });
    const budgets = new Set(spending.mock.contexts.filter((one) => one instanceof Work));
    expect(budgets.size).toBe(1);
    const all = takenOf([...budgets][0]);
    expect(all).toContain(takenBy((work) => parseIssuerCertificates(ca.certificate.der, { work })));
    expect(all).toContain(takenBy((work) => parseOcspResponse(response, { work })));
  } finally {
    spending.mockRestore();
  }
});

test("has the name that it is given, and tells how long it may take", async () => {
  const { send } = sending({});
  expect(createRevocationSource({ send })).toMatchObject({
    name: "addresses in the certificates",
    timeoutMs: 40_000,
  });
  expect(createRevocationSource({ send, name: "own", timeoutMs: 10 })).toMatchObject({
    name: "own",
    timeoutMs: 40,
  });
});

test("leaves no timer behind", async () => {
  vi.useFakeTimers();
  try {
    await ask({}, { anchors: [unit.certificate] });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a mistake of the caller's is told as that, and is no gap", async () => {
  await expect(ask({ [OCSP]: new TypeError("a mistake") })).rejects.toThrow(new TypeError("a mistake"));
});

test("a question takes no longer than four answers, however many addresses there are", async () => {
  const urls = [1, 2, 3].map((i) => `http://x/${i}`);
  const signer = (
    await issueUnit(ca, {
      extensions: [accessTo(...urls.map((url) => access("1", url))), pointsTo(...urls)],
    })
  ).certificate;
  const { fetchRevocation } = createRevocationSource({
    send: () => new Promise(() => undefined),
    timeoutMs: 20,
    retries: 0,
  });
  const { gaps } = await fetchRevocation({ signer, anchors: [ca.certificate], certificates: [], now: NOW });
  expect(gaps.map(({ code, message }) => [code, message])).toEqual([
    ["source_timeout", "http://x: no answer in time"],
  ]);
});

test("a responder that never answers: the question ends, with the reason", async () => {
  const { fetchRevocation } = createRevocationSource({
    send: () => new Promise(() => undefined),
    timeoutMs: 30,
    retries: 0,
  });
  const question = {
    signer: unit.certificate,
    anchors: [root.certificate],
    certificates: [ca.certificate],
    now: NOW,
  };
  const { gaps } = await fetchRevocation(question);
  expect(gaps.map(({ code }) => code)).toEqual(["source_timeout", "source_timeout"]);
  const reason = new Error("the caller has gone");
  const asked = fetchRevocation({ ...question, signal: AbortSignal.abort(reason) });
  await expect(asked).rejects.toBe(reason);
  const controller = new AbortController();
  const aborted = fetchRevocation({ ...question, signal: controller.signal });
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
});

test("addresses that cannot be read are none", async () => {
  const signer = (
    await issueUnit(ca, { extensions: [extension("1.3.6.1.5.5.7.1.1", sequence(oid("1.2.3")))] })
  ).certificate;
  expect(informationAccess(signer)).toEqual({ ocsp: [], caIssuers: [] });
});
