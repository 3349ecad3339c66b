import { cardStyles } from "./scripts/lint/cardStyles.ts";
import { declarationOrder } from "./scripts/lint/declarationOrder.ts";

/** Values come from the tokens of src/theme. `tests/lint/stylelint.test.ts` breaks each rule on purpose. */
const TOKENS = "Use a token of src/theme/tokens.css or src/theme/colors.css";
const ZERO = ["0", "inherit"];
const withMessage = (value) => [value, { message: TOKENS }];
/** A tint of the colour of text; one in a hint, a border or a shadow is not a background. */
const TINTS = { "/^background/": [/currentcolor \d/] };
const SIDE = "Use start or end, inline-start or inline-end";
/** By property; the others are about tokens. */
const MESSAGES = { color: 'Use <Text tone="muted">', "text-align": SIDE, float: SIDE, clear: SIDE };
// em is allowed: the spacing of rendered Markdown depends on its size of text. 0px is a fallback inside calc.
const SPACING = {
  // Sides of the page change in a language that is written from right to left.
  "/^(text-align|float|clear)$/": [/^(left|right)$/],
  "/^(padding|margin|gap|row-gap|column-gap|inset|scroll-padding|scroll-margin)/": [
    /(?<![\w.-])-?(?!0px)[\d.]+(px|rem)\b/,
  ],
};

// oxlint-disable-next-line import/no-default-export -- stylelint reads the default export
export default {
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  plugins: [cardStyles, declarationOrder],
  rules: {
    "house/card": true,
    "house/declaration-order": true,
    "declaration-block-no-shorthand-property-overrides": true,
    "color-no-hex": withMessage(true),
    "color-named": withMessage("never"),
    "function-disallowed-list": withMessage(["rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch"]),
    "declaration-property-value-allowed-list": withMessage({
      "font-size": [/^var\(--text-/, "inherit"],
      "/border.*-radius$/": [/^var\(--(radius|bp-surface-border-radius)/, ...ZERO],
      "font-weight": [/^var\(--weight-/, "inherit"],
      "line-height": [/^var\(--line-/, /^\d+(\.\d+)?(px|rem)$/, "1", "inherit"],
      "box-shadow": [/^var\(--elevation-/, /^inset /, "none"],
      "z-index": [/^var\(--layer-/, /^calc\(var\(--layer-[a-z]+\) [+-] 1\)$/, "auto"],
    }),
    "declaration-property-value-disallowed-list": [
      { ...SPACING, ...TINTS, color: [/--clew-muted/] },
      { message: (property) => MESSAGES[property] ?? TOKENS },
    ],
    "declaration-property-unit-disallowed-list": withMessage({
      "/^(transition|animation)/": ["s", "ms"],
      font: ["px", "rem", "em"],
    }),
    "property-disallowed-list": [
      [
        "left",
        "right",
        "/^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)/",
        "/^border-(top|bottom)-(left|right)-radius$/",
      ],
      { message: "Use the logical property: inset-inline-start, margin-inline-end, border-start-start-radius …" },
    ],
    "media-feature-range-notation": "context",
    "media-feature-name-value-allowed-list": [
      { "/width/": ["40rem", "60rem", "75rem"] },
      { message: "Use one of the three breakpoints: 40rem, 60rem, 75rem" },
    ],
  },
  overrides: [
    // The primitives draw their own surfaces.
    { files: ["src/components/ui/*.css"], rules: { "house/card": null } },
    // Where the values of the tokens are.
    {
      files: ["src/theme/{colors,code,tokens}.css"],
      rules: { "color-no-hex": null, "function-disallowed-list": null },
    },
    {
      // The primitives, and the elements of the page that no component renders.
      files: ["src/components/ui/*.css", "src/theme/base.css"],
      rules: { "declaration-property-value-disallowed-list": withMessage({ ...SPACING, ...TINTS }) },
    },
    {
      // @font-face declares the weights of a file.
      files: ["src/theme/fonts.css"],
      rules: { "declaration-property-value-allowed-list": null },
    },
  ],
};
