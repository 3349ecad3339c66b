/** An issue in the editor: what its page shows, and what a text of others cannot do there. */
import { deepStrictEqual, match, ok } from "node:assert";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { htmlText, safeHtml } from "../src/safeHtml.ts";
import { answersOfLines, ClewHost } from "./clewHost.ts";
import { type Started, started } from "./started.ts";
import { hands } from "./vscodeStandIn.ts";

const host = new ClewHost();
before(() => host.start());
after(() => host.stop());
let extension: Started;
beforeEach(() => {
  Object.assign(host, { status: 200, waitsFor: () => undefined, lines: answersOfLines() });
  hands.renderMarkdown = (markdown) => `<p>${markdown}</p>`;
  extension = started(host);
});
afterEach(() => extension.stop());

const ISSUE = { kind: "issue", id: "1", key: "#1" };
async function pageOf(): Promise<string> {
  await hands.run("clew.readIssue", ISSUE);
  return hands.panels[0]?.webview.html ?? "";
}
const issueOfHost = () => host.lines["projects/loom/issues/1/"] as Record<string, unknown>;

describe("the page of an issue", () => {
  test("has title, state, assignee, places, text and comments", async () => {
    const html = await pageOf();
    deepStrictEqual(hands.panels[0]?.title, "#1 Redirect loop $ (trash)");
    const text = html.replace(/<style[^]*<\/style>/, "").replaceAll(/<[^>]+>/g, "");
    const order = [
      "#1 Redirect loop",
      "open · Assigned to Ada · bug",
      "Likely places",
      "src/http.ts:12",
      "Text",
      "Comments",
    ];
    const places = order.map((part) => text.indexOf(part));
    ok(
      places.every((at, index) => at > (places[index - 1] ?? -1)),
      `${places.join()} ${text}`,
    );
    match(html, new RegExp(`<a href="${host.url}/projects/loom/issues/i1">Open in Clew</a>`));
    match(html, /<p>Seen <\/p>|<p>Seen again<\/p>/);
  });

  test("opens a place at its line in the editor", async () => {
    const [, given = ""] = /href="command:clew\.open\?([^"]+)"/.exec(await pageOf()) ?? [];
    hands.files = new Set(["/work/loom/src/http.ts"]);
    await hands.run("clew.open", ...(JSON.parse(decodeURIComponent(given)) as unknown[]));
    deepStrictEqual(hands.opened, [{ file: "/work/loom/src/http.ts", line: 12 }]);
  });

  test("shows the five best places, and folds the others", async () => {
    const file = (at: number) => ({ path: `src/${at}.ts`, repository: "r1", reasons: [], functions: [], line: at });
    host.lines["projects/loom/issues/i7/localization/"] = {
      confidence: "low",
      repositories: [],
      files: Array.from({ length: 7 }, (_, at) => file(at + 1)),
    };
    Object.assign(issueOfHost(), { id: "i7" });
    const html = await pageOf();
    const [shown = "", folded = ""] = html.slice(html.indexOf("Likely places")).split("<details>");
    const titles = (part: string) => Array.from(part.matchAll(/ title="([^"]*)"/g), ([, title]) => title);
    deepStrictEqual(titles(shown), ["src/1.ts:1", "src/2.ts:2", "src/3.ts:3", "src/4.ts:4", "src/5.ts:5"]);
    deepStrictEqual(titles(folded), ["src/6.ts:6", "src/7.ts:7"]);
    match(shown, /Not sure: little in the text points at code\./);
    match(folded, /^<summary>and 2 more<\/summary><ol class="places" start="6">/);
  });

  test("runs no script, loads nothing, and may run the command of its places alone", async () => {
    const html = await pageOf();
    const [, policy = "", nonce = ""] = /Policy" content="([^"]*'nonce-([\w-]+)'[^"]*)"/.exec(html) ?? [];
    deepStrictEqual(policy, `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`);
    const { enableScripts, enableForms, enableCommandUris, localResourceRoots } = hands.panels[0]?.options ?? {};
    deepStrictEqual(
      [enableScripts, enableForms, enableCommandUris, localResourceRoots],
      [false, false, ["clew.open"], []],
    );
    hands.panels[0]?.dispose();
    ok(!(await pageOf()).includes(nonce));
  });

  test("has no markup or command of a hostile issue", async () => {
    const hostile = `"><img src=x onerror=alert(1)><script>x</script>[x](command:quit)`;
    const person = { id: "p1", name: hostile, email: null, avatar_url: null };
    const comment = { id: "k1", author: person, body: hostile, created_at: hostile, url: "javascript:x" };
    Object.assign(issueOfHost(), { title: hostile, key: hostile, state: hostile, labels: [hostile] });
    Object.assign(issueOfHost(), { assignees: [person], author: person, body: hostile, comment_list: [comment] });
    Object.assign(issueOfHost(), { url: "javascript:alert(1)" });
    hands.renderMarkdown = (markdown) => `${markdown}<a href="command:clew.open?%5B%5D">run</a>`;
    const html = await pageOf();
    const elements = new Set(Array.from(html.matchAll(/<(\w+)/g), ([, name]) => name));
    ok(!elements.has("img") && !elements.has("script"), html);
    for (const [, address = ""] of html.matchAll(/href="([^"]*)"/g)) {
      ok(address.startsWith("command:clew.open?%5B%7B%22kind%22") || address.startsWith(host.url), address);
    }
  });

  test("shows Markdown as it is where the editor does not render it", async () => {
    hands.renderMarkdown = () => {
      throw new Error("command 'markdown.api.render' not found");
    };
    match(await pageOf(), /<pre>Follow \[it\]\(https:\/\/example\.org\/a\) &#60;b&#62;<\/pre>/);
  });

  test("is there without the places when these cannot be read, and without rows that are malformed", async () => {
    host.waitsFor = (path) => {
      host.status = path.includes("localization") ? 503 : 200;
      return undefined;
    };
    Object.assign(issueOfHost(), { comment_list: [null, { body: 7 }], labels: "bug", author: 3, created_at: 4 });
    const html = await pageOf();
    match(html, /The places could not be read\./);
    ok(!html.includes("<h2>Comments</h2>"));
  });

  test("is one for each issue, and closes with a sign-out", async () => {
    await pageOf();
    await hands.run("clew.readIssue", { ...ISSUE, id: "i1" });
    deepStrictEqual([hands.panels.length, hands.panels[0]?.revealed], [1, 1]);
    await hands.run("clew.signOut");
    deepStrictEqual(hands.panels, []);
  });

  test("opens from a row of the side bar, and the row's other command opens the browser", async () => {
    const [row] = (await hands.views.get("clew.issues")?.provider.getChildren()) ?? [];
    await hands.run(row?.command?.command ?? "", ...((row?.command?.arguments ?? []) as unknown[]));
    deepStrictEqual([hands.panels.length, hands.browsed], [1, []]);
    await hands.run("clew.openIssue", row);
    deepStrictEqual([hands.panels.length, hands.browsed], [1, [`${host.url}/projects/loom/issues/i1`]]);
  });
});

