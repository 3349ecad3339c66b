/** The colours of section 9 of the specification. `src/theme/colors.css` repeats them, and `tests/theme/colors.test.ts` compares. Free of zod. */
const brand = {
  primary: "#3B82F6",
  secondary: "#655DD1",
  error: "#FF5252",
  info: "#2196F3",
  success: "#4CAF50",
  warning: "#FB8C00",
} as const;

export const THEME_COLORS = {
  light: { ...brand, background: "#FFFFFF", surface: "#f0eff2", headline: "#757575" },
  dark: {
    ...brand,
    background: "#121212",
    surface: "#1E1E1E",
    headline: "#a5afc2",
    onBackground: "#a5afc2",
    onSurface: "#a5afc2",
    onPrimary: "#131415",
    onSecondary: "#131415",
    onError: "#131415",
    onInfo: "#131415",
    onSuccess: "#131415",
    onWarning: "#131415",
  },
} as const;

/** Colours that come with two lighter and two darker steps. */
export const STEPPED_COLORS = ["primary", "secondary", "headline", "onPrimary", "onSecondary"] as const;
