import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, type PluginOption } from "vite";
import { expect, test } from "vitest";
import { unmeasuredText } from "../../scripts/vite/unmeasuredText.ts";

const root = dirname(dirname(import.meta.dirname));
const components = join(root, "node_modules/@blueprintjs/core/lib/esm/components");

test("a build with Blueprint's tag has a text that does not measure itself", async () => {
  const bundle = async (plugins: PluginOption[]) => {
    const result = await build({
      configFile: false,
      logLevel: "silent",
      plugins,
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: join(components, "tag/tag.js"), preserveEntrySignatures: "strict" },
      },
    });
    const [output] = [result].flat();
    return output && "output" in output ? output.output.map((one) => ("code" in one ? one.code : "")).join("") : "";
  };
  expect(await bundle([])).toContain("scrollWidth");
  const code = await bundle([unmeasuredText()]);
  expect(code).not.toContain("scrollWidth");
  expect(code).toContain("bp6-text-overflow-ellipsis");
});

test("the properties of Blueprint's text are those that the replacement knows", () => {
  const file = join(components, "text/text.js");
  expect(existsSync(file)).toBe(true);
  expect(/forwardRef\(\(\{ ([^}]+) \}/.exec(readFileSync(file, "utf8"))?.[1]).toBe(
    'children, tagName = "div", title, className, ellipsize = false, ...htmlProps',
  );
});
