/** The extension as the editor uses it: what it asks, when it asks, and what it shows. */
import { deepStrictEqual, match, ok } from "node:assert";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import type * as vscode from "vscode";
import { activate } from "../src/extension.ts";
import { answersOfLines, ClewHost } from "./clewHost.ts";
import { hands, EventEmitter, Uri } from "./vscodeStandIn.ts";

const host = new ClewHost();
before(() => host.start());
after(() => host.stop());

let tokens: Map<string, string>;
let subscriptions: { dispose(): unknown }[];
beforeEach(() => {
  host.requested.length = 0;
  host.abandoned.length = 0;
  host.silent = undefined;
  host.status = 200;
  host.isUnknownClone = false;
  host.moreProjects = [];
  host.nextIssues = null;
  host.lines = answersOfLines();
  hands.settings = { server: host.url, project: "" };
  hands.editor = undefined;
  hands.opened.length = 0;
  hands.browsed.length = 0;
  hands.messages.length = 0;
  hands.answer = () => undefined;
  hands.files = new Set(["/work/loom/src/http.ts", "/etc/passwd"]);
  tokens = new Map([[`clew.token ${host.url}`, "clew_mcp_right"]]);
  subscriptions = [];
  const secrets = {
    get: (key: string) => Promise.resolve(tokens.get(key)),
    store: (key: string, value: string) => Promise.resolve(void tokens.set(key, value)),
    delete: (key: string) => Promise.resolve(void tokens.delete(key)),
    onDidChange: new EventEmitter<vscode.SecretStorageChangeEvent>().event,
  };
  activate({ secrets, subscriptions });
});
afterEach(() => {
  for (const one of subscriptions) one.dispose();
});

