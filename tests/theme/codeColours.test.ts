import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const sheet = readFileSync(new URL("../../src/theme/code.css", import.meta.url), "utf8");
/** The background of code: `--clew-raised`, and under a mark the primary colour at 14 %. */
const GROUND = { light: "#ffffff", dark: "#1e1e1e" } as const;
const PRIMARY = "#3b82f6";

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mixed = (over: string, ground: string, share: number): number[] => {
  const below = channels(ground);
  return channels(over).map((value, at) => value * share + (below[at] ?? 0) * (1 - share));
};
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: readonly number[], b: readonly number[]): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const [light = "", dark = ""] = sheet.split(".bp6-dark");
const coloursOf = (css: string) =>
  [...css.matchAll(/--code-(\w+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]);

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the colours of code in the %s theme", (theme, css) => {
  test("are all there", () => {
    expect(coloursOf(css)).toHaveLength(10);
  });
  test.each(coloursOf(css))("%s (%s) is readable, also where lines are marked", (_name, hex = "") => {
    expect(contrast(channels(hex), channels(GROUND[theme]))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(channels(hex), mixed(PRIMARY, GROUND[theme], 0.14))).toBeGreaterThanOrEqual(4.5);
  });
});
