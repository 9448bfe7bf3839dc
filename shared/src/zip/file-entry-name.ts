/** Names of files inside archives. Every common system can unpack them. */

/** Length of a path segment in UTF-8. Most file systems allow 255; a program that unpacks may add to it. */
const MAX_BYTES = 200;
/** Characters that Windows does not allow in names, controls, and marks that change the order in which a name is shown. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
/** Device names of Windows, with any extension and with blanks before it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
/** Windows drops these and would unpack under another name. */
const DROPPED_AT_END = /[. ]+$/;

/** A file's version as VMS has it, which unzip drops. */
const VERSION_AT_END = /;(?=[0-9]*$)/;
/** A Windows short name (8.3), which is an alias of another file. */
const SHORT_ALIAS = /^(?=[^.]{1,8}(?:\.|$))([^.]*)~(?=[0-9]+(?:\.[^.]{0,3})?$)/;

/** The name, without a folder, under which a file of any name is put into an archive. The same name gives the same entry. */
export function fileEntryName(fileName: string): string {
  const name = shortened(
    fileName
      .normalize("NFC")
      .replace(FORBIDDEN, "_")
      .replace(/^\s+/, "")
      .replace(DROPPED_AT_END, "")
      .replace(DEVICE, "_$&"),
  )
    .replace(VERSION_AT_END, "_")
    .replace(SHORT_ALIAS, "$1_");
  return name === "" || name === "__proto__" ? "original" : name;
}

/** Cuts the name before its extension, which tells what opens the file. */
function shortened(name: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= MAX_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "";
  const room = MAX_BYTES - encoder.encode(extension).length;
  let stem = "";
  let stemBytes = 0;
  // Ends before the extension, because both together do not fit.
  for (const character of name) {
    stemBytes += encoder.encode(character).length;
    if (stemBytes > room) break;
    stem += character;
  }
  return `${stem.trimEnd()}${extension}`.replace(DROPPED_AT_END, "");
}
