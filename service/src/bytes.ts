/** A text without visible characters: white space, the braille blank, joiners, fillers and the like. */
const INVISIBLE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text shows nothing. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}
