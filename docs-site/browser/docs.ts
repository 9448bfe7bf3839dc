/** What every page of the documentation does beyond HTML: it remembers the language of examples, and keeps pages for reading offline. */
import { keepOffline } from "./keep-offline.js";
import { rememberExampleLanguage } from "./remember-example-language.js";

rememberExampleLanguage();
keepOffline();
