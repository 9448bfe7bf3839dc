import { expect, test } from "vitest";
import { makeToken } from "../../../verifier-lib/src/rfc3161/token.testing.js";
import { issueAuthority, issueUnit } from "../../../verifier-lib/src/x509/authority.testing.js";
import { aloneEvidence } from "../model.js";
import { pemOf, verifyEvidence } from "./verify-evidence.js";

test("what looks like certificates and holds none that can be read counts as not used", async () => {
  const authority = await issueAuthority("Authority");
  const token = await makeToken({ signer: await issueUnit(authority) });
  const file = (content: Uint8Array | string, name: string) =>
    new File([content as Uint8Array<ArrayBuffer>], name);
  const pem = await pemOf(file(authority.certificate.der, "ca.cer"));
  const broken = await pemOf(file(authority.certificate.der.subarray(0, -1), "no.cer"));
  const files = [file(broken, "broken.pem"), file(pem, "ca.pem")];
  const { inputs } = await verifyEvidence(
    {
      ...aloneEvidence(file(token, "seal.tst")),
      evidence: files.map((one) => ({ id: one.name, kind: "certificates", file: one })),
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  expect(inputs.map(({ name, status, code }) => [name, status, code])).toEqual([
    ["broken.pem", "not_applicable", "input_not_applicable"],
    ["ca.pem", "checked", "ok"],
  ]);
});
