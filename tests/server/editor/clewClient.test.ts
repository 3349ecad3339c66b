/** The editor extension's client against the real server: the requests of the views succeed, and errors are distinguished. */
import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClewClient } from "../../../extensions/vscode/src/ClewClient.ts";
import { localizedRows, searchRows } from "../../../extensions/vscode/src/rows.ts";
import { reasonWords } from "../../../extensions/vscode/src/words.ts";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";

describe("the editor's client", () => {
  let project: McpProject;
  const { signal } = new AbortController();
  const client = (token: string, server = project.server.url) =>
    new ClewClient({ server: new URL(server), token, language: "tr" });
  beforeAll(async () => {
    project = await startMcpProject("pglite");
  });
  afterAll(() => project.stop());

  test("reads what the views show", async () => {
    const clew = client((await project.token()).secret);
    expect(await clew.token(signal)).toMatchObject({ projects: [{ slug: "sample" }] });
    const { results } = await clew.issues("sample", undefined, signal);
    expect(results.map(({ key }) => key).toSorted()).toEqual(["#1", "#2"]);
    expect((await clew.findIssues("sample", "#1", signal)).count).toBe(1);
    const [place] = localizedRows(reasonWords("tr"), await clew.localizeIssue("sample", "issue-1", signal));
    expect(place).toMatchObject({ target: { kind: "file", path: "src/http/client.ts", line: expect.any(Number) } });
    expect((await clew.localizeText("sample", "redirect loop", signal)).files.length).toBeGreaterThan(0);
    expect(searchRows(await clew.search("sample", "HttpClient", signal))[0]).toMatchObject({
      target: { kind: "file", path: "src/http/client.ts" },
    });
  });

  test("describes a file", async () => {
    const clew = client((await project.token()).secret);
    const path = "src/http/client.ts";
    const [found] = await clew.findDocuments("sample", path, signal);
    expect(found).toMatchObject({ path, source: expect.any(String) });
    const { repositories } = await clew.project("sample", signal);
    const [experts, related] = await Promise.all([
      clew.experts("sample", path, signal),
      clew.related("sample", repositories[0]?.id ?? "", path, signal),
    ]);
    expect(experts.map(({ person }) => person.name)).toEqual(related.people.map(({ person }) => person.name));
    expect([experts.length > 0, related.has_history, related.commits_total > 0]).toEqual([true, true, true]);
  });

  test("reads what a hover, a link and the blame of a line show", async () => {
    const clew = client((await project.token()).secret);
    const path = "src/http/client.ts";
    const [found] = await clew.findDocuments("sample", path, signal);
    const source = found?.source ?? "";
    const { text, revision } = await clew.content("sample", source, path, signal);
    const lines = text?.split("\n") ?? [];
    const version = { source, path, revision: revision?.hash ?? "" };
    const line = lines.findIndex((one) => /class HttpClient/.test(one));
    const at = { line: line + 1, column: (lines[line]?.indexOf("HttpClient") ?? 0) + 1 };
    const { definitions, precision } = await clew.definitions("sample", version, at, signal);
    expect([precision, definitions[0]?.path, definitions[0]?.line]).toEqual(["by_name", path, at.line]);
    const { status, ranges, commits } = await clew.blame("sample", version, signal);
    expect([status, ranges.length > 0, commits[0]?.author]).toEqual(["shown", true, expect.any(String)]);
    // A number counts at the place of the text: the tracker of this project is at another one than the repository.
    const { trackers } = await clew.project("sample", signal);
    const named = await clew.namedThings("sample", trackers[0]?.id ?? "", ["#1", "#404"], signal);
    expect(named).toEqual([{ named: "#1", kind: "issue", address: "1" }]);
    expect(await clew.card("sample", "issue", "1", signal)).toMatchObject({ key: "#1", assignees: expect.any(Array) });
  });

  test("reads an issue by its id and by its address, with what its page shows", async () => {
    const clew = client((await project.token()).secret);
    const issue = await clew.issue("sample", "issue-1", signal);
    expect(issue).toMatchObject({ key: "#1", body: expect.any(String), comment_list: expect.any(Array) });
    expect(await clew.issue("sample", "1", signal)).toEqual(issue);
  });

  test("distinguishes the failures, in the requested language", async () => {
    const { id, secret } = await project.token();
    const clew = client(secret);
    await expect(clew.project("secret", signal)).rejects.toMatchObject({ kind: "notFound" });
    await deleteMcpToken(project.server.db, project.member.id, id);
    await expect(clew.token(signal)).rejects.toMatchObject({
      kind: "signedOut",
      message: expect.stringContaining("jeton yanlış ya da silinmiş"),
    });
    const other = createServer((_, response) => response.end("<html>")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const at = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    await expect(client(secret, at).token(signal)).rejects.toMatchObject({ kind: "notClew" });
    await new Promise((resolve) => other.close(resolve));
    await expect(client(secret, at).token(signal)).rejects.toMatchObject({ kind: "unreachable" });
    const gone = AbortSignal.abort(new Error("not wanted any more"));
    await expect(clew.token(gone)).rejects.toThrow("not wanted any more");
  });
});
