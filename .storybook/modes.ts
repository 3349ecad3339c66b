/** Modes of the visual snapshots: both themes everywhere; `narrow` and `tr` for stories that set them in `parameters.chromatic.modes`. */
export const modes = {
  light: { theme: "light", locale: "en" },
  dark: { theme: "dark", locale: "en" },
  narrow: { theme: "light", locale: "en", viewport: { width: 360, height: 740 } },
  tr: { theme: "light", locale: "tr" },
} as const;
