import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const sheet = readFileSync(new URL("../../src/theme/code.css", import.meta.url), "utf8");
/** The background of code: `--clew-raised`, and under a mark the primary colour at 14 %. */
const GROUND = { light: "#ffffff", dark: "#1e1e1e" } as const;
const PRIMARY = "#3b82f6";

const read = (path: string): string => readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");
const [lightTheme = "", darkTheme = ""] = read("theme/colors.css").split("\n.bp6-dark");
const TONES = { added: "success", removed: "error" } as const;
type Change = keyof typeof TONES;
/** The share of the tone in the background of a changed line, and in that of a changed word on it. */
const sharesOf = (change: Change): number[] =>
  [
    [read("theme/tokens.css"), `--tint-${change}`],
    [read("components/patterns/DiffHunks.module.css"), `\\.row\\[data-change="${change}"\\] mark`],
  ].map(([css = "", name = ""]) => Number(new RegExp(`${name}[^%]*?(\\d+)%`).exec(css)?.[1]) / 100);
/** The dark theme takes the tones of the light one, unless it has its own. */
const toneOf = (theme: "light" | "dark", change: Change): string => {
  const tone = new RegExp(`--clew-${TONES[change]}: (#[0-9a-f]{6});`);
  return ((theme === "dark" && tone.exec(darkTheme)) || tone.exec(lightTheme))?.[1] ?? "";
};

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mixed = (over: string, ground: string | readonly number[], share: number): number[] => {
  const below = typeof ground === "string" ? channels(ground) : ground;
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
  test.each(coloursOf(css).flatMap((colour) => (["added", "removed"] as const).map((change) => [...colour, change])))(
    "%s (%s) is readable on a line and a word that is %s",
    (_name, hex = "", change) => {
      const tone = toneOf(theme, change as Change);
      const [line = Number.NaN, word = Number.NaN] = sharesOf(change as Change);
      const row = mixed(tone, GROUND[theme], line);
      expect(contrast(channels(hex), row)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(channels(hex), mixed(tone, row, word))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
