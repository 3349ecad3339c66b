import { create, type ThemeVars } from "storybook/theming";
import { THEME_COLORS } from "../contract/theme.ts";

export type ThemeName = "light" | "dark";

export const themeNamed = (name: unknown): ThemeName => (name === "dark" ? "dark" : "light");

const INK = { light: "#1f2328", dark: "#d5dae4" } as const;
const LINE = { light: "#d0d4da", dark: "#34363b" } as const;

const brandIn = (base: ThemeName): ThemeVars => {
  const { background, surface, primary } = THEME_COLORS[base];
  return create({
    base,
    brandTitle: "Clew components",
    brandUrl: "./?path=/docs/introduction--docs",
    brandImage: `./brand-${base}.svg`,
    brandTarget: "_self",
    colorPrimary: primary,
    colorSecondary: base === "dark" ? "#60a5fa" : "#1d4ed8",
    appBg: surface,
    appContentBg: background,
    appPreviewBg: background,
    appBorderColor: LINE[base],
    appBorderRadius: 6,
    barBg: background,
    textColor: INK[base],
    inputBg: background,
    inputBorder: LINE[base],
    inputBorderRadius: 6,
    fontBase: '"Inter Variable", "Inter", system-ui, sans-serif',
    fontCode: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  });
};

/** Storybook's own frame and the pages of documentation, in the colours of the product. */
export const BRAND = { light: brandIn("light"), dark: brandIn("dark") } as const;
