import { expect, test } from "vitest";
import { clonedRepository, repositoryKey } from "../../contract/addresses/cloneAddress.ts";

test.each([
  ["https://bb.example/projects/KEY/repos/Atlas", "bb.example/key/atlas"],
  ["https://bb.example/scm/key/atlas.git", "bb.example/key/atlas"],
  ["ssh://git@bb.example:7999/key/atlas.git", "bb.example/key/atlas"],
  ["https://ada@bb.example/context/scm/~ada/atlas.git", "bb.example/context/~ada/atlas"],
  ["https://bb.example/context/users/ada/repos/atlas", "bb.example/context/~ada/atlas"],
  ["git@github.com:acme/atlas.git", "github.com/acme/atlas"],
  ["https://gitlab.com/acme/projects/atlas", "gitlab.com/acme/projects/atlas"],
])("%s is %s", (url, key) => {
  expect(repositoryKey(url)).toBe(key);
});

test("a clone from Bitbucket Data Center belongs to the repository that was linked by its page", () => {
  const repositories = [
    { url: "https://bb.example/projects/KEY/repos/other" },
    { url: "https://bb.example/projects/KEY/repos/atlas" },
  ];
  expect(clonedRepository(repositories, ["https://bb.example/scm/key/atlas.git"])).toBe(repositories[1]);
  expect(clonedRepository(repositories, ["ssh://git@bb.example:7999/key/atlas.git"])).toBe(repositories[1]);
  expect(clonedRepository(repositories, ["ssh://git@bb.example:7999/key/none.git"])).toBeUndefined();
});
