import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import postcss from "postcss";
import { expect, test } from "vitest";
import { OWN_LOOKS, slimBlueprint, UNUSED } from "../../scripts/vite/slimBlueprint.ts";

const root = dirname(dirname(import.meta.dirname));
const from = join(root, "node_modules/@blueprintjs/core/lib/css/blueprint.css");
const shipped = readFileSync(from, "utf8");
const slim = postcss([slimBlueprint()]).process(shipped, { from }).css;

/** Blueprint's components by what they are called in code. */
const COMPONENTS: Partial<Record<(typeof UNUSED)[number], RegExp>> = {
  toast: /\b(?:Overlay)?Toaster\b|\bToast2?\b/,
  tree: /\bTree\b/,
};
const pascal = (family: string): string => family.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

test("no component is imported whose rules are left out", () => {
  const imported = globSync("src/components/ui/*.{ts,tsx}", { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /(?:import|export) \{([^}]+)\} from "@blueprintjs\/(?:core|select)"/g,
      ),
    ].map((match) => ({
      file,
      names: match[1] ?? "",
    })),
  );
  expect(imported.length).toBeGreaterThan(10);
  for (const family of UNUSED.filter((name) => !OWN_LOOKS.includes(name))) {
    const name = COMPONENTS[family] ?? new RegExp(`\\b${pascal(family)}\\w*\\b`);
    expect([family, imported.filter(({ names }) => name.test(names)).map(({ file }) => file)]).toEqual([family, []]);
  }
});

test("the icon font, the second dark selector and the unused families are gone, and most of the weight stays useful", () => {
  expect(slim).not.toContain("@font-face");
  expect(slim).not.toContain("data-bp-color-scheme");
  expect(slim).not.toMatch(/\.bp6-tooltip\b(?!\))/);
  expect(slim).toContain(".bp6-button");
  expect(slim).toContain(".bp6-menu-item");
  expect(slim.length).toBeLessThan(shipped.length * 0.75);
});

test("literal colours outside the tokens follow the palette", () => {
  const literal = (css: string): number => css.match(/^ {2}(?!--)[\w-]+:[^;]*#[0-9a-f]{6}/gim)?.length ?? 0;
  expect(literal(shipped)).toBeGreaterThan(200);
  expect(literal(slim)).toBeLessThan(20);
});

test("forced colours have their rules in light schemes too; only the dark tick is for dark ones", () => {
  const rules = new Map<string, string[]>();
  postcss.parse(slim).walkAtRules("media", ({ params, nodes = [] }) => {
    if (params.includes("forced-colors")) rules.set(params, [...(rules.get(params) ?? []), ...nodes.map(String)]);
  });
  const { "(forced-colors: active)": always = [], ...others } = Object.fromEntries(rules);
  expect(always.join("\n")).toMatch(/\.bp6-input\s*\{\s*border:\s*1px solid buttonborder/);
  expect(always.join("\n")).toContain("input:disabled ~ .bp6-control-indicator");
  expect(always.join("\n")).not.toContain("url(");
  expect(Object.keys(others)).toEqual(["(forced-colors: active) and (prefers-color-scheme: dark)"]);
  for (const rule of Object.values(others).flat()) expect(rule).toMatch(/::before\s*\{\s*background-image:\s*url\(/);
});

test("another package's stylesheet is left alone", () => {
  const css = '.bp6-toast { color: #2d72d2 } @font-face { font-family: "X" }';
  expect(postcss([slimBlueprint()]).process(css, { from: "/app/src/theme/base.css" }).css).toBe(css);
});
