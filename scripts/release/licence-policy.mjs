/** Which licences third-party code may have, and the words for packages that bring no text of theirs. */

/** SPDX identifiers (https://spdx.org/licenses). Permissive: they ask for their text or nothing, and bind no other code. */
export const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Of typefaces: they may be bundled and may not be sold by themselves.
  "OFL-1.1",
  // Of what Python's makers wrote: it asks for its text and a word on changes.
  "Python-2.0",
  "Zlib",
]);

/**
 * Packages without a file of their licence: whose it is, by their package.json and the heads of their files, and the licences
 * whose standard texts are added.
 */
export const WITHOUT_TEXT = {
  "@foundry-rs/anvil": { copyright: ["The contributors of Foundry"], licences: ["MIT"] },
};

/** Whether an SPDX expression allows a use under `ALLOWED`: `OR` needs one side, `AND` both. */
export function isAllowed(expression) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let value = both();
    while (tokens[at] === "OR") {
      at += 1;
      const right = both();
      value ||= right;
    }
    return value;
  };
  const both = () => {
    let value = one();
    while (tokens[at] === "AND") {
      at += 1;
      const right = one();
      value &&= right;
    }
    return value;
  };
  const one = () => {
    const token = tokens[at++];
    if (token !== "(") return ALLOWED.has(token);
    const value = either();
    return tokens[at++] === ")" && value;
  };
  const value = either();
  return value && at === tokens.length;
}
