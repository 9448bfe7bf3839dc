/**
 * Reduces a name to what it looks like. A casual reader cannot tell apart two names with the same key.
 *
 * The characters below resemble letters in the names of `evm-chains.ts`. Sources: Unicode's confusables.txt
 * (Unicode Technical Standard 39, section 4), and letters with strokes, which decomposition leaves whole.
 */
const CONFUSABLES: readonly (readonly [letter: string, drawnAlike: string])[] = [
  ["a", "ɑΑαАаᎪᗅ⍺ꓮ𐊠𖽀"],
  ["b", "ßƄΒВЬвьᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁"],
  ["d", "đԁᎠᏧᑯᗞᗪꓒꓓ"],
  ["e", "ΕεЕеҽᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮"],
  ["g", "ƍɡԌցᏀᏳᶃꓖ"],
  ["h", "ħΗНнһհᎻᏂᕼⲎꓧ𐋏"],
  ["l", "ıłƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁ∣⍳⏽ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪"],
  ["m", "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑𑜀𑣣"],
  ["n", "ΝηпոռⲚꓠ𐔓"],
  ["o", "øΟοσОоՕօ۵०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠"],
  ["p", "ΡρРрᏢᑭ⍴Ⲣⲣꓑ𐊕"],
  ["r", "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖"],
  ["s", "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺"],
  ["t", "ΤτТтᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨"],
  ["u", "ʋμυиՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂"],
  ["v", "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍"],
  ["y", "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃"],
  // These look the same in many typefaces: I, l, 1, |.
  ["l", "iI1|"],
  ["o", "0"],
];

const LETTERS: ReadonlyMap<string, string> = new Map(
  CONFUSABLES.flatMap(([letter, drawnAlike]) =>
    [...drawnAlike].map((character) => [character, letter] as const),
  ),
);

/** The key of a name: no case, marks, spaces, punctuation or invisible characters; look-alike letters are merged. */
export function lookAlikeKey(name: string): string {
  // Map before lowering the case, because an upper-case letter may resemble a different letter than its
  // lower-case form, and again after it.
  return mapped(mapped(name.normalize("NFKD")).toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m");
}

function mapped(text: string): string {
  return Array.from(text, (character) => LETTERS.get(character) ?? character).join("");
}
