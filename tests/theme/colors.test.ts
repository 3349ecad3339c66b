import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { STEPPED_COLORS, THEME_COLORS } from "../../contract/theme.ts";

const css = readFileSync(new URL("../../src/theme/colors.css", import.meta.url), "utf8");
const declarations = (selector: string): Record<string, string> => {
  const start = css.indexOf(`\n${selector} {`);
  const block = css.slice(start, css.indexOf("\n}", start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
};
const light = declarations(":root");
const FILLED = declarations(".bp6-button:not(.bp6-minimal, .bp6-outlined),\n.bp6-tag:not(.bp6-minimal)");
const THEMES = { light, dark: { ...light, ...declarations(".bp6-dark") } } as const;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function hexOf(theme: keyof typeof THEMES, name: string): string {
  const value = THEMES[theme][name];
  if (value === undefined) throw new Error(`${name} is not in the ${theme} theme.`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference ? hexOf(theme, reference) : value;
}

/** WCAG 2: relative luminance, from 0 to 1. */
function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

/** CSS Color 4: the sRGB colour of a hue in degrees, a saturation and a lightness from 0 to 1. */
function hexOfHsl(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number): string => {
    const at = (offset + hue / 30) % 12;
    const value =
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

const FILLS = ["primary", "secondary", "error", "info", "success", "warning"] as const;
/** The specification names both colours of this pair (3.5:1), so it is used only for large text, where AA requires 3:1. */
const isLargeTextOnly = (theme: string, name: string): boolean => theme === "dark" && name === "secondary";

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  test.each(Object.entries(THEME_COLORS[theme]))("%s is the specification's %s", (name, hex) => {
    expect(hexOf(theme, `--clew-${kebab(name)}`).toLowerCase()).toBe(hex.toLowerCase());
  });

  test.each(STEPPED_COLORS)("%s has two lighter and two darker steps", (name) => {
    const steps = ["-darken-2", "-darken-1", "", "-lighten-1", "-lighten-2"].map((step) =>
      luminance(hexOf(theme, `--clew-${kebab(name)}${step}`)),
    );
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size).toBe(5);
  });

  test.each([
    ...["background", "surface", "raised"].flatMap((ground) =>
      [
        "title",
        "on-background",
        "on-surface",
        "muted",
        "primary-text",
        "secondary-text",
        "error-text",
        "info-text",
        "success-text",
        "warning-text",
      ].map((text) => [text, ground]),
    ),
    ...FILLS.filter((name) => !isLargeTextOnly(theme, name)).map((name) => [`on-${name}`, name]),
    // Filled controls under the pointer, and pressed.
    ["on-primary", "primary-lighten-1"],
    ["on-primary", "primary-lighten-2"],
    ["on-mark", "mark"],
    ["headline", "background"],
  ])("%s on %s reaches AA", (text = "", ground = "") => {
    expect(contrast(hexOf(theme, `--clew-${text}`), hexOf(theme, `--clew-${ground}`))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["background", "surface", "raised"])("a title is the strongest text on %s", (ground) => {
    const strength = (text: string): number =>
      contrast(hexOf(theme, `--clew-${text}`), hexOf(theme, `--clew-${ground}`));
    const others = ["on-background", "on-surface", "headline", "muted", "primary-text", "error-text", "warning-text"];
    expect(strength("title")).toBeGreaterThanOrEqual(Math.max(...others.map(strength)));
  });

  test("no fill is below AA under its text, large text included", () => {
    const ratios = FILLS.map((name) => contrast(hexOf(theme, `--clew-on-${name}`), hexOf(theme, `--clew-${name}`)));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
  });

  test.each(["primary", "success", "warning", "danger"])("a %s button is painted with the specified fill", (intent) => {
    const colour = intent === "danger" ? "error" : intent;
    expect(THEMES[theme][`--bp-intent-${intent}-rest`]).toBe(`var(--clew-${colour})`);
    expect(THEMES[theme][`--bp-intent-${intent}-foreground`]).toBe(`var(--clew-on-${colour})`);
    for (const state of ["hover", "active"]) {
      const fill = FILLED[`--bp-intent-${intent}-${state}`] ?? "";
      const hex = fill.startsWith("#") ? fill : hexOf(theme, fill.slice("var(".length, -1));
      expect(contrast(hexOf(theme, `--clew-on-${colour}`), hex)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(["primary", "success", "warning", "danger"])("the text of a minimal %s button reaches AA", (intent) => {
    // In the dark theme Blueprint mixes these with white; the light theme uses them as they are.
    for (const state of theme === "light" ? ["hover", "active"] : []) {
      expect(contrast(hexOf(theme, `--bp-intent-${intent}-${state}`), hexOf(theme, "--clew-surface"))).toBeGreaterThan(
        4.5,
      );
    }
  });

  test("initials reach AA on each of the 360 colours of avatars", () => {
    const share = (name: string): number => Number.parseFloat(THEMES[theme][name] ?? "") / 100;
    const [saturation, lightness] = [share("--clew-avatar-saturation"), share("--clew-avatar-lightness")];
    expect(hexOfHsl(210, 0.5, 0.4)).toBe("#336699");
    const text = hexOf(theme, "--clew-on-avatar");
    const ratios = Array.from({ length: 360 }, (_, hue) => contrast(text, hexOfHsl(hue, saturation, lightness)));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  });

  test("the name of the hottest tile of a treemap reaches AA", () => {
    const heat = Number.parseFloat(THEMES[theme]["--clew-heat"] ?? "") / 100;
    const [hot, ground] = [hexOf(theme, "--clew-primary"), hexOf(theme, "--clew-background")];
    const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
    const tile = [1, 3, 5].map((at) => Math.round(channel(hot, at) * heat + channel(ground, at) * (1 - heat)));
    const hex = `#${tile.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    expect(contrast(hexOf(theme, "--clew-on-background"), hex)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["background", "surface"])("the focus ring is seen on %s", (ground) => {
    expect(contrast(hexOf(theme, "--clew-focus"), hexOf(theme, `--clew-${ground}`))).toBeGreaterThanOrEqual(3);
  });
});
