/** Reads a mail as the service writes them: one text, RFC 5322 with the encodings of RFC 2045 and RFC 2047. */

export interface ReadMail {
  readonly subject: string;
  readonly text: string;
}

/** @param message with its headers, each byte a character. Encodings that are not known stay as they are. */
export function readMail(message: string): ReadMail {
  const end = message.indexOf("\r\n\r\n");
  const head = end < 0 ? message : message.slice(0, end);
  const body = end < 0 ? "" : message.slice(end + 4);
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, "im").exec(headers)?.[1]?.trimEnd() ?? "";
  return {
    subject: decodedWords(header("subject")),
    text: utf8(decodedBody(body, header("content-transfer-encoding").toLowerCase())).replaceAll("\r\n", "\n"),
  };
}

function decodedBody(body: string, encoding: string): string {
  if (encoding === "base64") return fromBase64(body);
  return encoding === "quoted-printable" ? fromQuoted(body.replaceAll(/[ \t]*=\r\n/g, "")) : body;
}

/** White space between two encoded words is none of theirs. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, encoded: string) =>
      utf8(kind.toLowerCase() === "b" ? fromBase64(encoded) : fromQuoted(encoded.replaceAll("_", " "))),
    );
}

const fromBase64 = (text: string) => Buffer.from(text, "base64").toString("latin1");
const fromQuoted = (text: string) =>
  text.replaceAll(/=([0-9a-f]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const utf8 = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");
