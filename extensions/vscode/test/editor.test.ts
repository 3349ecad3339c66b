/** What the extension shows in the text of an editor: hovers and links of keys. */
import { deepStrictEqual, match, ok } from "node:assert";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import type * as vscode from "vscode";
import { activate } from "../src/extension.ts";
import { answersOfLines, ClewHost, HTTP_TS } from "./clewHost.ts";
import { Document, EventEmitter, hands } from "./vscodeStandIn.ts";

const FILE = "/work/loom/src/http.ts";
/** The command of `#1` in the editor's form of a link. */
const READ_ISSUE = `command:clew.readIssue?${encodeURIComponent('[{"kind":"issue","id":"1","key":"#1"}]')}`;
const host = new ClewHost();
before(() => host.start());
after(() => host.stop());

let subscriptions: { dispose(): unknown }[];
beforeEach(async () => {
  Object.assign(host, { silent: undefined, status: 200, isUnknownClone: false, lines: answersOfLines() });
  hands.settings = { server: host.url, project: "" };
  Object.assign(hands, { editor: undefined, decorations: [], links: undefined });
  hands.messages.length = 0;
  subscriptions = [];
  const secrets = {
    get: (key: string) => Promise.resolve(key === `clew.token ${host.url}` ? "clew_mcp_right" : undefined),
    store: () => Promise.resolve(),
    delete: () => Promise.resolve(),
    onDidChange: new EventEmitter<vscode.SecretStorageChangeEvent>().event,
  };
  activate({ secrets, subscriptions });
  // The first use.
  await hands.run("clew.refresh");
  host.requested.length = 0;
  host.abandoned.length = 0;
});
afterEach(() => {
  for (const one of subscriptions) one.dispose();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (isDone: () => boolean): Promise<void> => {
  for (let round = 0; !isDone(); round += 1) {
    if (round === 300) throw new Error("The condition did not become true.");
    await pause(10);
  }
};
const requestsOf = (start: string) => host.requested.filter((path) => path.startsWith(start));
const tokenOf = (cancelled?: EventEmitter<void>) =>
  ({
    isCancellationRequested: false,
    onCancellationRequested: (cancelled ?? new EventEmitter<void>()).event,
  }) as unknown as vscode.CancellationToken;
const documentOf = (text = HTTP_TS, languageId = "typescript", address = `file://${FILE}`) =>
  new Document(address, languageId, text);
async function hoverAt(document: Document, word: string, cancelled?: EventEmitter<void>): Promise<string | undefined> {
  const position = document.positionAt(document.text.indexOf(word) + 1);
  const given = [document, position, tokenOf(cancelled)] as unknown as Parameters<vscode.HoverProvider["provideHover"]>;
  const hover = await hands.hover?.provideHover(...given);
  const contents = hover?.contents as unknown as vscode.MarkdownString | undefined;
  // The hover of an issue alone has a command, to read the issue.
  const isOfIssue = contents?.value.includes("(command:clew.readIssue?") === true;
  const trusted = isOfIssue ? { enabledCommands: ["clew.readIssue"] } : false;
  if (contents)
    deepStrictEqual([contents.isTrusted, contents.supportHtml, contents.supportThemeIcons], [trusted, false, false]);
  return contents?.value;
}
async function linksOf(document: Document): Promise<(string | undefined)[][]> {
  const text = document as unknown as vscode.TextDocument;
  const links = (await hands.links?.provideDocumentLinks(text, tokenOf())) ?? [];
  return links.map(({ range, target }) => [document.getText(range as never), target?.toString()]);
}

describe("a hover", () => {
  test("shows signature, comment, precision and expert of a name, with links to their pages", async () => {
    const text = await hoverAt(documentOf(), "follow");
    match(
      text ?? "",
      new RegExp(`\\[Definition in Clew\\]\\(${host.url}/projects/loom/code/r1/-/src/http.ts#L2\\) · by name`),
    );
    match(
      text ?? "",
      new RegExp(`Knows it best: \\[Ada .*\\]\\(${host.url}/projects/loom/people/ada-x-command-quit-p1\\)`),
    );
    const [, query = ""] = (requestsOf("definitions/")[0] ?? "").split("?");
    deepStrictEqual(Object.fromEntries(new URLSearchParams(query)), {
      project: "loom",
      source: "r1",
      path: "src/http.ts",
      revision: "head1",
      line: "2",
      column: "17",
    });
    await hoverAt(documentOf(), "follow");
    deepStrictEqual(requestsOf("definitions/").length, 1);
  });

  test("makes no markup, link or command of a text of the server", async () => {
    const text = (await hoverAt(documentOf(), "follow")) ?? "";
    // The fence is longer than the one in the signature.
    match(text, /^````typescript\nfunction follow\(url: string\)\n```\n\[x\]\(command:quit\)\n````\n/);
    const outside = text.replace(/^````[^]*````/, "");
    ok(!/\]\(command:|<img|\*\*|https:\/\/evil/.test(outside), outside);
    match(outside, /Follows &#42;&#42;redirects&#42;&#42; of https&#58;&#47;&#47;evil&#46;example/);
    ok(!outside.includes("Second line"));
  });

  test("names a definition of an uploaded index precise", async () => {
    Object.assign(host.lines["definitions/"] as object, { precision: "precise" });
    match((await hoverAt(documentOf(), "follow")) ?? "", / · precise\n/);
  });

  test("finds the line of the server's version, and shows nothing on a changed line", async () => {
    match((await hoverAt(documentOf(`\n\n${HTTP_TS}`), "follow")) ?? "", /by name/);
    match(requestsOf("definitions/")[0] ?? "", /line=2&column=17/);
    deepStrictEqual(await hoverAt(documentOf(HTTP_TS.replace("url: string", "url: URL")), "follow"), undefined);
  });

  test("shows title, state and assignees of an issue in a comment", async () => {
    deepStrictEqual(
      await hoverAt(documentOf(), "#1"),
      `[&#35;1](${host.url}/projects/loom/issues/1) Redirect loop &#36; &#40;trash&#41; · open\n\n` +
        `Assigned to [Ada](${host.url}/projects/loom/people/ada-p1)\n\n[Read the issue](${READ_ISSUE})`,
    );
    deepStrictEqual([await hoverAt(documentOf(), "#404"), requestsOf("definitions/")], [undefined, []]);
  });

  test("requests nothing for a pointer that moves on, and ends a request that is no longer needed", async () => {
    const cancelled = new EventEmitter<void>();
    const passed = hoverAt(documentOf(), "follow", cancelled);
    cancelled.fire();
    deepStrictEqual([await passed, host.requested], [undefined, []]);
    host.silent = "projects/loom/code/content/";
    const moved = new EventEmitter<void>();
    const slow = hoverAt(documentOf(), "follow", moved);
    await until(() => requestsOf("projects/loom/code/content/").length > 0);
    moved.fire();
    deepStrictEqual(await slow, undefined);
    await until(() => host.abandoned.length > 0);
  });

  for (const status of [401, 403, 404, 500, 502]) {
    test(`is quiet after an answer with ${status}`, async () => {
      host.status = status;
      deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
      const count = host.requested.length;
      deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
      deepStrictEqual([host.requested.length, hands.messages], [count, []]);
    });
  }

  for (const status of [402, 403, 404]) {
    test(`leaves the status bar as it is when the project itself is answered with ${status}`, async (context) => {
      context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
      match((await hoverAt(documentOf(), "follow")) ?? "", / · by name\n/);
      host.status = status;
      await hands.run("clew.refresh");
      const count = host.requested.length;
      deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
      ok(host.requested.length > count);
      deepStrictEqual(hands.status.text, "$(debug-disconnect) Clew: trouble");
      ok(hands.status.tooltip.startsWith(`Refused with ${status}.`));
      host.status = 200;
      context.mock.timers.tick(31_000);
      match((await hoverAt(documentOf(), "follow")) ?? "", / · by name\n/);
      deepStrictEqual(hands.status.text, "$(target) Clew");
    });
  }

  test("does not report a project as ready that does not exist", async () => {
    hands.settings["project"] = "misspelt";
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
    await hands.run("clew.refresh");
    deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
    ok(requestsOf("projects/misspelt/").length > 1);
    match(hands.status.tooltip, /^Refused with 404/);
  });

  test("is quiet about a thing that the project does not have, and does not request it again", async () => {
    delete host.lines["definitions/"];
    for (let round = 0; round < 2; round++) deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
    deepStrictEqual([requestsOf("definitions/").length, hands.status.text], [1, "$(target) Clew"]);
  });

  test("is quiet after malformed answers", async () => {
    for (const definitions of [[null], [{ name: 1 }], ["x"], []]) {
      host.lines["definitions/"] = { definitions, owner: { id: 1 }, precision: 3 };
      await hands.run("clew.refresh");
      deepStrictEqual(await hoverAt(documentOf(), "follow"), undefined);
    }
    host.lines["named-things/"] = [null, { named: "#1", kind: "issue" }];
    deepStrictEqual([await hoverAt(documentOf(), "#1"), hands.messages], [undefined, []]);
  });

  test("asks nothing of another server or project with what the one before has answered", async () => {
    await hoverAt(documentOf(), "follow");
    const running = hoverAt(documentOf(), "return");
    // The request is still delayed.
    await pause(20);
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
    await hands.run("clew.refresh");
    deepStrictEqual([await running, requestsOf("definitions/").length], [undefined, 1]);
    host.silent = "definitions/";
    const later = hoverAt(documentOf(), "url");
    await until(() => requestsOf("definitions/").length > 1);
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
    deepStrictEqual(await later, undefined);
    await until(() => host.abandoned.length > 0);
  });
});

describe("links of keys", () => {
  test("are those that the project knows, in one request, each with its target", async () => {
    const text = `${HTTP_TS}\nconst colour = "#1"; // as of #1 and ABC-12\n/* #1 */ // @ada c0ffee1`;
    deepStrictEqual(await linksOf(documentOf(text)), [
      ["#1", READ_ISSUE],
      ["#1", READ_ISSUE],
      ["#1", READ_ISSUE],
    ]);
    const [first = "", ...others] = requestsOf("named-things/");
    deepStrictEqual(new URLSearchParams(first.split("?")[1]).getAll("name"), ["#1", "#404", "ABC-12"]);
    deepStrictEqual([(await linksOf(documentOf(text))).length, others, requestsOf("named-things/").length], [3, [], 1]);
  });

  test("are in the message of a commit, as a file and in its box", async () => {
    const file = documentOf("Fix #1", "git-commit", "file:///work/loom/.git/COMMIT_EDITMSG");
    const root = encodeURIComponent("file:///work/loom");
    const box = documentOf("Fix #1", "scminput", `vscode-scm:git/scm0/input?rootUri=${root}`);
    deepStrictEqual([(await linksOf(file)).length, (await linksOf(box)).length], [1, 1]);
  });

  test("are in no file outside of the workspace, and in none that the project does not have", async () => {
    deepStrictEqual(await linksOf(documentOf(HTTP_TS, "typescript", "file:///other/a.ts")), []);
    host.isUnknownClone = true;
    await hands.run("clew.refresh");
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
    await hands.run("clew.refresh");
    deepStrictEqual([await linksOf(documentOf()), requestsOf("named-things/")], [[], []]);
  });

  test("are the first five hundred of a text, in requests of a hundred, after many accounts and hashes", async () => {
    const all = Array.from({ length: 550 }, (_, at) => `#${at + 1}`);
    const numbers = all.slice(0, 500);
    const others = Array.from({ length: 100 }, (_, at) => `@ada${at} c0ffee${at}`);
    host.lines["named-things/"] = all.map((name) => ({ named: name, kind: "issue", address: name.slice(1) }));
    const links = await linksOf(documentOf([...others, ...all, "#1"].join("\n"), "markdown"));
    deepStrictEqual(
      links.map(([name]) => name),
      [...numbers, "#1"],
    );
    const sent = requestsOf("named-things/").map((path) => new URLSearchParams(path.split("?")[1]).getAll("name"));
    deepStrictEqual([sent.map(({ length }) => length), sent.flat()], [[100, 100, 100, 100, 100], numbers]);
  });

  test("are in requests whose addresses a server reads, however long the names of repositories are", async () => {
    const long = Array.from({ length: 100 }, (_, at) => `${"o".repeat(95)}/${"r".repeat(95)}#${at + 1}`);
    host.lines["named-things/"] = long.map((name) => ({ named: name, kind: "issue", address: "1" }));
    deepStrictEqual((await linksOf(documentOf(long.join("\n"), "markdown"))).length, 100);
    ok(requestsOf("named-things/").every((path) => path.length < 12_000));
  });

  test("are dropped by a change of the project alone, and requested again at its first use", async () => {
    deepStrictEqual([(await linksOf(documentOf())).length, requestsOf("named-things/").length], [1, 1]);
    hands.settings["project"] = "loom";
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
    deepStrictEqual([hands.links, requestsOf("named-things/").length], [undefined, 1]);
    // The editor asks a newly registered provider for the links of open files.
    await hands.run("clew.refresh");
    deepStrictEqual([(await linksOf(documentOf())).length, requestsOf("named-things/").length], [1, 2]);
  });
});

test("sends nothing before the first use, and nothing more after a refused token", async () => {
  hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew.project" });
  hands.open(FILE, HTTP_TS);
  await pause(500);
  deepStrictEqual([host.requested, hands.decorations], [[], []]);
  host.status = 401;
  await hands.run("clew.refresh");
  const count = host.requested.length;
  hands.moveTo(1);
  await pause(500);
  deepStrictEqual(
    [host.requested.length, await hoverAt(documentOf(), "follow"), hands.messages],
    [count, undefined, []],
  );
});

test("a command opens no page for a target that another extension has made up", async () => {
  const targets = [{ kind: "person", id: 1 }, { kind: "toString" }, { kind: "commit", hash: "c0ffee" }, null];
  hands.browsed.length = 0;
  for (const target of targets) await hands.run("clew.open", target);
  deepStrictEqual(hands.browsed, []);
  await hands.run("clew.open", { kind: "person", id: "p1", name: "Ada" });
  deepStrictEqual(hands.browsed, [`${host.url}/projects/loom/people/ada-p1`]);
});
