import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const storiesIn = (pattern: string): { file: string; text: string }[] =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

describe.each(storiesIn("stories/{ui,patterns}/*.stories.tsx"))("$file", ({ text }) => {
  test("begins with a playground, whose controls the page of documentation shows", () => {
    expect(/^export const (\w+)/m.exec(text)?.[1]).toBe("Playground");
  });

  test("describes when to use the component and when not", () => {
    expect(text).toMatch(/usage\(\{\s*do: \[\s*"[^]*?dont: \[\s*"/);
  });
});

test("no file takes the same picture in Turkish twice: by a story and by a mode", () => {
  const both = storiesIn("stories/**/*.stories.tsx").filter(
    ({ text }) => text.includes("modes.tr") && text.includes('locale: "tr"'),
  );
  expect(both.map(({ file }) => file)).toEqual([]);
});

test("no story of a layout has a picture in the dark theme", () => {
  const dark = storiesIn("stories/**/*.stories.tsx")
    .filter(({ file }) => !file.startsWith("stories/pages/"))
    .flatMap(({ file, text }) =>
      text
        .split(/^(?=export const )/m)
        .filter((story) => /^export const (?:Turkish|Narrow|Long\w*): Story/.test(story))
        .filter((story) => !/forLayout|layoutModes|disableSnapshot|zoomed/.test(story))
        .map((story) => `${file} ${story.split(":")[0]}`),
    );
  expect(dark).toEqual([]);
});
