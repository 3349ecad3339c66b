import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuildStale } from "../../scripts/ensureBuild.ts";

let folder: string;

/** Writes a file that was last changed at the given minute. */
const write = (file: string, minute: number): void => {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file);
  utimesSync(path, minute * 60, minute * 60);
};

/** Gives a folder the given minute, as a change of its list of files would. */
const touch = (path: string, minute: number): void => utimesSync(join(folder, path), minute * 60, minute * 60);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-build-"));
  write("src/main.tsx", 10);
  touch("src", 10);
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a missing build is stale", () => {
  expect(isBuildStale(folder)).toBe(true);
});

test("a build that is newer than all sources is used as it is", () => {
  write("dist/index.html", 11);
  expect(isBuildStale(folder)).toBe(false);
});

test("a changed source makes the build stale", () => {
  write("dist/index.html", 11);
  write("contract/plans.ts", 12);
  expect(isBuildStale(folder)).toBe(true);
});

test("a removed source makes the build stale, since its folder has changed", () => {
  write("dist/index.html", 11);
  touch("src", 12);
  expect(isBuildStale(folder)).toBe(true);
});
