/**
 * What a judge, a lawyer, an expert witness, a citizen and an integrator come for, each from the
 * landing page to the outcome: the same in every browser, by pointer on a phone's screen, by keyboard
 * alone, from the service, from a disk, and without a network.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Outcome, verify } from "@svc-proof/verifier-lib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { parseAttachments } from "../../verifier-lib/src/package/pdf/parse-attachments.js";
import { english as codes } from "../../verifier-web/src/texts/codes/english.js";
import { english as texts } from "../../verifier-web/src/texts/page/english.js";
import { english as result } from "../../verifier-web/src/texts/result/english.js";
import { root } from "../e2e/sandbox.js";
import { builtSite } from "../site/browser.js";
import { StaticHost } from "../site/static-host.js";
import type { BrowserPage, Engine } from "./browser-page.js";
import {
  ASK,
  CHOOSE_FILES,
  CHOOSE_ORIGINAL,
  IDENTIFIER,
  OUTCOMES,
  SAVE_JSON,
  SAVE_PDF,
  TRUST,
} from "./controls.js";
import type { EvidenceAtHand } from "./evidence-at-hand.js";
import { type Headline, Reader, type Way } from "./reader.js";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
/** From the landing page to the outcome. */
const MAX_ACTIONS = 2;

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8")) as object;
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

/** One kind of input: how a reader gives it, and the outcome that it ends in. */
interface Kind {
  readonly name: string;
  readonly outcome: Outcome;
  give(reader: Reader, at: EvidenceAtHand): Promise<void>;
  /** Whether it needs the vectors of third parties. */
  readonly isReal?: boolean;
}

const choose = (reader: Reader, ...paths: readonly string[]) => reader.choose(CHOOSE_FILES, ...paths);
const verifier = ({ siteUrl }: EvidenceAtHand) => `${siteUrl}/verify/`;

/** Chooses files, and asks the sources. */
const ask = (name: string, filesOf: (at: EvidenceAtHand) => readonly string[]): Kind => ({
  name,
  outcome: "verified",
  async give(reader, at) {
    await reader.open(verifier(at));
    await choose(reader, ...filesOf(at));
    await reader.press(ASK);
  },
});

/** Chooses files, which is all. */
const alone = (name: string, outcome: Outcome, filesOf: (at: EvidenceAtHand) => readonly string[]): Kind => ({
  name,
  outcome,
  async give(reader, at) {
    await reader.open(verifier(at));
    await choose(reader, ...filesOf(at));
  },
});

const KINDS: readonly Kind[] = [
  ask("a portable proof and its original", ({ files }) => [files.proof, files.original]),
  ask("an evidence package", ({ files }) => [files.package]),
  ask("a certificate", ({ files }) => [files.certificate]),
  {
    name: "a link",
    outcome: "verified",
    async give(reader, at) {
      await reader.open(`${verifier(at)}#/proof/${at.proofId}`);
      await reader.press(ASK);
    },
  },
  {
    name: "an identifier",
    outcome: "verified",
    async give(reader, at) {
      await reader.open(verifier(at));
      await reader.enter(IDENTIFIER, at.proofId);
      await reader.press(ASK);
    },
  },
  {
    name: "an electronic timestamp, its original and its authority's root",
    outcome: "verified",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, at.files.seal, at.files.original, at.files.authority);
      await reader.press(TRUST);
    },
  },
  {
    ...alone("a qualified electronic timestamp and its original", "verified", ({ real }) => [
      real!.token,
      real!.tokenOriginal,
    ]),
    isReal: true,
  },
  { ...alone("a container", "verified", ({ real }) => [real!.container]), isReal: true },
  {
    ...alone("an OpenTimestamps file and headers", "verified", ({ real }) => [
      real!.timestamp,
      real!.headers,
    ]),
    isReal: true,
  },
  {
    name: "a proof, then a changed original",
    outcome: "failed",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, at.files.proof);
      await reader.choose(CHOOSE_ORIGINAL, at.files.changed);
    },
  },
  alone("a proof with a wrong path", "failed", ({ files }) => [files.wrong]),
  alone("a damaged package", "failed", ({ files }) => [files.damaged]),
];

export function describeTasks(engine: Engine): void {
  const at = inject("evidenceAtHand");
  if (engine.missing !== null) console.warn(`SKIPPED: the tasks in ${engine.name} (${engine.missing})`);
  describe.skipIf(engine.missing !== null || at === null)(`in ${engine.name}`, () => {
    tasks(engine, at!);
  });
}

function tasks(engine: Engine, at: EvidenceAtHand): void {
  let page: BrowserPage;

  beforeAll(async () => {
    page = await engine.open();
    await page.goto(verifier(at));
    await page.evaluate(
      `localStorage.setItem("svc-verifier.endpoints", ${JSON.stringify(JSON.stringify({ "evm:31337": [at.rpcUrl] }))})`,
    );
  }, 60_000);
  afterAll(() => page?.close());
  beforeEach(() => {
    const before = page.faults.length;
    // Neither an exception nor anything that the page's policy refused.
    return () => expect(page.faults.slice(before)).toEqual([]);
  });

  const readerOn = async (viewport: typeof PHONE, way: Way) => {
    await page.resize(viewport);
    return new Reader(page, way);
  };

  describe.each([
    ["by pointer, on a phone", PHONE, "pointer"],
    ["by keyboard alone, at a desk", DESK, "keyboard"],
  ] as const)("%s", (_, viewport, way) => {
    test.each(KINDS.filter(({ isReal }) => !isReal || at.real !== null))(
      "$name: $outcome",
      async ({ outcome, give }) => {
        const reader = await readerOn(viewport, way);
        await give(reader, at);
        const headline = await reader.headline(outcome, OUTCOMES);
        expect(reader.actions.length, reader.actions.join(", ")).toBeLessThanOrEqual(MAX_ACTIONS);
        expect(headline.isCutOff).toBe(false);
      },
    );
  });
}
