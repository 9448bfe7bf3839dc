/** Characters and names: XML 1.0 (fifth edition), productions 2 to 5; Namespaces in XML 1.0, production 4. */

/** UTF-16 units that are never part of a character of XML. Well-formed UTF-8 has no lone surrogates. */
export const FORBIDDEN: RegExp = /[^\t\n\r\u{20}-\u{10ffff}]|[\ufffe\uffff]/u;

const START =
  "A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f" +
  "\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
const REST = `${START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040`;
const NC_NAME = `[${START}][${REST}]*`;

/** A name without a colon, of the whole text. */
export const WHOLE_NC_NAME: RegExp = new RegExp(`^${NC_NAME}$`, "u");

/** Whether a character reference may name the code point. */
export function isCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint < 0xd800) return true;
  return (codePoint >= 0xe000 && codePoint <= 0xfffd) || (codePoint >= 0x10000 && codePoint <= 0x10ffff);
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa || unit === 0xd || unit === 0x9;
}

/** Whether a UTF-16 unit may be part of a name. Above ASCII, the name is checked as a whole. */
export function isNameUnit(unit: number): boolean {
  if (unit >= 0x80) return true;
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x2d && unit <= 0x3a && unit !== 0x2f) ||
    unit === 0x5f
  );
}
