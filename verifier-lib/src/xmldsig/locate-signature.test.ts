import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { runSteps } from "../work/run-steps.js";
import { parseXml } from "../xml/parse-xml.js";
import { XmlElement } from "../xml/xml-document.js";
import { XMLDSIG } from "./error-code.js";
import { locateSignature } from "./locate-signature.js";

const SIGNATURE = `<d:Signature xmlns:d="${XMLDSIG}"/>`;
const stepsOf = (text: string, work = new WorkBudget()) => locateSignature(parseXml(Buffer.from(text)), work);

function codeOf(text: string): string {
  try {
    runSteps(stepsOf(text));
    return "found";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  ["another attribute with a name of two letters", '<a is="1"/><a is="1"/>', "found"],
  ["another attribute of xml:", '<a xml:lang="en"/><a xml:lang="en"/>', "found"],
  ["xml:ID, which is none", '<a xml:ID="1"/><a xml:ID="1"/>', "found"],
  ["an id in another namespace", '<a xmlns:p="urn:p" p:id="1"/><a xmlns:p="urn:p" p:id="1"/>', "found"],
  ["Ids that differ", '<a Id="1"/><a Id="2"/>', "found"],
  ["ID and id", '<a ID="1"/><a id="1"/>', "xml_signature_id_duplicate"],
  ["an Id deep inside", '<a Id="1"/><b><b><a Id="1"/></b></b>', "xml_signature_id_duplicate"],
  ["two Ids of one element", '<a Id="1" xml:id="1"/>', "xml_signature_id_duplicate"],
  ["Signature in another namespace", "<Signature/>", "found"],
  ["another element of XML Signature", `<d:Object xmlns:d="${XMLDSIG}"/>`, "found"],
])("beside the signature: %s", (_name, content, result) => {
  expect(codeOf(`<r>${content}${SIGNATURE}</r>`)).toBe(result);
  expect(codeOf(`<r>${SIGNATURE}${content}</r>`)).toBe(result);
});

describe("a large document", () => {
  const { root } = parseXml(Buffer.from(`<r>${SIGNATURE}<a/></r>`));
  const [signature, element] = root.children;

  /** A root, `count` elements and one text: `2 * count + 2` visits. */
  function pausesOf(count: number): number {
    const elements = Array.from({ length: count - 1 }, () => element!);
    const wide = new XmlElement(root, [signature!, ...elements, "x"]);
    const steps = locateSignature({ root: wide, before: [], after: [] }, new WorkBudget());
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    return pauses;
  }

  test.each([
    [16_382, 0],
    [16_383, 1],
    [40_000, 2],
  ])("of %i elements takes %i pauses, one after each 32,768 nodes", (count, pauses) => {
    expect(pausesOf(count)).toBe(pauses);
  });

  test("costs a unit for five nodes", () => {
    const work = new WorkBudget(1_000);
    runSteps(stepsOf(`<r>${SIGNATURE}${"<a/>".repeat(13)}<b>${"<a/>x".repeat(7)}</b></r>`, work));
    // The root with 15 children, <b> with 14, and 21 elements without any.
    expect(1_000 - work.left).toBe(4 + 3 + 21);
  });
});
