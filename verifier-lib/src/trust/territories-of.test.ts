import { expect, test } from "vitest";
import { issue, name } from "../x509/authority.testing.js";
import { territoriesOf } from "./snapshot.js";

test("the territories of a chain are those of its names, in capital letters, each once", async () => {
  const authority = await issue({ subject: name({ C: "GB", CN: "A" }) });
  const signer = await issue({ subject: name({ O: "DE", C: " es ", CN: "FR" }), issuer: authority });
  expect(territoriesOf([signer.certificate, authority.certificate])).toEqual(["ES", "UK"]);
  const greek = await issue({ subject: name({ C: "gr" }) });
  expect(territoriesOf([greek.certificate])).toEqual(["EL"]);
  expect(territoriesOf([])).toEqual([]);
});
