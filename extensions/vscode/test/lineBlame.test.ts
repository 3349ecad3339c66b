/** What is after the end of the current line. */
import { deepStrictEqual, match, ok } from "node:assert";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { answersOfLines, ClewHost, HTTP_TS } from "./clewHost.ts";
import { type Started, started, until } from "./started.ts";
import { hands } from "./vscodeStandIn.ts";

const FILE = "/work/loom/src/http.ts";
const host = new ClewHost();
before(() => host.start());
after(() => host.stop());

let extension: Started;
beforeEach(async () => {
  Object.assign(host, { silent: undefined, lines: answersOfLines() });
  hands.decorations = [];
  extension = started(host);
  hands.settings["blame"] = true;
  // The first use.
  await hands.run("clew.refresh");
  host.requested.length = 0;
  host.abandoned.length = 0;
});
afterEach(() => extension.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const requestsOf = (start: string) => host.requested.filter((path) => path.startsWith(start));
const decoration = () => hands.decorations[0];

describe("the blame of the line", () => {
  test("shows author, age, subject and issue after the line, with links", async () => {
    hands.open(FILE, HTTP_TS);
    await until(() => decoration() !== undefined);
    const { range, renderOptions, hoverMessage } = decoration() ?? {};
    match(
      renderOptions?.after.contentText ?? "",
      /^Ada · \d+ years ago · Follow redirects \[x\]\(command:quit\) · #1$/,
    );
    deepStrictEqual([range?.start.line, range?.start.character], [0, (HTTP_TS.split("\n")[0] ?? "").length]);
    const project = `${host.url}/projects/loom`;
    const text = hoverMessage?.value ?? "";
    for (const page of ["commits/c0ffee1234567890?source=r1", "people/ada-p1", "issues/1", "requests/7"])
      ok(text.includes(`](${project}/${page})`), page);
    ok(!/\]\(command|<b>/.test(text), text);
  });

  test("follows the cursor with one request for the file and one for its blame", async () => {
    hands.open(FILE, HTTP_TS);
    await until(() => decoration() !== undefined);
    for (const line of [1, 2, 3]) hands.moveTo(line);
    deepStrictEqual(hands.decorations, []);
    await until(() => decoration()?.range.start.line === 3);
    deepStrictEqual([requestsOf("projects/loom/code/content/").length, requestsOf("code/loom/blame/").length], [1, 1]);
    match(requestsOf("code/loom/blame/")[0] ?? "", /revision=head1/);
  });

  test("is on moved lines of a file with changes, and not on changed ones", async () => {
    hands.open(FILE, HTTP_TS);
    await until(() => decoration() !== undefined);
    hands.edit(`// new\n${HTTP_TS}`);
    deepStrictEqual(hands.decorations, []);
    await pause(500);
    deepStrictEqual(hands.decorations, []);
    hands.moveTo(1);
    await until(() => decoration()?.range.start.line === 1);
  });

  test("is turned off by its setting, and on again by its command", async () => {
    hands.open(FILE, HTTP_TS);
    await until(() => decoration() !== undefined);
    await hands.run("clew.toggleBlame");
    deepStrictEqual([hands.settings["blame"], hands.decorations], [false, []]);
    hands.moveTo(2);
    await pause(500);
    deepStrictEqual(hands.decorations, []);
    await hands.run("clew.toggleBlame");
    await until(() => decoration()?.range.start.line === 2);
  });

  test("ends its request when the cursor moves on", async () => {
    host.silent = "code/loom/blame/";
    hands.open(FILE, HTTP_TS);
    await until(() => requestsOf("code/loom/blame/").length > 0);
    hands.open("/work/elsewhere/other.ts");
    await until(() => host.abandoned.length > 0);
    deepStrictEqual([hands.decorations, hands.messages], [[], []]);
  });

  test("shows nothing for a file that is not committed, and for malformed or cut answers", async () => {
    host.lines["projects/loom/code/content/"] = { kind: "missing", text: null, revision: null, symbols: [] };
    hands.open(FILE, HTTP_TS);
    await until(() => requestsOf("projects/loom/code/content/").length > 0);
    await pause(300);
    deepStrictEqual([hands.decorations, requestsOf("code/loom/blame/")], [[], []]);
    for (const blame of [
      { commits: [null], ranges: [{ commit: 0, line: 1, lines: 4 }] },
      { commits: [], ranges: [null] },
    ]) {
      host.lines = { ...answersOfLines(), "code/loom/blame/": blame };
      await hands.run("clew.refresh");
      host.requested.length = 0;
      hands.moveTo(1);
      await until(() => requestsOf("code/loom/blame/").length > 0);
      await pause(100);
      deepStrictEqual([hands.decorations, hands.messages], [[], []]);
    }
  });
});
