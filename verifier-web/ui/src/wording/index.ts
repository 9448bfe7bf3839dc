export * from "./evidence.js";
export * from "./headline.js";
export * from "./qualification.js";
export * from "./time-source.js";
export * from "./values.js";
