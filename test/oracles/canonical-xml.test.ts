/**
 * Our reader and canonicalisation of XML beside libxml2 and libxmlsec, pinned in canonical-xml-requirements.txt: on
 * random documents, whole and in part, and on documents with random changes, of which both must refuse the same ones.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { expect, test } from "vitest";
import {
  type Canonicalization,
  canonicalizeDocument,
  canonicalizeElement,
} from "../../verifier-lib/src/trust/canonical-xml.js";
import { attributeValue, XmlElement } from "../../verifier-lib/src/trust/xml-document.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { runSteps } from "../../verifier-lib/src/work/work.js";
import { type Draw, drawOf } from "../fuzz/draw.js";
import { drawXml } from "../fuzz/draw-xml.js";
import { mutations, SEED } from "../fuzz/extent.js";
import { mutatedText } from "../fuzz/mutate-xml.js";
import { pythonWith } from "./python-oracle.js";

const DOCUMENTS = mutations(1_000);
const TIMEOUT_MS = 240_000 + 10 * DOCUMENTS;

const INCLUSIVE: Canonicalization = { isExclusive: false, inclusivePrefixes: [] };
const EXCLUSIVE: Canonicalization = { isExclusive: true, inclusivePrefixes: [] };

/** What libxml2 reads and we refuse, with the reason. */
const OUR_RULES: ReadonlySet<string> = new Set([
  // No document type declarations, by design.
  "xml_doctype",
  // A declared encoding other than UTF-8, and other versions of XML.
  "xml_encoding",
  "xml_declaration",
  // libxml2 reads some of them.
  "xml_namespace_uri",
]);

const python = pythonWith("canonical-xml");

interface Answer {
  readonly refused?: string;
  readonly documents: readonly string[];
  readonly elements: readonly string[];
}

interface Question {
  readonly text: string;
  readonly documents: readonly Canonicalization[];
  readonly elements: readonly Canonicalization[];
}

function ask(questions: readonly Question[]): Answer[] {
  const input = questions
    .map(({ text, ...rest }) => JSON.stringify({ xml: Buffer.from(text).toString("base64"), ...rest }))
    .join("\n");
  const { status, stdout, stderr } = spawnSync(
    python!,
    [join(import.meta.dirname, "canonical_xml_oracle.py")],
    {
      input,
      encoding: "utf8",
      maxBuffer: 1_000_000_000,
    },
  );
  expect(status, stderr).toBe(0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function canonical(steps: (write: (piece: Uint8Array) => void) => Generator<void, void>): Buffer {
  const pieces: Buffer[] = [];
  runSteps(steps((piece) => pieces.push(Buffer.from(piece))));
  return Buffer.concat(pieces);
}

const sink = (write: (piece: Uint8Array) => void) => ({ work: new WorkBudget(), write });

function ourDocument(text: string, method: Canonicalization): string {
  const document = parseXml(Buffer.from(text));
  return canonical((write) => canonicalizeDocument(document, method, sink(write))).toString();
}

function pathTo(element: XmlElement, id: string): XmlElement[] | null {
  if (attributeValue(element, "Id") === id) return [element];
  for (const child of element.children) {
    const path = child instanceof XmlElement ? pathTo(child, id) : null;
    if (path !== null) return [element, ...path];
  }
  return null;
}

function ourDigest(text: string, method: Canonicalization): string {
  const path = pathTo(parseXml(Buffer.from(text)).root, "target")!;
  const bytes = canonical((write) =>
    canonicalizeElement(path.at(-1)!, path.slice(0, -1), method, sink(write)),
  );
  return createHash("sha256").update(bytes).digest("base64");
}

function prefixLists(draw: Draw, prefixes: readonly string[]): Canonicalization {
  const chosen = ["", ...prefixes, "undeclared"].filter(() => draw.below(2) === 0);
  return { isExclusive: true, inclusivePrefixes: chosen };
}

test.skipIf(python === null && !process.env["CI"])(
  "libxml2 and libxmlsec have the same canonical forms of random documents",
  () => {
    expect(python, "lxml and xmlsec cannot be installed").not.toBeNull();
    const draw = drawOf(SEED);
    const questions = Array.from({ length: DOCUMENTS }, (): Question => {
      const { text, prefixes } = drawXml(draw);
      const methods = [INCLUSIVE, EXCLUSIVE, prefixLists(draw, prefixes)];
      return { text, documents: methods, elements: methods };
    });
    for (const [i, { refused, documents, elements }] of ask(questions).entries()) {
      const { text, documents: methods } = questions[i]!;
      expect(refused, text).toBeUndefined();
      for (const [at, method] of methods.entries()) {
        const theirs = Buffer.from(documents[at]!, "base64").toString();
        expect(ourDocument(text, method), text).toBe(theirs);
        expect(ourDigest(text, method), `${JSON.stringify(method)} ${text}`).toBe(elements[at]);
      }
    }
  },
  TIMEOUT_MS,
);

test.skipIf(python === null && !process.env["CI"])(
  "libxml2 refuses the same changed documents, and reads the others alike",
  () => {
    const draw = drawOf(SEED + 1);
    const questions = Array.from({ length: DOCUMENTS }, (): Question => {
      const text = mutatedText(drawXml(draw).text, draw);
      return { text, documents: [INCLUSIVE], elements: [] };
    });
    for (const [i, answer] of ask(questions).entries()) {
      const { text } = questions[i]!;
      let ours: string | null = null;
      let code = "";
      try {
        ours = ourDocument(text, INCLUSIVE);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        code = error.code;
      }
      if (answer.refused !== undefined) {
        // We check the characters of a namespace, not the parts of a URI.
        if (answer.refused.includes("is not a valid URI")) continue;
        expect(ours, `${answer.refused}: ${text}`).toBeNull();
      } else if (ours === null) expect(OUR_RULES, `${code}: ${text}`).toContain(code);
      // libxml2 writes namespaces as they are, so that its canonical form of these is not even XML.
      else if (/ xmlns(?::[^=]*)?="[^"]*&/.test(ours)) continue;
      else expect(ours, text).toBe(Buffer.from(answer.documents[0]!, "base64").toString());
    }
  },
  TIMEOUT_MS,
);
