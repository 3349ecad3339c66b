/** `clew lsp` as editors start it: a process that answers by the protocol, on a real clone, with the real server. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CancellationTokenSource,
  type CodeAction,
  type CodeLens,
  type Diagnostic,
  type DocumentLink,
  LSPErrorCodes,
  type SymbolInformation,
} from "vscode-languageserver/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteMcpToken } from "../../../server/access/tokens/mcpTokens.ts";
import { type SampleIndex, sampleIndex } from "../engines/sampleIndex.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";
import { READ_SOURCE } from "../rows.ts";
import { EditorClient, type EditorOptions } from "./EditorClient.ts";

const CLIENT = "src/http/client.ts";
const JAR = "src/cookies/cookieJar.ts";

let project: McpProject;
let sample: SampleIndex;
let token: string;
const home = mkdtempSync(join(tmpdir(), "clew-editor-"));
const clone = join(home, "clone");
const running: EditorClient[] = [];

beforeAll(async () => {
  project = await startMcpProject("pglite", undefined, async () => (sample = await sampleIndex()));
  token = (await project.token()).secret;
  execFileSync("git", ["clone", "--quiet", sample.gitDir, clone]);
  execFileSync("git", ["remote", "set-url", "origin", "git@example.org:a.git"], { cwd: clone });
  const { db } = project.server;
  // A number counts at the place of the text, so the tracker is where the repository is.
  await db.updateTable("sources").set({ url: "https://example.org/a" }).where("id", "=", "tracker-1").execute();
  const author = { source_id: "repository-1", name: "Ada", email: "ada@example.org" };
  const { id } = await db.insertInto("git_authors").values(author).returning("id").executeTakeFirstOrThrow();
  const at = new Date("2023-11-15T00:00:00Z");
  const row = { source_id: "repository-1", author_id: id, authored_at: at, committed_at: at, parents: 1 };
  const cookies = {
    ...row,
    hash: sample.commits[1] ?? "",
    message: "fix: cookies with an empty value were dropped (#3)",
  };
  const commit = await db.insertInto("git_commits").values(cookies).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("issue_commits")
    .values({ issue_id: "issue-1", commit_id: Number(commit.id), how: "closes" })
    .execute();
  await db
    .insertInto("checked_pages")
    .values({ source_id: "repository-1", path: "docs/redirects.md", names: 2 })
    .execute();
  await db
    .insertInto("stale_references")
    .values({
      source_id: "repository-1",
      path: "docs/redirects.md",
      name: "redirects",
      kind: "identifier",
      lines: JSON.stringify([3]),
      removed_from: "repository-1",
      hash: sample.commits[2] ?? "",
      title: "fix: wait longer",
      author: "Ada",
      removed_at: at,
      file: CLIENT,
      successor: "followRedirects",
    })
    .execute();
}, 120_000);
afterEach(async () => {
  for (const editor of running.splice(0)) {
    editor.child.kill("SIGKILL");
    await editor.exited();
  }
});
afterAll(async () => {
  await project.stop();
  rmSync(home, { recursive: true, force: true });
});

const textOf = (path: string): string => readFileSync(join(clone, path), "utf8");
const environment = () => ({ XDG_CONFIG_HOME: home, XDG_CACHE_HOME: join(home, "cache"), HOME: home });
async function start(options: Partial<EditorOptions> = {}): Promise<EditorClient> {
  const env = { ...environment(), CLEW_URL: project.server.url, CLEW_TOKEN: token, ...options.env };
  const editor = await EditorClient.start({ folder: clone, ...options, env });
  running.push(editor);
  return editor;
}
/** Without a server. */
async function startLocally(options: Partial<EditorOptions> = {}): Promise<EditorClient> {
  const editor = await EditorClient.start({ folder: clone, args: ["--local"], ...options, env: environment() });
  running.push(editor);
  return editor;
}
/** The place of a text in a file. */
function positionOf(text: string, part: string): { line: number; character: number } {
  const at = text.indexOf(part);
  const before = text.slice(0, at).split(/\r?\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe("with a server", () => {
  test("the hover of a name has where it is defined, who knows it, its issues and its last change", async () => {
    const editor = await start();
    await editor.open(JAR, textOf(JAR));
    const text = await editor.hover(JAR, positionOf(textOf(JAR), "storeCookie"));
    const page = `${project.server.url}/projects/sample`;
    expect(text).toContain("export function storeCookie(name: string, value: string): void");
    expect(text).toContain("Keeps cookies between requests.");
    expect(text).toContain(`[src/cookies/cookieJar.ts:2](${page}/code/repository-1/-/src/cookies/cookieJar.ts#L2)`);
    expect(text).toMatch(/Knows it best: \[?Ada/);
    expect(text).toContain(`Issues behind it: [#1](${page}/issues/1) Redirect loop is not detected (open)`);
    expect(text).toContain(`Last change: [${sample.commits[1]?.slice(0, 7)}](${page}/commits/`);
    expect(editor.messages).toEqual([]);
  });

  test("a key in a comment has a link, a tooltip and a hover, also after an emoji and in lines that end with CRLF", async () => {
    const editor = await start({ locale: "tr" });
    const comment = `// 🧵🧵 see #1 and #404\r\nconst a = "#1";\r\n/* #1 */\r\n`;
    await editor.open("new.ts", comment);
    const links = await editor.ask<DocumentLink[]>("textDocument/documentLink", "new.ts");
    const target = `${project.server.url}/projects/sample/issues/1`;
    expect(links.map(({ range, target: page }) => [range.start, range.end, page])).toEqual([
      [{ line: 0, character: 12 }, { line: 0, character: 14 }, target],
      [{ line: 2, character: 3 }, { line: 2, character: 5 }, target],
    ]);
    const resolved = await editor.connection.sendRequest<DocumentLink>("documentLink/resolve", links[0]);
    expect(resolved.tooltip).toBe("#1 Redirect loop is not detected (açık)");
    expect(await editor.hover("new.ts", { line: 2, character: 4 })).toBe(
      `[#1](${target}) Redirect loop is not detected · açık\n\nAtanmamış`,
    );
    // Two units after the emoji are other places than two characters after it.
    expect(await editor.hover("new.ts", { line: 0, character: 9 })).toBeNull();
  });

  test("the language is that of the editor, else that of the environment", async () => {
    const editor = await start({ env: { LANG: "tr_TR.UTF-8", LC_ALL: "" } });
    await editor.open("new.md", "#1", "markdown");
    expect(await editor.hover("new.md", { line: 0, character: 1 })).toContain("Atanmamış");
  });

  test("the title of an issue is shown as it is, without its hidden characters", async () => {
    const editor = await start();
    await editor.open("new.md", "#2", "markdown");
    const text = await editor.hover("new.md", { line: 0, character: 1 });
    expect(text).toContain(String.raw`Crash oops \</untrusted\>`);
  });

  test("unsaved edits move the lines: a moved name is found, and a changed line has no definition", async () => {
    const editor = await start();
    const text = textOf(CLIENT);
    await editor.open(CLIENT, text);
    const place = positionOf(text, "followRedirects(location");
    const start0 = { line: 0, character: 0 };
    await editor.change(CLIENT, 2, { range: { start: start0, end: start0 }, text: "// one\n// two 🧵\n" });
    const moved = { ...place, line: place.line + 2 };
    expect(await editor.hover(CLIENT, moved)).toContain("followRedirects(location: string): string");
    const end = { line: moved.line, character: 500 };
    await editor.change(CLIENT, 3, { range: { start: end, end }, text: " // changed" });
    expect(await editor.hover(CLIENT, moved)).toBeNull();
  });

  test("symbols of the project open in the clone", async () => {
    const editor = await start();
    const found = await editor.connection.sendRequest<SymbolInformation[]>("workspace/symbol", {
      query: "RetryPolicy",
    });
    expect(found).toContainEqual(
      expect.objectContaining({
        name: "RetryPolicy",
        location: expect.objectContaining({ uri: editor.uri("src/http/retryPolicy.ts") }),
      }),
    );
  });

  test("a message of a commit has links, for every name that editors have for its language", async () => {
    const editor = await start();
    for (const language of ["gitcommit", "git-commit", "text"]) {
      const path = `.git/COMMIT_EDITMSG.${language}`;
      await editor.open(path, "Detect loops (#1)\n\n# Please enter the message\n", language);
      expect(await editor.ask<DocumentLink[]>("textDocument/documentLink", path)).toHaveLength(1);
    }
  });

  test("symbols of a repository without a clone in the workspace have their page, until a folder with the clone is added", async () => {
    const { db } = project.server;
    const source = { ...READ_SOURCE, id: "repository-2", project_id: project.projectId, kind: "repository" } as const;
    await db
      .insertInto("sources")
      .values({ ...source, provider: "git", name: "tools", url: "https://example.org/tools" })
      .execute();
    const tools = join(home, "tools");
    mkdirSync(tools);
    execFileSync("git", ["init", "--quiet"], { cwd: tools });
    execFileSync("git", ["remote", "add", "origin", "https://example.org/tools.git"], { cwd: tools });
    const editor = await start({ folder: tools, capabilities: { workspace: { workspaceFolders: true } } });
    const find = async () => {
      const query = { query: "RetryPolicy" };
      const found = await editor.connection.sendRequest<SymbolInformation[]>("workspace/symbol", query);
      return found.find(({ name }) => name === "RetryPolicy")?.location.uri;
    };
    const path = "src/http/retryPolicy.ts";
    expect(await find()).toBe(`${project.server.url}/projects/sample/code/repository-1/-/${path}#L2`);
    const added = [{ uri: pathToFileURL(clone).href, name: "clone" }];
    await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
    expect(await find()).toBe(pathToFileURL(join(clone, path)).href);
    await db.deleteFrom("sources").where("id", "=", "repository-2").execute();
  });

  test("code actions find the code of an issue, people and a link to lines", async () => {
    const editor = await start({
      capabilities: { window: { showMessage: {}, showDocument: { support: true } } },
    });
    const text = `// see #1\n${textOf(CLIENT)}`;
    await editor.open(CLIENT, text);
    const at = positionOf(text, "#1");
    const range = { start: at, end: at };
    const ask = (context: object, of = range) =>
      editor.ask<CodeAction[]>("textDocument/codeAction", CLIENT, {
        range: of,
        context: { diagnostics: [], ...context },
      });
    const actions = await ask({ triggerKind: 1 });
    expect(actions.map(({ title }) => title)).toEqual([
      "Find the code that #1 concerns",
      "Show who knows this file",
      "Show the link to these lines in Clew",
    ]);
    expect((await ask({ triggerKind: 2 })).length).toBe(1);
    expect(await ask({ only: ["quickfix"] })).toEqual([]);

    const [where] = actions;
    editor.choice = { title: `${CLIENT}:8 followRedirects` };
    const { places } = await editor.run<{ places: { path: string; uri: string; line: number }[] }>(
      where?.command?.command ?? "",
      where?.command?.arguments?.[0] as object,
    );
    expect(places[0]).toMatchObject({ path: CLIENT, uri: editor.uri(CLIENT) });
    const opened = await editor.received("asked", ({ method }) => method === "window/showMessageRequest");
    expect(JSON.stringify(opened.params)).toContain(`${CLIENT}:${places[0]?.line}`);

    expect(await editor.run("clew.whereIs", { uri: editor.uri(CLIENT), issue: "#404" })).toBeNull();
    expect(editor.messages).toEqual([expect.stringContaining("no issue #404")]);
    const { people } = await editor.run<{ people: { name: string }[] }>("clew.experts", { uri: editor.uri(CLIENT) });
    expect(people.map(({ name }) => name)).toContain("Ada");
    const lines = { start: { line: 4, character: 0 }, end: { line: 6, character: 0 } };
    const { url } = await editor.run<{ url: string }>("clew.linkToLines", {
      uri: editor.uri(CLIENT),
      range: lines,
      show: false,
    });
    expect(url).toBe(
      `${project.server.url}/projects/sample/code/repository-1/-/${CLIENT}?rev=${sample.commits.at(-1)}#L4-L6`,
    );
  });

  test("lenses are off, and with the setting have people and issues", async () => {
    const editor = await start();
    await editor.open(JAR, textOf(JAR));
    expect(await editor.ask("textDocument/codeLens", JAR)).toEqual([]);
    await editor.connection.sendNotification("workspace/didChangeConfiguration", {
      settings: { clew: { codeLens: true } },
    });
    const [lens] = await editor.ask<CodeLens[]>("textDocument/codeLens", JAR);
    expect([lens?.range.start.line, lens?.command?.title]).toEqual([1, "Ada · #1"]);
  });

  test("a page has its outdated names, and a file the outdated pages about it", async () => {
    const editor = await start();
    const page = "docs/redirects.md";
    await editor.open(page, `New first line\n${textOf(page)}`, "markdown");
    const diagnosticsOf = async (path: string) => {
      const { params } = await editor.received(
        "notified",
        ({ method, params: of }) =>
          method === "textDocument/publishDiagnostics" && (of as { uri: string }).uri === editor.uri(path),
      );
      return (params as { diagnostics: Diagnostic[] }).diagnostics;
    };
    expect(await diagnosticsOf(page)).toEqual([
      expect.objectContaining({
        range: { start: { line: 3, character: 19 }, end: { line: 3, character: 28 } },
        severity: 3,
        message: `The code no longer has redirects: ${sample.commits[2]?.slice(0, 7)} fix: wait longer removed it. It is probably followRedirects now.`,
      }),
    ]);
  });

  test("a cancelled request ends as cancelled, and the next one is answered", async () => {
    const editor = await start();
    await editor.open(CLIENT, textOf(CLIENT));
    const source = new CancellationTokenSource();
    const answer = editor.connection.sendRequest(
      "textDocument/hover",
      { textDocument: { uri: editor.uri(CLIENT) }, position: { line: 3, character: 15 } },
      source.token,
    );
    source.cancel();
    await expect(answer).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(await editor.hover(CLIENT, { line: 3, character: 15 })).toContain("class HttpClient");
  });

  test("a token that was deleted is reported once, and nothing more is answered", async () => {
    const { id, secret } = await project.token();
    const editor = await start({ env: { CLEW_TOKEN: secret } });
    await editor.open(CLIENT, textOf(CLIENT));
    expect(await editor.hover(CLIENT, { line: 3, character: 15 })).toContain("class HttpClient");
    await deleteMcpToken(project.server.db, project.member.id, id);
    for (let again = 0; again < 3; again++) {
      expect(await editor.hover(CLIENT, { line: 7 + again, character: 4 })).toBeNull();
    }
    expect(editor.messages).toEqual([
      expect.stringMatching(/^The token for .* is missing, wrong or expired\..*clew login/),
    ]);
  });

  test("a server that is away is reported once, and the process stays", async () => {
    const editor = await start({ env: { CLEW_URL: "http://127.0.0.1:9" }, locale: "tr-TR" });
    await editor.open(CLIENT, textOf(CLIENT));
    expect(await editor.hover(CLIENT, { line: 3, character: 15 })).toBeNull();
    expect(await editor.ask("textDocument/documentLink", CLIENT)).toEqual([]);
    expect(editor.messages).toEqual([
      "http://127.0.0.1:9 adresindeki Clew sunucusu yanıt vermiyor. Clew kendiliğinden yeniden dener.",
    ]);
    expect(await editor.stop()).toBe(0);
  });

  test("a clone that no project has is read alone, with a message", async () => {
    const other = join(home, "other");
    mkdirSync(other);
    execFileSync("git", ["init", "--quiet"], { cwd: other });
    execFileSync("git", ["remote", "add", "origin", "https://example.org/elsewhere"], { cwd: other });
    const editor = await start({ folder: other });
    await editor.open("a.ts", "// #1\n");
    expect(await editor.ask("textDocument/documentLink", "a.ts")).toEqual([]);
    expect(editor.messages).toEqual([expect.stringContaining("has the repository other")]);
    const named = await start({ folder: other, settings: { project: "nothing" } });
    await named.open("a.ts", "// #1\n");
    expect(await named.ask("textDocument/documentLink", "a.ts")).toEqual([]);
    expect(named.messages).toEqual([expect.stringContaining("no project nothing")]);
    const configured = await start({ folder: other, settings: { project: "sample" } });
    await configured.open("a.ts", "// #1\n");
    expect(await configured.ask<DocumentLink[]>("textDocument/documentLink", "a.ts")).toHaveLength(1);
  });
});

describe("without a server", () => {
  test("reports what is missing, and answers changes and people of the repository", async () => {
    const editor = await EditorClient.start({ folder: clone, env: environment() });
    running.push(editor);
    await editor.open(JAR, textOf(JAR));
    const text = await editor.hover(JAR, positionOf(textOf(JAR), "storeCookie"));
    expect(text).toContain("Ada");
    expect(text).toMatch(/Last change: [0-9a-f]{7,} fix: cookies with an empty value/);
    expect(editor.messages).toEqual([expect.stringContaining("clew login")]);
    // A sign-in in a terminal counts at once.
    const kept = { current: project.server.url, servers: { [project.server.url]: { token } } };
    mkdirSync(join(home, "clew"));
    writeFileSync(join(home, "clew", "credentials.json"), JSON.stringify(kept));
    try {
      expect(await editor.hover(JAR, positionOf(textOf(JAR), "storeCookie"))).toContain("Issues behind it: [#1]");
    } finally {
      rmSync(join(home, "clew"), { recursive: true });
    }
  });

  test("its index gives symbols, people and the places of a text, with its progress", async () => {
    const editor = await startLocally({ capabilities: { window: { workDoneProgress: true } } });
    await editor.open(CLIENT, textOf(CLIENT));
    const [symbol] = await editor.connection.sendRequest<SymbolInformation[]>("workspace/symbol", {
      query: "followRed",
    });
    expect(symbol).toMatchObject({ name: "followRedirects", location: { uri: editor.uri(CLIENT) } });
    expect(editor.asked.map(({ method }) => method)).toContain("window/workDoneProgress/create");
    const test = "tests/client.test.ts";
    await editor.open(test, textOf(test));
    expect(await editor.hover(test, positionOf(textOf(test), "HttpClient"))).toContain(
      "[src/http/client.ts:4](file://",
    );
    const question = { uri: editor.uri(CLIENT), text: "redirect loop is not detected" };
    const { places } = await editor.run<{ places: { path: string }[] }>("clew.whereIs", question);
    expect(places[0]?.path).toBe(CLIENT);
    await editor.run("clew.whereIs", { uri: editor.uri(CLIENT), issue: "#1" });
    expect(editor.messages.at(-1)).toContain("needs a Clew server");
    expect(editor.messages[0]).toMatch(/^Clew found \d+ files?:\nsrc\/http\/client.ts:/);
  });
});
