/** Issues and requests as people name them: by key, by a key after the name of its source, and by address. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparable, isNamed } from "../../../server/mcp/namedItems.ts";
import { closest } from "../../../server/mcp/namedProject.ts";
import { onOneDatabase } from "../testDb.ts";
import { type HistoryProject, startHistoryProject } from "./historyProject.ts";
import { tell } from "./mcpProject.ts";

describe("an address", () => {
  test.each([
    ["https://Host.example/acme/warp/issues/7/#note_1", "https://host.example/acme/warp/issues/7"],
    ["https://host.example/acme/warp/pull/8/files?w=1", "https://host.example/acme/warp/pull/8"],
    ["https://host.example/acme/warp/-/merge_requests/8/diffs", "https://host.example/acme/warp/-/merge_requests/8"],
    ["https://host.example/acme/warp/-/work_items/7", "https://host.example/acme/warp/-/issues/7"],
  ])("%s is compared as %s", (given, expected) => expect(comparable(given)).toBe(expected));

  test.each([
    ["https://host.example/acme/warp/issues/7", ["warp"]],
    ["https://host.example/acme/other/issues/7", ["group"]],
    ["https://host.example/acme-two/warp/issues/7", []],
    ["https://jira.example/browse/ABC-12", ["jira"]],
    ["https://jira.example/browse/ABCD-12", []],
  ])("%s is one of the sources %j", (address, expected) => {
    const sources = [
      { name: "group", url: "https://host.example/acme" },
      { name: "warp", url: "https://user:secret@host.example/acme/warp.git" },
      { name: "jira", url: "https://jira.example/browse/ABC" },
    ];
    expect(closest(sources, comparable(address)).map(({ name }) => name)).toEqual(expected);
  });
});

test.each([
  ["warp", true],
  ["acme/warp", true],
  ["Warp", true],
  ["arp", false],
  ["other", false],
])("a source that is named %j: %j", (within, expected) => {
  const url = "https://host.example/acme/warp.git/";
  expect(isNamed({ name: "acme/warp", source_url: "" }, within)).toBe(expected);
  expect(isNamed({ name: "", source_url: url }, within)).toBe(expected);
});

onOneDatabase("issues and requests by name", (engine) => {
  let project: HistoryProject;
  const ask = async (name: string, given: Record<string, unknown>) => {
    const answer = await tell(project.client, name, { max_tokens: 20_000, ...given });
    expect([name, answer.isError, answer.isError ? answer.text : ""]).toEqual([name, false, ""]);
    return { text: answer.text, data: answer.data ?? {} };
  };
  const refused = async (name: string, given: Record<string, unknown>): Promise<unknown> => {
    const { isError, data } = await tell(project.client, name, given);
    expect(isError).toBe(true);
    return (data?.["error"] as { code: string } | undefined)?.code;
  };

  beforeAll(async () => {
    project = await startHistoryProject(engine);
  }, 120_000);
  afterAll(() => project.stop());

  test.each([
    ["get_issue", "issue", "loom#7", "Issue of loom"],
    ["get_issue", "issue", "loom#007", "Issue of loom"],
    ["get_issue", "issue", "acme/shed#7", "Issue of shed"],
    ["get_issue", "issue", "https://github.com/acme/shed/issues/7#issuecomment-1", "Issue of shed"],
    ["get_request", "request", "shed#8", "Request of shed"],
    ["get_request", "request", "https://github.com/acme/loom/pull/8/", "Request of loom"],
    ["get_request", "request", "https://github.com/acme/loom/pull/8/files#diff-1", "Request of loom"],
  ])("%s takes %s %s", async (name, argument, asked, title) => {
    const { text } = await ask(name, { [argument]: asked });
    expect(text).toContain(`# ${title}`);
    const [, page = ""] = /Page: (\S+)/.exec(text) ?? [];
    expect((await ask(name, { [argument]: page })).text).toContain(`# ${title}`);
  });

  test("a number of several sources, and one of no source of the project, are refused", async () => {
    expect(await refused("get_issue", { issue: "#7" })).toBe("invalid_arguments");
    expect(await refused("get_request", { request: "8" })).toBe("invalid_arguments");
    for (const asked of [
      "other#7",
      "https://github.com/else/where/issues/7",
      "https://github.com/acme/loom/issues/%ff",
    ])
      expect(await refused("get_issue", { issue: asked })).toBe("not_found");
    expect(await refused("get_request", { request: "https://github.com/else/where/pull/8" })).toBe("not_found");
  });
});
