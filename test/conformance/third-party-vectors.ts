export { vectorFolder } from "../../shared/src/testing/third-party-vectors.testing.js";