describe("HTML of others", () => {
  const cases: readonly (readonly [what: string, html: string, rebuilt: string])[] = [
    ["keeps what a text needs", '<h2 id="a">T</h2>\n<p>a <em>b</em></p>', "<h2>T</h2>\n<p>a <em>b</em></p>"],
    ["keeps code as text", '<pre><code class="x">a &lt;b&gt;</code></pre>', "<pre><code>a &lt;b&gt;</code></pre>"],
    [
      "keeps links to the web",
      '<a href="https://x/?a=1&amp;b" title="t">x</a>',
      '<a href="https://x/?a=1&amp;b">x</a>',
    ],
    ["drops commands", '<a href="command:quit">x</a>', "x"],
    ["drops commands behind entities", '<a href="&#99;ommand:quit">x</a>', "x"],
    ["drops addresses of other programs", '<a href="vscode://x/y">x</a><a href="file:///x">y</a>', "xy"],
    ["drops a second address", '<a data-href="https://x" href="command:quit">x</a>', "x"],
    ["makes links of images", '<img src="https://x/a.png" alt="A">', '<a href="https://x/a.png">A</a>'],
    [
      "keeps the link around an image",
      '<a href="https://x"><img src="https://y" alt="A"></a>',
      '<a href="https://x">A</a>',
    ],
    ["drops images of other kinds", '<img src="data:image/png;base64,x" alt="A">', "A"],
    ["drops scripts and styles", "<script>x</script><style>y</style>", "xy"],
    ["drops handlers", '<p onclick="x()" style="position:fixed">a</p>', "<p>a</p>"],
    ["drops frames and forms", '<iframe src="https://x"></iframe><form action="https://x"><input></form>', ""],
    ["drops what moves the page", '<meta http-equiv="refresh" content="0;url=https://x"><base href="https://x">', ""],
    ["drops comments, closed or not", "a<!-- x -->b<!-- <p>", "ab"],
    ["closes what is open", "<ul><li><p>a", "<ul><li><p>a</p></li></ul>"],
    ["drops ends without a start", "</article></p>a</div>", "a"],
    ["shows marks that open nothing", 'a < b > "c" <', "a &#60; b &#62; &#34;c&#34; &#60;"],
    ["shows an element without an end", '<a href="https://x"', "&#60;a href=&#34;https://x&#34;"],
  ];
  for (const [what, html, rebuilt] of cases) {
    test(what, () => {
      deepStrictEqual(safeHtml(html), rebuilt);
    });
  }

  test("has nothing but allowed elements, balanced, of any text", () => {
    let seed = 11;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const parts = [
      "<",
      ">",
      "</",
      "a",
      "img",
      "p",
      "script",
      ' href="',
      ' src="',
      "https://x",
      "command:x",
      '"',
      "'",
      " ",
      "=",
      "<!--",
      "-->",
      "&#60;",
      "\n",
      "/",
    ];
    for (let round = 0; round < 20_000; round++) {
      const html = Array.from({ length: random(16) }, () => parts[random(parts.length)] ?? "").join("");
      const rebuilt = safeHtml(html);
      const rest = rebuilt.replaceAll(/<(?:\/?(?:p|a)|a href="https:\/\/[^"<>\s]*")>/g, "");
      ok(!/[<>"']/.test(rest), `${html} ${rebuilt}`);
      deepStrictEqual(rebuilt.split(/<[ap]\b/).length, rebuilt.split(/<\/[ap]>/).length, html);
    }
  });

  test("is read in time that grows with the text", () => {
    const began = performance.now();
    for (const part of ["<!-- ", "<a ", '<a href="', "<p>", "</p>", "<", "<img alt='"]) safeHtml(part.repeat(20_000));
    ok(performance.now() - began < 5000);
  });

  test("a text has no mark", () => {
    deepStrictEqual(htmlText(`<a href="x" b='c'>&`), "&#60;a href=&#34;x&#34; b=&#39;c&#39;&#62;&#38;");
  });
});
