import { expect, test } from "vitest";
import { decodeBase64 } from "./xml-document.js";

test.each(["", "QQ==", "QUI=", "QUJD", "\r\nQU I=\t\n", "/+8="])("%j is base64", (text) => {
  expect(Buffer.from(decodeBase64(text, 0)).toString("base64")).toBe(text.replace(/\s/g, ""));
});

test.each([
  "Q",
  "QQ",
  "QQ=",
  "QQ===",
  "Q===",
  "====",
  "QQ==QQ==",
  "QQ=Q",
  "QUJDQ",
  "=",
  "QR==",
  "QUJ=",
  "QUI-",
  "QU_I",
  "QUI=QUI=",
  "Q\u00a0QQ=",
  "QQ=\u2028=",
])("%j is refused", (text) => {
  expect(() => decodeBase64(text, 7)).toThrow(expect.objectContaining({ code: "xml_base64", offset: 7 }));
});
