import type { Check, Report } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { verdict as english } from "../texts/result/english.js";
import { verdict as spanish } from "../texts/result/spanish.js";
import {
  countryText,
  isAuthorityListed,
  isOverdue,
  qualificationOfClaim,
  qualificationOfSeal,
  qualificationRows,
  snapshotText,
} from "./qualification.js";

describe("qualification", () => {
  const texts = english.trustedLists;

  const list = (territory: string) => ({
    territory,
    sequence_number: 184,
    issued: "2026-03-26T02:00:31Z",
    next_update: "2026-09-24T01:00:31Z",
  });
  const granted = { status: "granted", since: "2017-07-21T00:00:00Z", time: "2020-02-13T21:10:44.000Z" };
  const qualified = (evidence: object, status: Check["status"] = "passed"): Check =>
    ({
      id: "qualified",
      status,
      code: "ok",
      basis: "relied-on",
      evidence: {
        result: "qualified",
        territory: "ES",
        provider: "Provider",
        service: "Service",
        leads_to: "CN=Root\\, 2,O=Trust",
        list: { ...list("ES"), sha256: "ab" },
        at_gen_time: granted,
        at_existence: { ...granted, time: "2026-11-22T00:00:00.000Z", basis: "time-of-validation" },
        snapshot: { origin: "given", sha256: "cd", lists: [list("EU"), list("ES")], age_days: 5 },
        ...evidence,
      },
    }) as unknown as Check;
  const seal = (serial: string, status: Check["status"] = "passed"): Check =>
    ({ id: "seal", status, code: "ok", basis: "computed", evidence: { serial_number: serial } }) as Check;
  const reportOf = (...checks: readonly Check[]) => ({ checks, notices: [] }) as unknown as Report;
  const rows = (check: Check) =>
    Object.fromEntries(qualificationRows(check, texts, "en").map(({ label, value }) => [label, value]));

  test("the rows name country, provider, service, list and both statuses", () => {
    expect(rows(qualified({}))).toEqual({
      [texts.country]: "Spain",
      [texts.provider]: "Provider",
      [texts.service]: "Service",
      [texts.list]: "No. 184, issued 26 March 2026, next update due 24 September 2026",
      [texts.atGenTime]: "qualified status granted, since 21 July 2017 at 00:00:00\u00a0UTC",
      [texts.atNow]: "qualified status granted, since 21 July 2017 at 00:00:00\u00a0UTC",
    });
  });

  test("a proof of existence gives the second status its time", () => {
    const proven = { ...granted, time: "2021-01-02T03:04:05.000Z", basis: "proof-of-existence" };
    const label = Object.keys(rows(qualified({ at_existence: proven }))).at(-1);
    expect(label).toBe(texts.atExistence.replace("{time}", "2 January 2021 at 03:04:05\u00a0UTC"));
  });

  test("where no list names the service, the rows say where its chain leads", () => {
    const unlisted = {
      territory: null,
      provider: null,
      service: null,
      list: null,
      at_gen_time: null,
      at_existence: null,
    };
    expect(rows(qualified(unlisted, "indeterminate"))).toEqual({ [texts.leadsTo]: "Root, 2" });
  });

  test("a closed list has no next update, and a status that is not known is shown by its code", () => {
    const shown = rows(
      qualified({
        list: { ...list("ES"), next_update: null },
        at_gen_time: { ...granted, status: "constructor" },
      }),
    );
    expect(shown[texts.list]).toBe("No. 184, issued 26 March 2026, closed");
    expect(shown[texts.atGenTime]).toMatch(/^constructor, since/);
  });

  test("the law's presumption goes with a qualified timestamp that holds, and only with that", () => {
    const of = (check: Check, status: Check["status"]) => {
      const sealed = seal("01", status);
      return qualificationOfSeal(sealed, reportOf(sealed, check), texts, "en");
    };
    const shipped = { snapshot: { origin: "shipped", sha256: "cd", lists: [list("EU"), list("ES")] } };
    expect(of(qualified(shipped), "passed")).toMatchObject({
      result: "qualified",
      effect: texts.presumption,
    });
    // By a list of the reader's own, nothing is presumed.
    expect(of(qualified({}), "passed")).toMatchObject({ result: "qualified", effect: null });
    expect(of(qualified(shipped), "indeterminate")).toMatchObject({ result: "qualified", effect: null });
    const no = qualified({ result: "not-qualified" }, "indeterminate");
    expect(of(no, "passed")).toMatchObject({ result: "not-qualified", effect: texts.stillValid });
    expect(of(no, "failed")).toMatchObject({ effect: null });
    // The status decides, not what the evidence calls it.
    expect(of(qualified({}, "indeterminate"), "passed")).toMatchObject({
      result: "indeterminate",
      effect: null,
    });
    expect(of(qualified({}, "skipped"), "passed")).toBeNull();
  });

  test("a change of status is told", () => {
    const sealed = seal("01");
    const withdrawn = {
      status: "withdrawn",
      since: "2022-10-10T00:00:00Z",
      time: "2026-11-22T00:00:00.000Z",
    };
    const of = (check: Check) =>
      qualificationOfSeal(sealed, reportOf(sealed, check), spanish.trustedLists, "es")!;
    expect(of(qualified({})).isChanged).toBe(false);
    expect(of(qualified({ at_existence: withdrawn })).isChanged).toBe(true);
  });

  test("the law presumes nothing by a list of the reader, or as of a time that the reader chose", () => {
    const sealed = seal("01");
    const of = (origin: string, notices: readonly object[]) => {
      const check = qualified({ snapshot: { origin, sha256: "cd", lists: [list("EU")] } });
      const report = { ...reportOf(sealed, check), notices } as Report;
      return qualificationOfSeal(sealed, report, texts, "en")!.effect;
    };
    expect(of("shipped", [])).toBe(texts.presumption);
    expect(of("given", [])).toBeNull();
    expect(of("shipped", [{ code: "asked_as_of_another_time", evidence: {} }])).toBeNull();
  });

  test("a list whose next update was due before the second status is told", () => {
    const sealed = seal("01");
    const of = (check: Check) =>
      qualificationOfSeal(sealed, reportOf(sealed, check), spanish.trustedLists, "es")!;
    expect(of(qualified({})).isOverdue).toBe(true);
    const before = { ...granted, time: "2026-09-24T01:00:31.000Z", basis: "proof-of-existence" };
    expect(of(qualified({ at_existence: before })).isOverdue).toBe(false);
    expect(of(qualified({ list: { ...list("ES"), next_update: null } })).isOverdue).toBe(false);
  });

  test("of two timestamps each has its own answer", () => {
    const [one, two] = [seal("01"), seal("02")];
    const [yes, no] = [qualified({}), qualified({ result: "not-qualified" }, "indeterminate")];
    const report = reportOf(one, two, yes, no);
    expect(qualificationOfSeal(two, report, texts, "en")!.check).toBe(no);
    const claim = { source: { type: "rfc3161-timestamp", serial_number: "02" } };
    expect(qualificationOfClaim(claim as never, report, texts, "en")!.check).toBe(no);
    expect(qualificationOfClaim({ source: { type: "evm-block" } } as never, report, texts, "en")).toBeNull();
  });

  test("a list vouches for the authority of a timestamp that passed, or nobody does", () => {
    const isListed = (...checks: readonly Check[]) => isAuthorityListed(reportOf(...checks));
    const open = (code: string, evidence: object = {}) =>
      ({ ...qualified(evidence, "indeterminate"), code }) as Check;
    const supervised = (time: string) =>
      open("service_under_supervision", { at_gen_time: { ...granted, status: "accredited", time } });
    const unlisted = open("service_not_listed", { service: null, at_gen_time: null });
    const passed = seal("01");
    for (const check of [
      qualified({}),
      open("trusted_list_too_old"),
      supervised("2012-03-01T00:00:00.000Z"),
      supervised("2016-06-30T23:59:59.999Z"),
    ]) {
      expect(isListed(passed, check), check.code).toBe(true);
    }
    for (const check of [
      open("no_path"),
      open("service_extension_unknown"),
      supervised("2016-07-01T00:00:00.000Z"),
      unlisted,
      open("depends_on_failed_check", { at_gen_time: null }),
    ]) {
      expect(isListed(passed, check), check.code).toBe(false);
    }
    expect(isListed(passed)).toBe(false);
    // Each by its own answer.
    expect(isListed(passed, unlisted, seal("02", "indeterminate"), qualified({}))).toBe(false);
    expect(isListed(passed, unlisted, seal("02"), qualified({}))).toBe(true);
  });

  test("the snapshot is told with its lists, that of the lists first", () => {
    const sealed = seal("01");
    const { snapshot } = qualificationOfSeal(sealed, reportOf(sealed, qualified({})), texts, "en")!;
    expect(snapshot).toEqual({
      isGiven: true,
      facts: {
        sha256: "cd",
        territoryCount: null,
        lotl: {
          territory: "EU",
          sequenceNumber: 184,
          issued: list("EU").issued,
          nextUpdate: list("EU").next_update,
        },
        lists: [
          {
            territory: "ES",
            sequenceNumber: 184,
            issued: list("ES").issued,
            nextUpdate: list("ES").next_update,
          },
        ],
      },
    });
  });
});

