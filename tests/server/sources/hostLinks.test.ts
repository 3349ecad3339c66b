import { expect, test } from "vitest";
import { commitUrl, fileUrl, hostUrl, profileUrl, treeUrl } from "../../../server/sources/hostLinks.ts";

const PAGES = [
  {
    source: { provider: "github", url: "https://github.com/a/b" },
    file: "https://github.com/a/b/blob/abc/d%20e/f%23.ts#L3",
    folder: "https://github.com/a/b/tree/abc/d%20e",
    root: "https://github.com/a/b/tree/abc",
    commit: "https://github.com/a/b/commit/abc",
    profile: "https://github.com/ada",
  },
  {
    source: { provider: "gitlab", url: "https://gl.example/a/b.git" },
    file: "https://gl.example/a/b/-/blob/abc/d%20e/f%23.ts#L3",
    folder: "https://gl.example/a/b/-/tree/abc/d%20e",
    root: "https://gl.example/a/b/-/tree/abc",
    commit: "https://gl.example/a/b/-/commit/abc",
    profile: "https://gl.example/ada",
  },
  {
    source: { provider: "bitbucket", url: "https://u:p@bb.example/a/b" },
    file: "https://bb.example/a/b/src/abc/d%20e/f%23.ts#lines-3",
    folder: "https://bb.example/a/b/src/abc/d%20e",
    root: "https://bb.example/a/b/src/abc",
    commit: "https://bb.example/a/b/commits/abc",
    // Bitbucket has no page for a login.
    profile: null,
  },
] as const;

test.each(PAGES)("pages of $source.provider have the forms of its web interface", ({ source, ...pages }) => {
  expect(fileUrl(source, "abc", "d e/f#.ts", 3)).toBe(pages.file);
  expect(fileUrl(source, "abc", "d e/f#.ts")).toBe(pages.file.replace(/#.*/, ""));
  expect(treeUrl(source, "abc", "d e")).toBe(pages.folder);
  expect(treeUrl(source, "abc", "")).toBe(pages.root);
  expect(commitUrl(source, "abc")).toBe(pages.commit);
  expect(profileUrl(source, "ada")).toBe(pages.profile);
  expect(profileUrl(source, "")).toBeNull();
});

test.each([
  { provider: "git", url: "https://git.example/a" },
  { provider: "github", url: "/srv/git/a" },
  { provider: "__proto__", url: "https://git.example/a" },
])("$provider at $url has no pages", (source) => {
  const urls = [
    hostUrl(source),
    fileUrl(source, "abc", "f.ts", 3),
    treeUrl(source, "abc", "d"),
    commitUrl(source, "abc"),
    profileUrl(source, "ada"),
  ];
  expect(urls).toEqual([null, null, null, null, null]);
});