const view = (id: string) => {
  const found = hands.views.get(id);
  if (!found) throw new Error(`No view ${id}.`);
  return found;
};
const rows = async (id: string, parent?: vscode.TreeItem) => (await view(id).provider.getChildren(parent)) ?? [];
const look = (id: string): void => {
  view(id).visible = true;
  view(id).visibility.fire(undefined);
};
const until = async (isDone: () => boolean): Promise<void> => {
  for (let round = 0; !isDone(); round += 1) {
    if (round === 500) throw new Error("The condition did not become true.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const lensesOf = (path: string) => {
  const document = { uri: new Uri(`file://${path}`) } as unknown as vscode.TextDocument;
  return hands.lenses?.provideCodeLenses(document, {} as vscode.CancellationToken) as vscode.CodeLens[];
};
/** Longer than the view waits for the next file. */
const calm = () => new Promise((resolve) => setTimeout(resolve, 600));

describe("the extension", () => {
  test("sends no request before a view is opened", async () => {
    hands.open("/work/loom/src/http.ts");
    await calm();
    deepStrictEqual([host.requested, hands.status.shown], [[], false]);
  });

  test("lists the issues of the only project, without what cannot be seen", async () => {
    const [row] = await rows("clew.issues");
    deepStrictEqual(row?.label, "#1 Redirect loop $ (trash)");
    deepStrictEqual(host.requested.length, 2);
    match(hands.status.tooltip, /^loom at http/);
  });

  test("keeps its rows and reports it when the server is away, and reloads when it is back", async () => {
    await rows("clew.issues");
    host.status = 502;
    await hands.run("clew.refresh");
    deepStrictEqual((await rows("clew.issues")).length, 1);
    match(view("clew.issues").message ?? "", /^Clew is away: this is as of /);
    deepStrictEqual([hands.status.text, hands.status.command], ["$(debug-disconnect) Clew: away", "clew.refresh"]);
    host.status = 200;
    await hands.run("clew.refresh");
    deepStrictEqual([view("clew.issues").message, hands.status.text], [undefined, "$(target) Clew"]);
  });

  test("offers no further issues of the project before, where those of the new one could not be read", async () => {
    host.nextIssues = "cursor-of-loom";
    deepStrictEqual((await rows("clew.issues")).length, 2);
    host.moreProjects = [{ slug: "warp", name: "Warp" }];
    hands.settings = { server: host.url, project: "warp" };
    hands.settingsChanged.fire({ affectsConfiguration: (section) => section === "clew.project" });
    deepStrictEqual(await rows("clew.issues"), []);
  });

  test("a refused token asks to sign in, with the server's own words", async () => {
    tokens.set(`clew.token ${host.url}`, "clew_mcp_wrong");
    await rows("clew.issues");
    deepStrictEqual([hands.status.text, hands.status.command], ["$(sign-in) Clew: signed out", "clew.signIn"]);
    match(hands.status.tooltip, /Refused with 401/);
  });

  test("a token that opens several projects asks for one, and keeps to the one that is set", async () => {
    host.moreProjects = [{ slug: "warp", name: "Warp" }];
    deepStrictEqual(await rows("clew.issues"), []);
    deepStrictEqual(
      [hands.status.command, view("clew.issues").message],
      ["clew.chooseProject", "Choose a project first."],
    );
    hands.settings = { server: host.url, project: "loom" };
    await hands.run("clew.refresh");
    deepStrictEqual([(await rows("clew.issues")).length, hands.status.command], [1, "clew.search"]);
  });

  test("a token is not carried to another address", async () => {
    hands.settings = { server: "http://127.0.0.1:9", project: "" };
    await hands.run("clew.refresh");
    deepStrictEqual([host.requested, hands.status.command], [[], "clew.signIn"]);
  });

  test("opens the place of an issue, at its line", async () => {
    const [row] = await rows("clew.issues");
    await hands.run("clew.localizeIssue", row);
    deepStrictEqual(hands.opened, [{ file: "/work/loom/src/http.ts", line: 12 }]);
  });

  test("opens a file at the line that the trace names, not at the start of its function", async () => {
    hands.open("/work/loom/trace.txt", "at follow (/srv/loom/src/http.ts:17:3)");
    hands.select();
    const labels: string[] = [];
    const first = hands.choose;
    hands.choose = (items) => {
      labels.push(...items.map(({ label }) => label));
      return items[0];
    };
    await hands.run("clew.localizeText");
    hands.choose = first;
    deepStrictEqual(
      [labels, hands.opened],
      [["$(file-code) src/http.ts:17"], [{ file: "/work/loom/src/http.ts", line: 17 }]],
    );
  });

  test("reports a sign-in while no view is open, and sets the key that completes the walkthrough's step", async () => {
    tokens.clear();
    hands.contexts.clear();
    hands.typed = [host.url, "clew_mcp_right"];
    await hands.run("clew.signIn");
    deepStrictEqual(
      [hands.messages, hands.contexts.get("clew.signedIn"), hands.status.command],
      [["Signed in to Clew, project Loom."], true, "clew.search"],
    );
    host.moreProjects = [{ slug: "warp", name: "Warp" }];
    const first = hands.choose;
    hands.choose = () => undefined;
    hands.messages.length = 0;
    hands.typed = [host.url, "clew_mcp_right"];
    await hands.run("clew.signIn");
    hands.choose = first;
    deepStrictEqual([hands.messages, hands.status.command], [["Choose a project first."], "clew.chooseProject"]);
  });

  test("cancels the request of a progress that the user cancels, and reports no error", async () => {
    const [row] = await rows("clew.issues");
    host.silent = "projects/loom/issues/i1/localization/";
    const running = hands.run("clew.localizeIssue", row);
    await until(() => host.requested.includes("projects/loom/issues/i1/localization/"));
    ok(hands.cancel);
    hands.cancel();
    await running;
    await until(() => host.abandoned.length > 0);
    deepStrictEqual(host.abandoned, ["projects/loom/issues/i1/localization/"]);
    deepStrictEqual([hands.messages, hands.opened, hands.status.text], [[], [], "$(target) Clew"]);
  });

  test("offers the document page of a file that the workspace does not have", async () => {
    hands.files.clear();
    hands.answer = (buttons) => buttons[0];
    const [row] = await rows("clew.issues");
    await hands.run("clew.localizeIssue", row);
    deepStrictEqual(hands.opened, []);
    deepStrictEqual(hands.browsed, [`${host.url}/projects/loom/code/r1/-/src/http.ts#L12`]);
    await hands.run("clew.open", { kind: "file", path: "src/http.ts", line: null });
    deepStrictEqual(hands.browsed.length, 1);
  });

  test("shows a line above a file after the first use, and lists the experts of the file on a click", async () => {
    deepStrictEqual(lensesOf("/work/loom/src/http.ts"), []);
    await rows("clew.issues");
    const [lens] = lensesOf("/work/loom/src/http.ts");
    deepStrictEqual([lens?.command?.title, lens?.range.start.line], ["Who knows this file?", 0]);
    ok(host.requested.every((path) => !path.includes("experts")));
    const listed: { label: string; detail?: string }[] = [];
    const first = hands.choose;
    hands.choose = (items) => {
      listed.push(...items);
      return items[0];
    };
    await hands.run(lens?.command?.command ?? "", ...((lens?.command?.arguments ?? []) as unknown[]));
    hands.choose = first;
    deepStrictEqual(host.requested.at(-1), "projects/loom/experts/?path=src%2Fhttp.ts");
    deepStrictEqual(
      listed.map(({ label, detail }) => [label, detail]),
      [["$(person) Ada", "Changed these files: 12 commits"]],
    );
    deepStrictEqual(hands.browsed, [`${host.url}/projects/loom/people/ada-p1`]);
  });

  test("shows no line above files outside of the workspace, or where the setting turns it off", async () => {
    await rows("clew.issues");
    deepStrictEqual([lensesOf("/work/other/a.ts"), lensesOf("/work/loom/src/http.ts").length], [[], 1]);
    hands.settings["codeLens"] = false;
    let changes = 0;
    hands.lenses?.onDidChangeCodeLenses?.(() => (changes += 1));
    hands.settingsChanged.fire({ affectsConfiguration: (name) => name === "clew" || name === "clew.codeLens" });
    deepStrictEqual([lensesOf("/work/loom/src/http.ts"), changes], [[], 1]);
  });

  test("reports a file that the project does not have, and no error of the server", async () => {
    host.isUnknownClone = true;
    hands.open("/work/loom/src/unknown.ts");
    await hands.run("clew.experts");
    deepStrictEqual([hands.messages, hands.status.text], [["The project does not have this file."], "$(target) Clew"]);
  });

  test("opens no file outside of the workspace", async () => {
    const [row] = await rows("clew.issues");
    const first = hands.choose;
    hands.choose = (items) => items[1];
    await hands.run("clew.localizeIssue", row);
    hands.choose = first;
    deepStrictEqual(hands.opened, []);
    match(hands.messages.join(), /No folder of this workspace has/);
    await hands.run("clew.open", { kind: "address", url: "command:workbench.action.quit" });
    deepStrictEqual(hands.browsed, []);
  });

  test("describes the open file once, and not files that are only passed", async () => {
    hands.settings["blame"] = false;
    look("clew.file");
    for (const name of ["a", "b", "http"]) hands.open(`/work/loom/src/${name}.ts`);
    await calm();
    ok(host.requested.every((path) => !/src%2F[ab]\.ts/.test(path)));
    const groups = await rows("clew.file");
    deepStrictEqual(
      groups.map(({ label }) => label),
      ["Who knows it", "Pages that mention it", "Issues that mention it"],
    );
    const [expert] = await rows("clew.file", groups[0]);
    deepStrictEqual([expert?.label, expert?.description], ["Ada", "2 open"]);
    const before = host.requested.length;
    hands.open("/work/elsewhere/other.ts");
    hands.open("/work/loom/src/http.ts");
    await calm();
    deepStrictEqual([host.requested.length, (await rows("clew.file")).length], [before, 3]);
    view("clew.file").visible = false;
    hands.open("/work/loom/src/unseen.ts");
    await calm();
    deepStrictEqual(host.requested.length, before);
  });

  test("keeps the last answer about a file when the server is away, of any age and after a command to read again", async (context) => {
    const away = "Clew could not be asked. The status bar says why.";
    hands.settings["blame"] = false;
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    look("clew.file");
    hands.open("/work/loom/src/http.ts");
    await calm();
    deepStrictEqual([(await rows("clew.file")).length, view("clew.file").message], [3, undefined]);
    host.status = 502;
    await hands.run("clew.refresh");
    await calm();
    deepStrictEqual([(await rows("clew.file")).length, view("clew.file").message], [3, away]);
    hands.open("/work/elsewhere/other.ts");
    deepStrictEqual(await rows("clew.file"), []);
    context.mock.timers.tick(24 * 60 * 60 * 1000);
    const before = host.requested.length;
    hands.open("/work/loom/src/http.ts");
    await calm();
    ok(host.requested.length > before);
    deepStrictEqual([(await rows("clew.file")).length, view("clew.file").message], [3, away]);
  });
});
