import { describe, expect, test } from "vitest";
import { MAX_IDENTITIES, MAX_LIST_CERTIFICATES, MAX_PERIODS, MAX_POINTERS, MAX_SERVICES } from "../limits.js";
import { parseTrustedList, refuseOtherVersions } from "./parse-list.js";
import { CertificateAllowance } from "./services.js";
import { extension, listText, type TestList, type TestService } from "./signed-list.testing.js";
import { XmlElement, type XmlNode } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";

const rootOf = (text: string) => parseXml(Buffer.from(text)).root;
const parse = (list: Omit<TestList, "signer">) =>
  parseTrustedList(rootOf(listText(list).replace("SIGNATURE", "")));

function codeOf(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const changed = (from: string | RegExp, to: string, list: Omit<TestList, "signer"> = {}) => {
  const change = (text: string) => {
    const result = text.replace(from, to);
    expect(result).not.toBe(text);
    return result;
  };
  return () => parse({ ...list, change });
};

describe("the scheme information", () => {
  test("is read", () => {
    expect(parse({ uris: ["https://a.example/1", " https://a.example/2 "] })).toEqual({
      territory: "ES",
      version: 6,
      sequenceNumber: 7,
      kind: "national",
      issued: "2026-06-01T00:00:00Z",
      nextUpdate: "2026-12-01T00:00:00Z",
      historicalPeriod: 65535,
      schemeInformationUris: ["https://a.example/1", "https://a.example/2"],
      pointers: [],
      services: [],
    });
    expect(parse({ territory: "EU", version: "5" })).toMatchObject({ kind: "list-of-lists", version: 5 });
    expect(parse({ nextUpdate: "" }).nextUpdate).toBeNull();
  });

  test.each<[string, string | RegExp, string, string]>([
    ["version 4", ">6</TSLV", ">4</TSLV", "list_version_unsupported"],
    ["version 7", ">6</TSLV", ">7</TSLV", "list_version_unsupported"],
    ["sequence number 1", ">7</TSLS", ">1</TSLS", "read"],
    ["sequence number 0", ">7</TSLS", ">0</TSLS", "list_malformed"],
    ["a type of no list of the Union", "EUgeneric", "CClist", "list_type_unsupported"],
    ["a type of Object's prototype", /http[^>]*EUgeneric/, "constructor", "list_type_unsupported"],
    ["no pointers", /<Pointers.*Pointers[^>]*>/, "", "read"],
    ["the root of another namespace", 'xmlns="http', 'xmlns="urn:', "list_root"],
    ["two next updates", /<dateTime>.*<\/dateTime>/, "$&$&", "list_malformed"],
    ["no historical period", /<Hist.*Period>/, "", "list_malformed"],
  ])("with %s", (_, from, to, code) => {
    expect(codeOf(changed(from, to))).toBe(code);
  });
});

describe("before the signature is verified", () => {
  const refuse = (version: string) =>
    codeOf(() => refuseOtherVersions(rootOf(listText({ version }).replace("SIGNATURE", ""))));

  test.each([
    ["4", "list_version_unsupported"],
    [" 4 ", "list_version_unsupported"],
    ["0", "list_version_unsupported"],
    ["10", "list_version_unsupported"],
    ["5", "read"],
    [" 6\n", "read"],
    // What is malformed is judged where it was signed.
    ["", "read"],
    [" ", "read"],
    ["x4", "read"],
    ["4x", "read"],
    ["<b/>", "read"],
  ])("version %j: %s", (version, code) => {
    expect(refuse(version)).toBe(code);
  });

  test("a document that has none is read on", () => {
    const text = listText({ version: "4" }).replace("SIGNATURE", "");
    for (const name of ["SchemeInformation", "TSLVersionIdentifier"]) {
      expect(codeOf(() => refuseOtherVersions(rootOf(text.replaceAll(name, "Other"))))).toBe("read");
    }
  });
});

describe("a pointer", () => {
  const pointer = { territory: "AT", certificates: [] };
  const parsePointer = (from: string | RegExp, to: string) => {
    const parsePointers = changed(from, to, { pointers: [pointer] });
    return () => parsePointers().pointers[0]!;
  };

  test("is read with its location, and with what it says of the list", () => {
    expect(parse({ pointers: [pointer] }).pointers).toEqual([
      {
        location: "https://lists.example/AT.xml",
        territory: "AT",
        mimeType: "application/vnd.etsi.tsl+xml",
        kind: "national",
        certificates: [],
      },
    ]);
  });

  test.each<[string, string | RegExp, Record<string, unknown>]>([
    ["territory", /<OtherInformation><SchemeTerritory.*?<\/OtherInformation>/, { territory: null }],
    ["kind", /<OtherInformation><TSLType.*?<\/OtherInformation>/, { kind: null }],
    ["MIME type", /<OtherInformation><additional.*?<\/OtherInformation>/, { mimeType: null }],
    ["identities", /<ServiceDigitalIdentities.*Identities>/, { certificates: [] }],
    [
      "information",
      /<AdditionalInformation>.*?<\/AdditionalInformation>/s,
      { territory: null, kind: null, mimeType: null },
    ],
  ])("may have no %s", (_, from, facts) => {
    expect(parsePointer(from, "")()).toMatchObject({ location: "https://lists.example/AT.xml", ...facts });
  });

  test("must have a location", () => {
    expect(codeOf(parsePointer(/<TSLLocation>.*<\/TSLLocation>/, ""))).toBe("list_malformed");
  });

  test("says nothing in elements of another namespace, or by a type that is not known", () => {
    const moved = (name: string) =>
      parsePointer(
        new RegExp(`<OtherInformation><${name}>(.*?)</${name}>`),
        `<OtherInformation><${name} xmlns="urn:x">$1</${name}>`,
      )();
    expect(moved("SchemeTerritory").territory).toBeNull();
    expect(moved("TSLType").kind).toBeNull();
    expect(
      parsePointer(/<additional:MimeType>(.*?)<.additional:MimeType>/, "<MimeType>$1</MimeType>")().mimeType,
    ).toBeNull();
    expect(parsePointer(/(<OtherInformation><TSLType>)[^<]*/, "$1urn:x")().kind).toBeNull();
    expect(parsePointer(/(<OtherInformation><TSLType>)[^<]*/, "$1constructor")().kind).toBeNull();
  });
});

const servicesOf = (...services: readonly TestService[]) => parse({ services }).services;
const serviceOf = (service: TestService) => servicesOf(service)[0]!;

describe("a service", () => {
  test("is read with its provider", () => {
    expect(servicesOf({}, { status: "withdrawn", names: "<Name>Other</Name>" })).toMatchObject([
      {
        provider: "Example TSP",
        name: "Stamps",
        status: "granted",
        since: "2026-01-01T00:00:00Z",
        history: [],
      },
      { provider: "Example TSP", name: "Other", status: "withdrawn" },
    ]);
  });

  test.each([
    ["http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted", "granted"],
    ["https://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/Withdrawn", "withdrawn"],
    ["http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/Svcstatus/accredited", "accredited"],
    [`http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${"x".repeat(64)}`, "x".repeat(64)],
    [`http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${"x".repeat(65)}`, "unknown"],
    ["http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/", "unknown"],
    ["http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/a-b", "unknown"],
    ["http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted/", "unknown"],
    ["x/http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted", "unknown"],
    ["httpx://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted", "unknown"],
    ["http://uri.etsi.org/TrstSvc/Svcstatus/granted", "unknown"],
  ])("of status %s is %s", (uri, status) => {
    const { status: read, unknownExtension } = serviceOf({ status: uri });
    expect([read, unknownExtension]).toEqual([status, status === "unknown" ? "ServiceStatus" : null]);
  });

  test("has its history from the newest to the oldest, equal times in the order of the list", () => {
    const history = [
      { since: "2015-01-01T00:00:00Z" },
      { since: "2020-01-01T00:00:00Z", status: "withdrawn" },
      { since: "2020-01-01T00:00:00Z", status: "granted" },
      { since: "2025-01-01T00:00:00Z" },
    ];
    expect(
      serviceOf({ history }).history.map(({ since, status }) => `${since.slice(0, 4)} ${status}`),
    ).toEqual(["2025 granted", "2020 withdrawn", "2020 granted", "2015 granted"]);
  });

  test.each<[string, string, boolean]>([
    ["true", "<Strange/>", true],
    ["1", "<Strange/>", true],
    [" true ", "<Strange/>", true],
    ["false", "<Strange/>", false],
    ["0", "<Strange/>", false],
    ["", "<Strange/>", false],
    ["xtrue", "<Strange/>", false],
    ["truex", "<Strange/>", false],
  ])("with an unknown extension whose Critical is %j", (critical, content, isUnknown) => {
    const extensions = `<Extension Critical="${critical}">${content}</Extension>`;
    expect(serviceOf({ extensions }).unknownExtension).toBe(isUnknown ? "Strange" : null);
  });

  test("with an extension that does not say whether it is critical has none", () => {
    expect(serviceOf({ extensions: "<Extension><Strange/></Extension>" }).unknownExtension).toBeNull();
  });

  test("has the facts of all its extensions, and the first unknown one", () => {
    const uri = "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals";
    const extensions =
      extension("<Second/><First/>", true) +
      extension("<Third/>", true) +
      extension(`<AdditionalServiceInformation><URI>${uri}</URI></AdditionalServiceInformation>`, true) +
      extension("<ExpiredCertsRevocationInfo>2016-01-01T00:00:00Z</ExpiredCertsRevocationInfo>", true) +
      extension("<TakenOverBy/>", true);
    expect(serviceOf({ extensions })).toMatchObject({
      additionalInformation: [uri],
      expiredCertsRevocationInfo: "2016-01-01T00:00:00Z",
      isTakenOver: true,
      unknownExtension: "Second",
    });
    expect(serviceOf({})).toMatchObject({
      additionalInformation: [],
      expiredCertsRevocationInfo: null,
      isTakenOver: false,
      unknownExtension: null,
    });
    expect(serviceOf({ extensions: extension("<additional:TakenOverBy/>", true) }).isTakenOver).toBe(true);
    expect(serviceOf({ extensions: extension("<TakenOverBy/><Strange/>", true) }).unknownExtension).toBe(
      "TakenOverBy",
    );
  });
});

describe("the identity of a service", () => {
  const id = (name: string, bytes: number) =>
    `<DigitalId><${name}>${Buffer.alloc(bytes, 1).toString("base64")}</${name}></DigitalId>`;
  const identityOf = (identity: string) => serviceOf({ identity }).identity;

  test("has certificates, names and key identifiers", () => {
    const name = "<DigitalId><X509SubjectName> CN=a </X509SubjectName></DigitalId>";
    const noName = "<DigitalId><X509SubjectName><b/></X509SubjectName></DigitalId>";
    expect(identityOf(id("X509Certificate", 3) + name + noName + id("X509SKI", 2) + id("Other", 1))).toEqual({
      certificates: [Uint8Array.of(1, 1, 1)],
      subjectNames: ["CN=a", ""],
      keyIdentifiers: [Uint8Array.of(1, 1)],
      unreadable: 0,
    });
    const foreign = '<DigitalId><X509Certificate xmlns="urn:x">AAAA</X509Certificate></DigitalId>';
    expect(identityOf(foreign)).toMatchObject({ certificates: [], unreadable: 0 });
  });

  test("counts certificates that cannot be read: of no bytes, of too many, or not base64", () => {
    expect(identityOf(id("X509Certificate", 65_536))).toMatchObject({ unreadable: 0 });
    expect(identityOf(id("X509Certificate", 65_537))).toMatchObject({ certificates: [], unreadable: 1 });
    const bad = "<DigitalId><X509Certificate>*</X509Certificate></DigitalId>";
    const element = "<DigitalId><X509Certificate>AAAA<b/></X509Certificate></DigitalId>";
    expect(identityOf(id("X509Certificate", 0) + bad + element)).toMatchObject({
      certificates: [],
      unreadable: 3,
    });
  });

  test("leaves out key identifiers that are none", () => {
    expect(identityOf(id("X509SKI", 64)).keyIdentifiers).toHaveLength(1);
    expect(identityOf(id("X509SKI", 65)).keyIdentifiers).toEqual([]);
    expect(identityOf(id("X509SKI", 0)).keyIdentifiers).toEqual([]);
    expect(identityOf("<DigitalId><X509SKI>*</X509SKI></DigitalId>")).toMatchObject({
      keyIdentifiers: [],
      unreadable: 0,
    });
  });
});

describe("the limits", () => {
  const certificate = "<DigitalId><X509Certificate>AA==</X509Certificate></DigitalId>";

  test.each<[string, number, (count: number) => unknown]>([
    [
      "pointers",
      MAX_POINTERS,
      (length) => parse({ pointers: Array.from({ length }, () => ({ territory: "AT", certificates: [] })) }),
    ],
    // The present period is one of them.
    [
      "periods",
      MAX_PERIODS,
      (count) => serviceOf({ history: Array.from({ length: count - 1 }, () => ({})) }),
    ],
    ["identities", MAX_IDENTITIES, (count) => serviceOf({ identity: certificate.repeat(count) })],
  ])("of %s are as stated", (_, limit, read) => {
    expect(codeOf(() => read(limit))).toBe("read");
    expect(codeOf(() => read(limit + 1))).toBe("list_too_many");
  });

  test("of services holds for all providers together", () => {
    const root = rootOf(listText({ services: [{}] }).replace("SIGNATURE", ""));
    const widened = (element: XmlElement, localName: string, count: number): XmlElement =>
      new XmlElement(
        element,
        element.children.flatMap((child): readonly XmlNode[] => {
          if (!(child instanceof XmlElement)) return [child];
          return child.localName === localName
            ? Array.from({ length: count }, () => child)
            : [widened(child, localName, count)];
        }),
      );
    const read = (providers: number, services: number) =>
      codeOf(() =>
        parseTrustedList(widened(widened(root, "TSPService", services), "TrustServiceProvider", providers)),
      );
    expect(read(2, MAX_SERVICES / 2)).toBe("read");
    expect(read(3, MAX_SERVICES / 2)).toBe("list_too_many");
  });

  test("of certificates holds for a whole list", () => {
    const allowance = new CertificateAllowance();
    const element = rootOf("<a/>");
    for (let i = 0; i < MAX_LIST_CERTIFICATES; i++) allowance.take(element);
    expect(codeOf(() => allowance.take(element))).toBe("list_too_many");
  });
});
