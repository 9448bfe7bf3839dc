import { describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/package/zip/parse-zip.js";
import { handMadeZip, recordsOf, unicodePath } from "../../verifier-lib/src/package/zip/zip.testing.js";

const NOTHING = Buffer.alloc(0);

/** An archive whose entry has different names in its local header and in the directory, and the same Unicode path. */
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

describe("the name in a local header", () => {
  test("equals that of the directory, byte for byte", async () => {
    expect(await parseZip(twoNames("abc", "abc"))).toMatchObject([{ name: "name", plainName: "abc" }]);
  });

  test.each([
    ["shorter", "ab"],
    ["longer", "abcd"],
    ["different at its beginning", "xbc"],
    ["different at its end", "abx"],
    ["wholly another", "xyz"],
  ])("is %s: refused, although both have the same Unicode path", async (_, local) => {
    await expect(parseZip(twoNames(local, "abc"))).rejects.toMatchObject({
      code: "zip_local_header_mismatch",
    });
  });
});
