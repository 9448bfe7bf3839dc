/** Red, green and blue of sRGB, each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

export const INK: Color = [0.11, 0.11, 0.1];
export const SOFT: Color = [0.35, 0.34, 0.32];
export const WHITE: Color = [1, 1, 1];
