import { printable } from "./printable.js";

/**
 * Where a spreadsheet may see a formula: at the start of a cell, also after blanks, and after a semicolon, at which a spreadsheet
 * separates where the comma is the decimal sign.
 */
const FORMULA = /(^|; ?)(?=["\s]*[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * A text that a spreadsheet shows as text: a formula in a hostile name could send the table away or run a program. The apostrophe is what
 * spreadsheets themselves put before such a text. Not quoted for CSV yet.
 */
export function spreadsheetText(text: string): string {
  return printable(text).replace(FORMULA, "$1'");
}
