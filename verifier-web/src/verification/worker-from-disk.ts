/** The entry of the single-file page's worker. The import of the first comes before anything reads a blob. */
import "./verifier.js";
import "./worker.js";
