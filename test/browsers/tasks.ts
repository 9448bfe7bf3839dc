/**
 * What a judge, a lawyer, an expert witness, a citizen and an integrator come for, each from the
 * landing page to the outcome: the same in every browser, by pointer on a phone's screen, by keyboard
 * alone, from the service, from a disk, and without a network.
 */

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { parseAttachments } from "../../verifier-lib/src/archive/pdf-attachments.js";
import { codes } from "../../verifier-web/ui/src/texts/result/english.js";
import { root } from "../e2e/sandbox.js";
import { builtSite } from "../site/browser.js";
import { StaticHost } from "../site/static-host.js";
import type { BrowserPage, Engine } from "./browser-page.js";
import {
  ADD_PROOF,
  CHOOSE_FILES,
  CHOOSE_ORIGINAL,
  CONFIRM,
  IDENTIFIER,
  KEEP_ITS_REPORT,
  LOOK_UP,
  OUTCOMES,
  SAVE_JSON,
  SAVE_SUMMARY,
  TRUST,
} from "./controls.js";
import type { EvidenceAtHand } from "./evidence-at-hand.js";
import { type Headline, Reader, type Way } from "./reader.js";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
/** From the landing page to the outcome. */
const MAX_ACTIONS = 3;
const MAX_REPORT_BYTES = 1_000_000;

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8")) as object;
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

type Settled = "verified" | "chosen" | "rehearsal" | "failed" | "indeterminate";

/** One kind of input: how a reader gives it, and the outcome that it ends in. */
interface Kind {
  readonly name: string;
  readonly outcome: Settled;
  give(reader: Reader, at: EvidenceAtHand): Promise<void>;
  /** Whether it needs the vectors of third parties. */
  readonly isReal?: boolean;
}

const choose = (reader: Reader, ...paths: readonly string[]) => reader.choose(CHOOSE_FILES, ...paths);
const verifier = ({ siteUrl }: EvidenceAtHand) => `${siteUrl}/verify/`;

/** Waits for the outcome. It is on the screen, has the focus, and is the title; @returns what is stated. */
async function states(reader: Reader, outcome: keyof typeof OUTCOMES, rest?: string): Promise<Headline> {
  const headline = await reader.headline(OUTCOMES[outcome], rest);
  // The focus comes with the next frame.
  await expect
    .poll(() => reader.look())
    .toMatchObject({
      isInView: true,
      isCutOff: false,
      // A box that the reader has ticked keeps the focus.
      focus: expect.stringMatching(/^(?:H1|INPUT)$/),
      title: expect.stringContaining(OUTCOMES[outcome]),
    });
  return headline;
}

/** Asks the sources of a result that lacks only them. */
async function confirm(reader: Reader): Promise<void> {
  await states(reader, "soFar");
  await reader.press(CONFIRM);
}

/** Chooses files, and asks the sources. */
const ask = (name: string, filesOf: (at: EvidenceAtHand) => readonly string[]): Kind => ({
  name,
  outcome: "rehearsal",
  async give(reader, at) {
    await reader.open(verifier(at));
    await choose(reader, ...filesOf(at));
    await confirm(reader);
  },
});

/** Chooses files, which is all. */
const alone = (name: string, outcome: Settled, filesOf: (at: EvidenceAtHand) => readonly string[]): Kind => ({
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
    name: "a file alone, then its package",
    outcome: "rehearsal",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, at.files.original);
      await reader.choose(ADD_PROOF, at.files.package);
      await confirm(reader);
    },
  },
  {
    name: "a file alone, whose fingerprint is looked up",
    outcome: "rehearsal",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, at.files.original);
      await reader.press(LOOK_UP);
      await confirm(reader);
    },
  },
  {
    name: "a link",
    outcome: "rehearsal",
    async give(reader, at) {
      await reader.open(`${verifier(at)}#/proof/${at.proofId}`);
      await confirm(reader);
    },
  },
  {
    name: "an identifier",
    outcome: "rehearsal",
    async give(reader, at) {
      await reader.open(verifier(at));
      await reader.enter(IDENTIFIER, at.proofId);
      await confirm(reader);
    },
  },
  {
    name: "an electronic timestamp, its original and its authority's root",
    outcome: "rehearsal",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, at.files.seal, at.files.original, at.files.authority);
      await reader.tick(TRUST);
    },
  },
  {
    ...alone("a qualified electronic timestamp and its original", "verified", ({ real }) => [
      real!.token,
      real!.tokenOriginal,
    ]),
    isReal: true,
  },
  {
    name: "an electronic timestamp of an authority on no list, its original and its root",
    outcome: "chosen",
    async give(reader, at) {
      await reader.open(verifier(at));
      await choose(reader, ...at.real!.unlisted);
      await reader.tick(TRUST);
    },
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
  alone("a damaged package", "indeterminate", ({ files }) => [files.damaged]),
];

/**
 * Each kind of input is tried by pointer or by keyboard, in turns: every visit costs a run one to two seconds of processor
 * time.
 * @param first the turn of the pointer; with another engine's, every kind is tried both ways.
 */
