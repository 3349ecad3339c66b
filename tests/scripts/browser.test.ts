import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chromiumArgs, findBrowser } from "../../scripts/findBrowser.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-browser-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name: string, mode = 0o755): string => {
  const path = join(folder, name);
  writeFileSync(path, "#!/bin/sh\n");
  chmodSync(path, mode);
  return path;
};

test("CHROMIUM_PATH wins over the PATH", () => {
  program("chromium");
  const mine = program("my-own-browser");
  expect(findBrowser({ CHROMIUM_PATH: mine, PATH: folder })).toBe(mine);
});

test("a CHROMIUM_PATH that cannot be run is an error in words, not a silent second choice", () => {
  program("chromium");
  expect(() => findBrowser({ CHROMIUM_PATH: join(folder, "missing"), PATH: folder })).toThrow(/CHROMIUM_PATH.*missing/);
});

test("a browser on the PATH is found", () => {
  const found = program("google-chrome");
  expect(findBrowser({ PATH: folder })).toBe(found);
});

test("a file that is not a program is skipped", () => {
  program("chromium", 0o644);
  const found = program("microsoft-edge");
  expect(findBrowser({ PATH: folder })).toBe(found);
});

test("what Playwright turns off in Chromium stays off", () => {
  const source = readFileSync(
    join(import.meta.dirname, "../../node_modules/playwright-core/lib/coreBundle.js"),
    "utf8",
  );
  const [, list = ""] = /\n    disabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
  const theirs = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(theirs).toContain("PaintHolding");
  const ours = chromiumArgs
    .find((one) => one.startsWith("--disable-features="))
    ?.split("=")[1]
    ?.split(",");
  expect(ours).toEqual(expect.arrayContaining(theirs));
});
