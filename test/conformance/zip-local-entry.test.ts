import { describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/package/zip/parse-zip.js";
import { handMadeZip, recordsOf, unicodePath } from "../hand-made-zip.js";

const NOTHING = Buffer.alloc(0);

/** An archive whose entry has one name in its own header and another in the directory, and the same Unicode path. */
function twoNames(local: string, central: string): Buffer {
  const named = (name: string) => {
    const extra = unicodePath(name, "name");
    return { name, content: "content", localExtra: extra, centralExtra: extra };
  };
  const records = recordsOf([named(local)]);
  const directory = handMadeZip([named(central)], NOTHING).subarray(recordsOf([named(central)]).length);
  const archive = Buffer.concat([records, directory]);
  archive.writeUInt32LE(records.length, archive.length - 6);
  return archive;
}

describe("the name in an entry's own header", () => {
  test("is that of the directory, byte by byte", async () => {
    expect(await parseZip(twoNames("abc", "abc"))).toMatchObject([{ name: "name", plainName: "abc" }]);
  });

  test.each([
    ["shorter", "ab"],
    ["longer", "abcd"],
    ["another at its beginning", "xbc"],
    ["another at its end", "abx"],
    ["wholly another", "xyz"],
  ])("is %s: refused, though both have one Unicode path", async (_, local) => {
    await expect(parseZip(twoNames(local, "abc"))).rejects.toMatchObject({
      code: "zip_local_header_mismatch",
    });
  });
});