export function describeTasks(engine: Engine, first: 0 | 1): void {
  const at = inject("evidenceAtHand");
  if (engine.missing !== null) console.warn(`SKIPPED: the tasks in ${engine.name} (${engine.missing})`);
  describe.skipIf(engine.missing !== null || at === null)(`in ${engine.name}`, () => {
    tasks(engine, at!, first);
  });
}

function tasks(engine: Engine, at: EvidenceAtHand, first: 0 | 1): void {
  let page: BrowserPage;

  beforeAll(async () => {
    page = await engine.open();
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
    ["by pointer, on a phone", 0, PHONE, "pointer"],
    ["by keyboard alone, at a desk", 1, DESK, "keyboard"],
  ] as const)("%s", (_, turn, viewport, way) => {
    const kinds = KINDS.filter((_, i) => (i + first) % 2 === turn);
    test.each(kinds.filter(({ isReal }) => !isReal || at.real !== null))(
      "$name: $outcome",
      async ({ outcome, give }) => {
        const reader = await readerOn(viewport, way);
        await give(reader, at);
        await states(reader, outcome);
        expect(reader.actions.length, reader.actions.join(", ")).toBeLessThanOrEqual(MAX_ACTIONS);
      },
    );
  });

  describe("five people", () => {
    test("a judge adds the certificate and the file on the desk, reads the date, and keeps the report", async () => {
      const reader = await readerOn(DESK, "pointer");
      await reader.open(verifier(at));
      await choose(reader, at.files.certificate, at.files.original);
      await confirm(reader);
      const { text } = await states(reader, "rehearsal");
      expect(text).toContain(at.originalName);
      await reader.press(KEEP_ITS_REPORT);
      const { bytes } = await reader.save(SAVE_SUMMARY);
      const attached = await parseAttachments(new Uint8Array(bytes));
      const texts = await Promise.all(attached.map((one) => one.read(MAX_REPORT_BYTES)));
      const reports = texts.map((text) => JSON.parse(Buffer.from(text).toString()) as Report);
      expect(reports.map(({ outcome }) => outcome)).toEqual(["verified"]);
    });

    test("a lawyer adds everything of a case at once, and opens what failed", async () => {
      const reader = await readerOn(DESK, "keyboard");
      await reader.open(verifier(at));
      const { files } = at;
      await choose(reader, files.package, files.wrong, files.changed);
      await reader.reads(`1 ${OUTCOMES.failed.toLowerCase()}`);
      await reader.press({ role: "button", name: `^${basename(files.wrong)}` });
      await states(reader, "failed");
      await reader.reads(codes.codes.merkle_root_mismatch);
    });

    test("an expert witness works offline, with the verifier from a disk and nothing beside it", async () => {
      const folder = mkdtempSync(join(tmpdir(), "svc-proof-disk-"));
      try {
        const file = join(folder, "verifier.html");
        copyFileSync(join(builtSite, "verifier.html"), file);
        const reader = await readerOn(DESK, "pointer");
        const open = () => reader.open(pathToFileURL(file).href);
        await open();
        await choose(reader, at.files.seal, at.files.original, at.files.authority);
        await reader.tick(TRUST);
        const { text } = await states(reader, "rehearsal");
        expect(text).toContain(at.originalName);
        await open();
        await choose(reader, at.files.wrong);
        await states(reader, "failed");
        await open();
        await choose(reader, at.files.package);
        await states(reader, "soFar");
        if (at.real === null) return;
        await open();
        await choose(reader, at.real.container);
        await states(reader, "verified");
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test("a citizen follows a link on a phone, and sees whether the file at hand is the one", async () => {
      const reader = await readerOn(PHONE, "pointer");
      const link = `${verifier(at)}#/proof/${at.proofId}`;
      await reader.open(link);
      await confirm(reader);
      await states(reader, "rehearsal");
      await reader.choose(CHOOSE_ORIGINAL, at.files.original);
      await states(reader, "rehearsal", at.originalName);
      await reader.open(link);
      await reader.choose(CHOOSE_ORIGINAL, at.files.changed);
      await states(reader, "failed");
    });

    test("an integrator keeps the report as JSON, which says what the library says", async () => {
      const reader = await readerOn(DESK, "keyboard");
      await reader.open(verifier(at));
      await choose(reader, at.files.wrong);
      await states(reader, "failed");
      await reader.press(KEEP_ITS_REPORT);
      const { bytes } = await reader.save(SAVE_JSON);
      const kept = JSON.parse(bytes.toString()) as Report;
      isReport(kept);
      expect(isReport.errors).toBeNull();
      const { outcome, checks } = await verify(readFileSync(at.files.wrong));
      expect(kept).toMatchObject({ outcome, checks });
    });
  });

  test.skipIf(at.real === null)("after a visit the page verifies with its server gone", async () => {
    const host = new StaticHost(builtSite);
    await host.start();
    try {
      const reader = await readerOn(PHONE, "pointer");
      await reader.open(host.url);
      await reader.untilKept();
      await host.stop();
      await reader.open(host.url);
      await choose(reader, at.real!.token, at.real!.tokenOriginal);
      await states(reader, "verified");
    } finally {
      await host.stop();
    }
  });
}
