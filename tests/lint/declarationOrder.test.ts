import fc from "fast-check";
import stylelint from "stylelint";
import { describe, expect, test } from "vitest";
import { declarationOrder } from "../../scripts/lint/declarationOrder.ts";
import { overlap } from "../../scripts/lint/overlappingProperties.ts";

const config = { plugins: [declarationOrder], rules: { "house/declaration-order": true } };

const rule = (declarations: string): string => `.card {\n${declarations}\n}\n`;

async function sorted(code: string): Promise<string> {
  return (await stylelint.lint({ code, config, fix: true })).code ?? "";
}

async function problemsOf(code: string): Promise<string[]> {
  return (await stylelint.lint({ code, config })).results.flatMap(({ warnings }) => warnings.map(({ text }) => text));
}

const propertiesOf = (code: string): string[] => [...code.matchAll(/^ {2}([-a-z]+):/gm)].map(([, name = ""]) => name);

const blockOf = (properties: readonly string[]): string =>
  rule(properties.map((name) => `  ${name}: inherit;`).join("\n"));

describe("declarations that override each other", () => {
  test.for([
    ["border-color", "border-block-end-color"],
    ["border-block-end", "border-color"],
    ["border-radius", "border-end-start-radius"],
    ["inset", "bottom"],
    ["inset-block-start", "bottom"],
    ["margin-inline", "margin-left"],
    ["gap", "column-gap"],
    ["place-items", "align-items"],
    ["flex-flow", "flex-direction"],
    ["grid-area", "grid-column"],
    ["height", "block-size"],
    ["font", "line-height"],
    ["background", "background-color"],
    ["overflow-x", "overflow-inline"],
    ["overscroll-behavior-block", "overscroll-behavior-y"],
  ])("%s and %s", ([first = "", second = ""]) => {
    expect([overlap(first, second), overlap(second, first)]).toEqual([true, true]);
  });

  test.for([
    ["border", "border-radius"],
    ["border-block-start", "border-block-end"],
    ["border-color", "border-width"],
    ["inline-size", "block-size"],
    ["min-inline-size", "width"],
    ["flex", "flex-direction"],
    ["overflow", "overflow-wrap"],
    ["gap", "grid-template-columns"],
    ["color", "background-color"],
    ["overflow-x", "overflow-y"],
    ["overflow-x", "overscroll-behavior-inline"],
  ])("not %s and %s", ([first = "", second = ""]) => {
    expect([overlap(first, second), overlap(second, first)]).toEqual([false, false]);
  });
});

test("the first declaration that is out of order is named", async () => {
  expect(await problemsOf(rule("  color: red;\n  display: grid;\n  align-items: start;"))).toEqual([
    'Move "align-items" above "color": declarations are in alphabetical order (house/declaration-order)',
  ]);
  expect(await problemsOf(rule("  align-items: start;\n  color: red;\n  display: grid;"))).toEqual([]);
});

const PROPERTIES = [
  "align-items",
  "border",
  "border-block-end-color",
  "border-color",
  "border-radius",
  "bottom",
  "color",
  "column-gap",
  "display",
  "font",
  "gap",
  "height",
  "block-size",
  "inset",
  "inset-block",
  "line-height",
  "margin",
  "margin-inline-start",
  "place-items",
  "-webkit-mask",
  "mask",
  "row-gap",
  "top",
  "width",
];

test("sorting keeps the order of declarations that override each other, loses none, and has no more to do afterwards", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(PROPERTIES, { minLength: 2 }), async (properties) => {
      const code = await sorted(blockOf(properties));
      const result = propertiesOf(code);
      expect(result.toSorted()).toEqual(properties.toSorted());
      expect(await problemsOf(code)).toEqual([]);
      const bare = (name: string): string => name.replace(/^-webkit-/, "");
      const swapped = properties.flatMap((name, at) =>
        properties
          .slice(at + 1)
          .filter((later) => overlap(bare(name), bare(later)) && result.indexOf(later) < result.indexOf(name))
          .map((later) => `${name} ${later}`),
      );
      expect(swapped).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test("declarations without an overlap are in the order of the alphabet", async () => {
  expect(
    propertiesOf(await sorted(blockOf(["width", "display", "color", "z-index", "margin", "align-items"]))),
  ).toEqual(["align-items", "color", "display", "margin", "width", "z-index"]);
});

test("a comment moves with the declaration below it or before it on its line; custom properties and nested rules stay", async () => {
  const before = [
    "  --gap: 1px;",
    "  --edge: 2px;",
    "  /* why */",
    "  width: 1px;",
    "  color: red; /* of the brand */",
    "  &:hover {",
    "    color: blue;",
    "  }",
    "  display: grid;",
    "  align-items: start;",
  ].join("\n");
  const after = [
    "  --gap: 1px;",
    "  --edge: 2px;",
    "  color: red; /* of the brand */",
    "  /* why */",
    "  width: 1px;",
    "  &:hover {",
    "    color: blue;",
    "  }",
    "  align-items: start;",
    "  display: grid;",
  ].join("\n");
  expect(await sorted(rule(before))).toBe(rule(after));
});