describe("trusted list words", () => {
  const texts = english.trustedLists;

  test.each([
    ["ES", "de", "Spanien"],
    ["EL", "en", "Greece"],
    ["UK", "fr", "Royaume-Uni"],
    ["EU", "es", "Unión Europea"],
    ["ZZZZ", "en", "ZZZZ"],
    ["<b>", "en", "<b>"],
  ] as const)("the territory %s in %s is %s", (territory, language, text) => {
    expect(countryText(territory, language)).toBe(text);
  });

  const list = (issued: string, nextUpdate: string | null = null) => ({
    territory: "ES",
    sequenceNumber: 1,
    issued,
    nextUpdate,
  });

  test("a snapshot is as old as the newest list in it, and never younger than today", () => {
    const facts = {
      sha256: "",
      lotl: list("2026-08-03T13:16:38Z"),
      lists: [list("2026-08-04T00:00:00Z"), list("2026-01-01T00:00:00Z")],
      territoryCount: 31,
    };
    const at = (now: string) => snapshotText(facts, new Date(now), texts, "en");
    expect(at("2026-08-05T00:00:00Z")).toBe("It contains 2 of 31 national lists. The snapshot is 1 day old.");
    expect(at("2026-08-03T00:00:00Z")).toMatch(/ 0 days old/);
    expect(
      snapshotText({ ...facts, territoryCount: null }, new Date("2026-08-06T00:00:00Z"), texts, "en"),
    ).toBe("The snapshot is 2 days old.");
  });

  test("a list is overdue after its next update, and a closed one never", () => {
    const next = "2026-09-24T01:00:31Z";
    expect(isOverdue(list("", next), new Date(next))).toBe(false);
    expect(isOverdue(list("", next), new Date(Date.parse(next) + 1))).toBe(true);
    expect(isOverdue(list("", null), new Date("9999-01-01T00:00:00Z"))).toBe(false);
  });
});
