/** Values come from the tokens of src/theme. `tests/lint/stylelint.test.ts` breaks each rule on purpose. */
const TOKENS = "Use a token of src/theme/tokens.css or src/theme/colors.css";
const ZERO = ["0", "inherit"];
const withMessage = (value) => [value, { message: TOKENS }];

// oxlint-disable-next-line import/no-default-export -- stylelint reads the default export
export default {
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    "color-no-hex": withMessage(true),
    "color-named": withMessage("never"),
    "function-disallowed-list": withMessage(["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"]),
    "declaration-property-value-allowed-list": withMessage({
      "font-size": [/^var\(--text-/, "inherit"],
      "/border.*-radius$/": [/^var\(--(radius|bp-surface-border-radius)/, ...ZERO],
      "z-index": [/^var\(--layer-/, /^calc\(var\(--layer-[a-z]+\) [+-] 1\)$/, "auto"],
    }),
    "declaration-property-unit-disallowed-list": withMessage({
      "/^(transition|animation)/": ["s", "ms"],
      font: ["px", "rem", "em"],
    }),
    "media-feature-range-notation": "context",
    "media-feature-name-value-allowed-list": [
      { "/width/": ["40rem", "60rem", "75rem"] },
      { message: "Use one of the three breakpoints: 40rem, 60rem, 75rem" },
    ],
  },
  overrides: [
    // Where the values of the tokens are.
    {
      files: ["src/theme/{colors,code,tokens}.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
  ],
};
