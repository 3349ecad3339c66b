/** What a comparison of a linked group plans. */
import { describe, expect, test } from "vitest";
import { DEFAULT_FILTER } from "../../../../contract/matching/groupFilter.ts";
import type { GroupSourceRow } from "../../../../server/db/tables/sources/linkedGroups.ts";
import { type GroupRepository, planGroup } from "../../../../server/sync/groups/planGroup.ts";

const NOW = new Date("2026-11-28T10:00:00Z");

const groupWith = (over: object = {}) => ({
  id: "one",
  provider: "github",
  filter: DEFAULT_FILTER,
  with_issues: false,
  removed_repositories: [],
  ...over,
});

const found = (externalId: string, url: string, over: Partial<GroupRepository> = {}): GroupRepository => ({
  externalId,
  name: url.split("/").at(-1) ?? "",
  full_name: url.split("/").slice(-2).join("/"),
  url,
  is_archived: false,
  is_fork: false,
  is_empty: false,
  visibility: "public",
  topics: [],
  has_issues: true,
  default_branch: "main",
  ...over,
});

const source = (over: Partial<GroupSourceRow>): GroupSourceRow => ({
  id: "source",
  kind: "repository",
  provider: "github",
  url: "https://github.com/acme/api",
  name: "acme/api",
  group_id: null,
  group_repository: null,
  leaves_at: null,
  leaves_because: null,
  ...over,
});

const plan = (
  repositories: readonly GroupRepository[],
  sources: readonly GroupSourceRow[],
  group: ReturnType<typeof groupWith> = groupWith(),
) => planGroup(group, { repositories, unreadable: 0 }, sources, NOW);

describe("a repository that is linked otherwise", () => {
  test.each([
    ["https://github.com/acme/api.git"],
    ["https://github.com/Acme/API"],
    ["http://www.github.com/acme/api/"],
    ["git@github.com:acme/api.git"],
    ["ssh://git@github.com:2222/acme/api"],
  ])("%s is the same", (url) => {
    const { add, counts } = plan([found("1", "https://github.com/acme/api")], [source({ url })]);
    expect([add, counts.linked_otherwise]).toEqual([[], 1]);
  });

  test.each([
    ["https://github.com:8443/acme/api"],
    ["https://github.com/acme/api-docs"],
    ["https://gitlab.com/acme/api"],
  ])("%s is another", (url) => {
    expect(plan([found("1", "https://github.com/acme/api")], [source({ url })]).add).toHaveLength(1);
  });

  test("folders are compared by their exact paths", () => {
    const folder = groupWith({ provider: "git" });
    const listed = [found("/srv/a/api", "/srv/a/api")];
    expect(plan(listed, [source({ provider: "git", url: "/srv/a/API" })], folder).add).toHaveLength(1);
    expect(plan(listed, [source({ provider: "git", url: "/srv/a/api" })], folder).add).toHaveLength(0);
  });

  test("another spelling of its address in another group takes no source", () => {
    const other = source({ group_id: "two", group_repository: "1", url: "https://github.com/Acme/api" });
    const { move, counts } = plan([found("1", "https://github.com/acme/api")], [other]);
    expect([move, counts.linked_otherwise]).toEqual([[], 1]);
  });
});

describe("a list that loses many sources at once", () => {
  const following = (count: number, over: Partial<GroupSourceRow> = {}) =>
    Array.from({ length: count }, (_, at) =>
      source({
        id: `s${at}`,
        group_id: "one",
        group_repository: String(at),
        url: `https://github.com/acme/r${at}`,
        name: `acme/r${at}`,
        ...over,
      }),
    );
  const first = (count: number) =>
    Array.from({ length: count }, (_, at) => found(String(at), `https://github.com/acme/r${at}`));

  test.each([
    [10, 4, 6, 0],
    [10, 5, 0, 5],
    [9, 1, 0, 8],
  ])("of %i sources %i are listed: %i are doubted, %i leave", (count, listed, doubted, leaving) => {
    const result = plan(first(listed), following(count));
    expect([result.doubted, result.leave.length]).toEqual([doubted, leaving]);
  });

  test("also removes none whose time has come", () => {
    const result = plan(first(4), following(10, { leaves_at: new Date(NOW.getTime() - 1), leaves_because: "gone" }));
    expect([result.remove, result.doubted]).toEqual([[], 6]);
  });

  test("does not doubt what is listed as archived", () => {
    const archived = first(10).map((one, at) => ({ ...one, is_archived: at >= 2 }));
    expect(plan(archived, following(10)).leave).toHaveLength(8);
  });
});
