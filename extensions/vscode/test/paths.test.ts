import { deepStrictEqual } from "node:assert";
import { describe, test } from "node:test";
import { isOpenWire, parseServer, readServer } from "../src/ClewClient.ts";
import { clonedRepository, isInside, repositoryKey } from "../../../contract/addresses/cloneAddress.ts";
import { pathInRoot } from "../src/paths.ts";
import { plain } from "../src/rows.ts";

const root = (path: string, ...remotes: string[]) => ({ path, remotes });

describe("paths", () => {
  test("a file has the path of the clone that holds it, else of its folder", () => {
    const roots = [root("/work/loom/app"), root("/work/loom", "git@example.org:a/loom.git"), root("/work")];
    deepStrictEqual(pathInRoot(roots, "/work/loom/app/src/a.ts")?.path, "app/src/a.ts");
    deepStrictEqual(pathInRoot([root("/work/lo"), root("/work/loom/")], "/work/loom/a.ts")?.path, "a.ts");
    deepStrictEqual(pathInRoot([root("/work/loom")], "/work/loom2/a.ts"), undefined);
  });

  test("a path of a server stays inside", () => {
    for (const path of ["a.ts", "src/a b.ts", "ş/語.md", "..a/b"])
      deepStrictEqual([path, isInside(path)], [path, true]);
    for (const path of ["", "/etc/passwd", "../a", "a/../../b", "a\\..\\b", "c:/a", "a//b", "./a", "a\0"]) {
      deepStrictEqual([path, isInside(path)], [path, false]);
    }
  });

  test("a clone is known by its address, however that is written", () => {
    for (const url of [
      "https://github.com/Owner/Name.git",
      "https://token@github.com/owner/name/",
      "git@github.com:owner/name.git",
      "ssh://git@github.com:22/owner/name",
    ]) {
      deepStrictEqual(repositoryKey(url), "github.com/owner/name");
    }
    const repositories = [{ url: "https://example.org/a/one" }, { url: "https://example.org/a/two.git" }];
    deepStrictEqual(clonedRepository(repositories, ["git@example.org:a/two.git"]), repositories[1]);
    deepStrictEqual(clonedRepository(repositories, ["git@example.org:a/three.git"]), undefined);
    deepStrictEqual(clonedRepository(repositories.slice(0, 1), []), repositories[0]);
  });
});

test("addresses of servers", () => {
  const address = (typed: string) => readServer(typed)?.href;
  deepStrictEqual(address("clew.example"), "https://clew.example/");
  deepStrictEqual(address(" http://127.0.0.1:8080/mcp "), "http://127.0.0.1:8080/");
  deepStrictEqual(address("https://example.org/clew/"), "https://example.org/clew");
  for (const typed of ["", "https://a:b@clew.example", "ht tp://x"]) deepStrictEqual(address(typed), undefined);
  deepStrictEqual(
    ["http://clew.example", "https://clew.example", "http://localhost:1"].map((url) => isOpenWire(new URL(url))),
    [true, false, false],
  );
});

test("an address of a page is that of its server, and a fault has its kind", () => {
  const address = (typed: string) => {
    const server = parseServer(typed);
    return server instanceof URL ? server.href : server;
  };
  deepStrictEqual(address("https://clew.example/projects/x/issues/3?tab=a#L2 "), "https://clew.example/");
  deepStrictEqual(address("https://example.org/clew/settings/mcp"), "https://example.org/clew");
  deepStrictEqual(address("clew.example:8443/login"), "https://clew.example:8443/");
  deepStrictEqual(address("localhost:4700/projects"), "http://localhost:4700/");
  deepStrictEqual(address("//clew.example"), "https://clew.example/");
  deepStrictEqual(address("https://projects.example/projector"), "https://projects.example/projector");
  deepStrictEqual(
    ["ftp://clew.example", "file:///etc/passwd", "https://a:b@clew.example", "clew example", " "].map(address),
    ["scheme", "scheme", "secret", "unreadable", "unreadable"],
  );
});

test("words of others do nothing", () => {
  deepStrictEqual(plain("a\u202eb\u200b\n$(trash) ş"), "ab $ (trash) ş");
  deepStrictEqual(plain(`${"x".repeat(199)}🧵`), "x".repeat(199));
});
