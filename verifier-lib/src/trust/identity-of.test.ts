import { expect, test } from "vitest";
import { issue, issueAuthority, issueUnit, keyUsage, name } from "../x509/authority.testing.js";
import { identityOf } from "./compile.js";

test("the whole certificate is kept if it may issue others: by its basic constraints, or else by its key usage", async () => {
  const root = await issueAuthority("Root");
  const unit = await issueUnit(root);
  const plain = await issue({ subject: name({ CN: "Old" }) });
  const signs = await issue({ subject: name({ CN: "Old" }), extensions: [keyUsage(5)] });
  expect(identityOf(root.certificate).der).toBe(root.certificate.der);
  expect(identityOf(signs.certificate).der).toBe(signs.certificate.der);
  expect(identityOf(unit.certificate).der).toBeNull();
  expect(identityOf(plain.certificate).der).toBeNull();
});
