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
    // Bitbucket Cloud has no page for a login.
    profile: null,
  },
  {
    source: { provider: "bitbucket", url: "https://bb.example/context/projects/KEY/repos/b" },
    file: "https://bb.example/context/projects/KEY/repos/b/browse/d%20e/f%23.ts?at=refs%2Fheads%2Fabc#3",
    folder: "https://bb.example/context/projects/KEY/repos/b/browse/d%20e?at=refs%2Fheads%2Fabc",
    root: "https://bb.example/context/projects/KEY/repos/b/browse?at=refs%2Fheads%2Fabc",
    commit: "https://bb.example/context/projects/KEY/repos/b/commits/abc",
    profile: "https://bb.example/context/users/ada",
  },
] as const;

test("a file of a Data Center is at a commit by its hash alone, and any spelling of its repository has the same pages", () => {
  const hash = "0a".repeat(20);
  const page = `https://bb.example/users/ada/repos/b/browse/f.ts?at=${hash}#3`;
  for (const path of ["users/ada/repos/b", "projects/~ADA/repos/B/browse", "scm/~ada/b.git"])
    expect(fileUrl({ provider: "bitbucket", url: `https://bb.example/${path}` }, hash, "f.ts", 3)).toBe(page);
  expect(hostUrl({ provider: "git", url: "https://bb.example/scm/key/b.git" })).toBeNull();
});

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
