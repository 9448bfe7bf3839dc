export { bytesText } from "./bytes-text.js";
export { fill, templateParts } from "./fill.js";
export {
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  preferredLanguage,
  type Translation,
} from "./languages.js";
export { type Plural, plural } from "./plural.js";
