export {};
//# sourceMappingURL=packed-font.js.map
