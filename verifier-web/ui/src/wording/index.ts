export * from "./evidence.js";
export * from "./headline.js";
export * from "./picture.js";
export * from "./qualification.js";
export * from "./time-source.js";
export * from "./values.js";
