/** Answers that are cut: each says how to continue, and the parts together are the whole. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { READ_SOURCE } from "../rows.ts";
import { insideLines, nextOf, readToEnd } from "./answerPages.ts";
import { addIssue, connect, type McpProject, startMcpProject, tell, type Told } from "./mcpProject.ts";
import { CALLS } from "./toolCalls.ts";

const SOURCES = 12;
const TITLES = [
  ...Array.from({ length: 12 }, (_, at) => `Short ${at}`),
  ...["long ", "LONG ", "lang "].map((word) => word.repeat(17)),
  // Alike in more letters than a cursor has, in a script of three bytes a letter and in one of four.
  ...["一", "二", "三", "四"].map((letter) => `${"題".repeat(199)}${letter}`),
  ...["a", "b", "c"].map((letter) => `${"🧶".repeat(60)}${letter}`),
  "same",
  "same",
  "same",
];

const UNREAD = "Left out are the lines of 1 file: ask with path for each.";

/** Other forms of an answer. */
const VARIANTS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  search: [{ kind: ["symbol"], query: "HttpClient" }],
  grep: [{ counts: true }],
  find_references: [{ calls: true }],
};

describe("answers that are cut", () => {
  let project: McpProject;
  let client: Client;
  beforeAll(async () => {
    project = await startMcpProject("pglite", { environment: { CLEW_MCP_RATE: "100000" } });
    const { db } = project.server;
    await db
      .insertInto("sources")
      .values(
        Array.from({ length: SOURCES }, (_, at) => ({
          ...READ_SOURCE,
          sync_finished_at: new Date(0),
          sync_items: 1,
          id: `wiki-${at}`,
          project_id: project.projectId,
          kind: "wiki" as const,
          provider: "confluence" as const,
          name: `Wiki ${at}`,
          url: `https://wiki.example/${at}`,
        })),
      )
      .execute();
    for (const [at, title] of TITLES.entries())
      await addIssue(db, project.projectId, { id: `title-${at}`, number: 100 + at, title, body: "" });
    client = await connect(project.server, (await project.token()).secret);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await project.stop();
  });

  /** An answer and all that follow it. */
  async function readOn(name: string, given: Record<string, unknown>): Promise<Told[]> {
    const pages = await readToEnd(async (place) => {
      const told = await tell(client, name, { ...given, ...place });
      expect([name, told.isError, told.isError ? told.text : ""]).toEqual([name, false, ""]);
      expect(told.text).toContain(nextOf(told) ?? "");
      return told;
    });
    const [last] = pages.slice(-1);
    // Lines of generated files are asked for by path.
    expect([name, last && nextOf(last)]).toEqual([name, expect.toBeOneOf([null, UNREAD])]);
    return pages;
  }

  const shownIn = (pages: readonly Told[]): number => pages.reduce((sum, { data }) => sum + Number(data?.["shown"]), 0);

  test.each([
    ...CALLS.map(([name, given]) => [name, given] as const),
    ["insights", { period: "3m", granularity: "weekly", metrics: ["issues_opened", "issues_closed"] }] as const,
    ["project_info", { project: "sample" }] as const,
  ])("%s %j is the same in parts of 300 tokens as in one", async (name, given) => {
    const whole = await readOn(name, { ...given, max_tokens: 20_000 });
    const parts = await readOn(name, { ...given, max_tokens: 300 });
    expect(shownIn(parts)).toBe(shownIn(whole));
    const [all, seen] = [whole.flatMap(insideLines), new Set(parts.flatMap(insideLines))];
    expect(all.filter((one) => !seen.has(one))).toEqual([]);
  });

  test.each(CALLS)("%s has no data that its schema does not declare", async (name, given) => {
    const { tools } = await client.listTools();
    const declared = Object.keys(tools.find((one) => one.name === name)?.outputSchema?.properties ?? {});
    const variants = [{}, ...(VARIANTS[name] ?? [])];
    for (const variant of variants) {
      for (const max_tokens of [300, 20_000]) {
        const { data, isError } = await tell(client, name, { ...given, ...variant, max_tokens });
        expect([name, isError, Object.keys(data ?? {}).filter((key) => !declared.includes(key))]).toEqual([
          name,
          false,
          [],
        ]);
      }
    }
  });
  test.each([300, 320, 360, 420, 512, 640, 850, 1000])(
    "issues by title in pages of %i tokens are each there once, however long their titles are",
    async (max_tokens) => {
      const pages = await readOn("list_issues", { sort: "title", max_tokens });
      const keys = pages.flatMap(({ text }) => [...text.matchAll(/^- (#\d+)/gm)].map(([, key = ""]) => key));
      expect(keys).toHaveLength(TITLES.length + 2);
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  test("an issue whose title changes between two pages hides no other", async () => {
    const keysOf = (told: Told): string[] => [...told.text.matchAll(/^- (#\d+)/gm)].map(([, key = ""]) => key);
    const first = await tell(client, "list_issues", { sort: "title", max_tokens: 300 });
    const shown = keysOf(first);
    const last = shown.at(-1) ?? "";
    const [, cursor = ""] = /cursor=(\S+)/.exec(first.text) ?? [];
    expect([last, cursor]).not.toContain("");
    const { db } = project.server;
    await db.updateTable("issues").set({ title: "0 is before all" }).where("key", "=", last).execute();
    const rest = await readOn("list_issues", { sort: "title", max_tokens: 300, cursor });
    const seen = new Set([...shown, ...rest.flatMap(keysOf)]);
    expect(seen.size).toBe(TITLES.length + 2);
  });

  test("a text that spells a NUL is no NUL", async () => {
    for (const pattern of ["\\u0000", "C:\\\\u0000"]) {
      const { text } = await tell(client, "grep", { pattern });
      expect(text).not.toContain("NUL");
    }
    expect((await tell(client, "search", { query: "C:\\u0000" })).isError).toBe(false);
    expect((await tell(client, "list_issues", { label: ["a\u0000"] })).data).toMatchObject({
      error: { code: "not_found" },
    });
  });

  test("the list of resources keeps to its limit", async () => {
    const { resources } = await client.listResources();
    expect(resources[0]?.uri).toBe("clew://project/sample");
    expect(JSON.stringify(resources).length / 4).toBeLessThanOrEqual(4000);
  });
});
