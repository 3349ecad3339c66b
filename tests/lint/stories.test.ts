import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GROUPS } from "../../.storybook/groups.ts";
import { VIEWPORTS } from "../../.storybook/viewports.ts";

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

test("Storybook loads each folder of stories, and its groups name no other", () => {
  // Storybook's configuration loads the folder of foundations by a pattern of its own.
  const folders = readdirSync(join(ROOT, "stories"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "foundations")
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(GROUPS.map(([folder]) => folder).toSorted());
});

test("the navigation sorts the groups in their order", () => {
  // Storybook reads the order from the source, so that it is a literal and cannot be imported.
  const order = /storySort: \{\s*order: \[([^]*?)\n {8}\]/.exec(
    readFileSync(join(ROOT, ".storybook/preview.tsx"), "utf8"),
  )?.[1];
  const names = order?.split('"Content",')[1]?.matchAll(/"([^"]+)"/g) ?? [];
  expect(Array.from(names, ([, name]) => name)).toEqual(GROUPS.map(([, name]) => name));
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
    .map(({ file, text }) => ({ file, parts: text.split(/^(?=export const )/m) }))
    // The first part has the parameters of all stories of the file: without these the file has no pictures by default.
    .filter(({ parts: [meta = ""] }) => /\bpictures\b|disableSnapshot: false/.test(meta))
    .flatMap(({ file, parts }) =>
      parts
        .filter((story) => /^export const (?:Turkish|Narrow|Long\w*): Story/.test(story))
        .filter((story) => !/forLayout|layoutModes|disableSnapshot|zoomed|inPseudoOnPhone/.test(story))
        .map((story) => `${file} ${story.split(":")[0]}`),
    );
  expect(dark).toEqual([]);
});

test("each viewport of a story is one of the workshop", () => {
  const unknown = storiesIn("stories/**/*.stories.tsx").flatMap(({ file, text }) =>
    [...text.matchAll(/viewport: (?:\{[^}]*value: )?"(\w+)"/g)]
      .filter(([, name = ""]) => !Object.hasOwn(VIEWPORTS, name))
      .map(([, name]) => `${file} ${name}`),
  );
  expect(unknown).toEqual([]);
});
