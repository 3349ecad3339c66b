/** An agent with a token for several projects, which names things as people do and gives no project. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { READ_SOURCE } from "../rows.ts";
import { onOneDatabase } from "../testDb.ts";
import { type McpProject, addIssue, connect, startMcpProject, tell } from "./mcpProject.ts";

onOneDatabase("a token for several projects", (engine) => {
  let project: McpProject;
  let client: Client;
  /** The app's address of the project, as its answers print it. */
  let app: string;
  const ask = async (name: string, given: Record<string, unknown>) => {
    const { text, isError } = await tell(client, name, given);
    expect([name, isError, isError ? text : ""]).toEqual([name, false, ""]);
    return text;
  };
  const refused = async (name: string, given: Record<string, unknown>) => {
    const { text, isError } = await tell(client, name, given);
    expect([name, isError]).toEqual([name, true]);
    return text;
  };

  beforeAll(async () => {
    project = await startMcpProject(engine);
    const { db } = project.server;
    const other = await db.selectFrom("projects").select("id").where("slug", "=", "empty").executeTakeFirstOrThrow();
    const source = { ...READ_SOURCE, kind: "tracker", provider: "github", sync_finished_at: new Date() } as const;
    await db
      .insertInto("sources")
      .values([
        {
          ...source,
          id: "twice-1",
          project_id: project.projectId,
          name: "acme/twice",
          url: "https://host.example/acme/twice",
        },
        {
          ...source,
          id: "twice-2",
          project_id: other.id,
          name: "acme/twice",
          url: "https://host.example/acme/twice.git",
        },
        {
          ...source,
          id: "warp-1",
          project_id: project.projectId,
          name: "acme/warp",
          url: "https://host.example/acme/warp",
        },
        { ...source, id: "group-2", project_id: other.id, name: "acme", url: "https://host.example/acme" },
      ])
      .execute();
    await addIssue(db, project.projectId, { id: "issue-71", number: 71, title: "Warp breaks", body: "at once" });
    await db
      .updateTable("issues")
      .set({ source_id: "warp-1", url: "https://host.example/acme/warp/issues/71" })
      .where("id", "=", "issue-71")
      .execute();
    const { secret } = await project.token(["sample", "empty"]);
    client = await connect(project.server, secret);
    const { text } = await tell(client, "get_issue", { project: "sample", issue: "#71" });
    app = /Page: (\S+)\/projects\/sample\/issues\/71/.exec(text)?.[1] ?? "";
    if (!app.startsWith("http")) throw new Error(text);
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await project.stop();
  });

  test("an address in Clew names its project, to every tool that takes one", async () => {
    const issue = `${app}/projects/sample/issues/71`;
    expect(await ask("get_issue", { issue })).toContain("Warp breaks");
    await ask("similar_issues", { issue });
    expect(await ask("localize_issue", { issue })).toContain("/projects/sample/issues/71");
    await ask("recommend_experts", { issue });
    await ask("connected", { kind: "issue", id: issue });
    expect(await ask("get_request", { request: `${app}/projects/sample/requests/9` })).toContain("Keep empty cookies");
    const commit = `${app}/projects/sample/commits/74872c413b`;
    expect(await ask("connected", { kind: "commit", id: commit })).toContain("/projects/sample/commits/74872c413b");
    const [, page = ""] = /Page: (\S+)/.exec(await ask("get_commit", { hash: commit })) ?? [];
    expect(await ask("get_commit", { hash: page })).toContain("First version of the client");
    for (const hash of ["face it", `${app}/projects/sample/commits/none`])
      expect(await refused("get_commit", { project: "sample", hash })).toContain("Error (invalid_arguments): hash: ");
  });

  test("an address at a host and a key after the name of a source name the only project that has it", async () => {
    for (const issue of ["https://host.example/acme/warp/issues/71", "acme/warp#71", "warp#71", "sample#71"])
      expect(await ask("get_issue", { issue })).toContain("Warp breaks");
    expect(await ask("get_request", { request: "issues#9" })).toContain("Keep empty cookies");
  });

  test("a name that shows no project, or several, is refused with those that there are", async () => {
    const names = [
      "#71",
      "issue-71",
      "acme/twice#1",
      "https://host.example/acme/twice/issues/1",
      "https://a.example/x/issues/1",
    ];
    for (const issue of names)
      expect(await refused("get_issue", { issue })).toContain("project: Say which one: empty, sample");
  });

  test("a project that the token does not open is refused as one that does not exist", async () => {
    const answers = [];
    for (const slug of ["secret", "nowhere"])
      for (const address of [
        `${app}/projects/${slug}/issues/7`,
        `https://host.example/projects/${slug}/issues/7`,
        `${slug}#7`,
      ])
        answers.push((await refused("get_issue", { issue: address })).replaceAll(slug, "SLUG"));
    expect(answers.slice(0, 3)).toEqual(answers.slice(3));
    expect(answers[0]).toContain("This token opens no such project");
    // The stranger's source is in none of the projects of the token.
    expect(await refused("get_issue", { issue: "minotaur#7" })).toContain("project: Say which one");
    expect(await refused("get_issue", { issue: "https://example.org/c/issues/7" })).toContain("project: Say which one");
  });

  test("files have the name of their repository in their address, and commits twelve digits", async () => {
    const path = "src/http/client.ts";
    const given = { project: "sample", path };
    const page = `${app}/projects/sample/code/sample/-/${path}`;
    expect(await ask("get_file", given)).toContain(`Page: ${page}`);
    expect(await ask("blame", given)).toContain(`Page: ${page}`);
    expect(await ask("log", given)).toContain(`Page: ${page}`);
    expect(await ask("find_definition", { ...given, line: 6, name: "followRedirects" })).toContain(`${page}#L9`);
    expect(await ask("connected", { project: "sample", kind: "file", path })).toContain(page);
    expect(await ask("compare", { project: "sample", base: "74872c413b" })).toContain(
      `Page: ${app}/projects/sample/code/sample?`,
    );
    const commit = await ask("get_commit", { project: "sample", hash: "74872c413b" });
    expect(commit).toMatch(/Page: \S+\/projects\/sample\/commits\/74872c413b[0-9a-f]{2}\n/);
  });

  test("a name that breaks an address, or that two repositories have, is replaced by the id", async () => {
    const { db } = project.server;
    const rename = (name: string) => db.updateTable("sources").set({ name }).where("id", "=", "repository-1").execute();
    const given = { project: "sample", path: "src/http/client.ts" };
    onTestFinished(async () => {
      await rename("sample");
    });
    await rename("a/-/b");
    expect(await ask("get_file", given)).toContain("/code/repository-1/-/src/http/client.ts");
    await rename("a b/c");
    expect(await ask("get_file", given)).toContain("/code/a%20b/c/-/src/http/client.ts");
  });

  test("a text is an array of one", async () => {
    const given = { project: "sample", query: "redirect" };
    const [one, list] = [
      await ask("search", { ...given, kind: "issue" }),
      await ask("search", { ...given, kind: ["issue"] }),
    ];
    expect(one.replaceAll(/id="\w+"/g, "")).toBe(list.replaceAll(/id="\w+"/g, ""));
    await ask("connected", { project: "sample", kind: "issue", id: "#1", kinds: "commit" });
    await ask("list_issues", { project: "sample", label: "none" });
    expect(await refused("search", { ...given, kind: "nothing" })).toContain("kind.0");
    expect(await refused("search", { ...given, kind: 7 })).toContain("kind");
  });
});
