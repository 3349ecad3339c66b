import { describe, expect, test } from "vitest";
import { storageToMarkdown } from "../../../server/sources/providers/confluence/storageFormat.ts";

const NAMES = new Map([["557058:ada", "Ada Lovelace"]]);
const read = (body: string) =>
  storageToMarkdown(body, {
    site: "https://acme.atlassian.net/wiki",
    spaceKey: "DOC",
    pageId: "77",
    nameOf: (user) => NAMES.get(user) ?? null,
  });
const macro = (name: string, parameters: Record<string, string>, inside = "") =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join("")}${inside}</ac:structured-macro>`;
const rich = (inside: string) => `<ac:rich-text-body>${inside}</ac:rich-text-body>`;
const mention = (id: string) => `<ac:link><ri:user ri:account-id="${id}" /></ac:link>`;

test.each([
  ["&alpha;&Delta; &sum; &radic;2 &lambda;", "αΔ ∑ √2 λ"],
  ["&Sigma; and &CounterClockwiseContourIntegral;", "Σ and ∳"],
  ["Stra&szlig;e &#38; &#x26; &lt;b&gt;", "Straße & & \\<b>"],
  ["one&nbsp;two&ensp;three&shy;fold&zwj;x", "one two threefoldx"],
  ["no&such; &amp;amp; AT&T &copy", "no&such; &amp; AT&T &copy"],
  ["&#0;&#x1F;&#xD800;kept", "kept"],
])("character references of %j are resolved once", (body, text) => {
  expect(read(`<p>${body}</p>`)).toBe(text);
});

describe("a sentence stays one", () => {
  test.each([
    [
      "an issue and a status",
      `<p>${macro("jira", { key: "ABC-12" })} was fixed by ${macro("status", { title: "QA" })}</p>`,
      "ABC-12 was fixed by **QA**",
    ],
    [
      "a status",
      `<p>State: ${macro("status", { title: "LIVE", colour: "Green" })} since May</p>`,
      "State: **LIVE** since May",
    ],
    [
      "a mentioned user and a date",
      `<p>since <time datetime="2024-02-02" /> by ${mention("557058:ada")}.</p>`,
      "since  2024-02-02  by @Ada Lovelace.",
    ],
    ["a formula", `<p>with ${macro("mathinline", { body: "n^2" })} steps</p>`, "with `n^2` steps"],
    [
      "a picture",
      '<p>press <ac:image ac:alt="the red button"><ri:attachment ri:filename="red.png" /></ac:image> twice</p>',
      "press [the red button](<https://acme.atlassian.net/wiki/download/attachments/77/red.png>) twice",
    ],
    [
      "signs of both editors",
      '<p><ac:emoticon ac:name="tick" /> and <ac:emoticon ac:name="blue-star" ac:emoji-shortname=":rocket:" ac:emoji-fallback="🚀" /></p>',
      "✅ and 🚀",
    ],
    ["an exponent", "<p>10<sup>3</sup> and H<sub>2</sub>O, the 4<sup>th</sup></p>", "10³ and H2O, the 4th"],
  ])("with %s in it", (_name, body, text) => {
    expect(read(body)).toBe(text);
  });
});

describe("mentioned users", () => {
  test("have their names in cells and tasks", () => {
    expect(read(`<table><tbody><tr><th>Owner</th><td>${mention("557058:ada")}</td></tr></tbody></table>`)).toContain(
      "| Owner | @Ada Lovelace |",
    );
    const task = `<ac:task><ac:task-id>4</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Ship it ${mention("557058:ada")}</ac:task-body></ac:task>`;
    expect(read(`<ac:task-list>${task}</ac:task-list>`)).toBe("- [ ] Ship it @Ada Lovelace");
  });

  test("are not left out if the host does not name them", () => {
    expect(read(`<p>Ask ${mention("gone")}!</p>`)).toBe("Ask @unknown!");
    expect(read(macro("profile", { user: '<ri:user ri:account-id="557058:ada" />' }))).toBe("@Ada Lovelace");
  });
});

describe("panels", () => {
  const adf = (type: string, inside: string) =>
    `<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">${type}</ac:adf-attribute><ac:adf-attribute key="local-id">f19de4a5</ac:adf-attribute><ac:adf-content>${inside}</ac:adf-content></ac:adf-node><ac:adf-fallback><div class="panel">${inside}</div></ac:adf-fallback></ac:adf-extension>`;

  test("of the present editor are shown once, without their settings", () => {
    expect(read(adf("warning", "<p>Never run this.</p>"))).toBe("> ⚠️ Never run this.");
    expect(read(adf("note", "<p>a</p><p>b</p>"))).toBe("> 📝 a\n> \n> b");
  });

  test("differ by their kinds", () => {
    const kinds = ["info", "note", "warning", "tip"].map((kind) => read(macro(kind, {}, rich("<p>x</p>"))));
    expect(new Set(kinds).size).toBe(4);
    expect(read(macro("panel", { title: "Rules" }, rich("<ul><li>x</li></ul>")))).toBe("> **Rules**\n> \n> - x");
  });

  test("that the storage format does not know show what they fall back to", () => {
    const extension =
      '<ac:adf-extension><ac:adf-node type="extension"><ac:adf-attribute key="extension-key">poll</ac:adf-attribute></ac:adf-node>';
    expect(read(`${extension}<ac:adf-fallback><p>Vote!</p></ac:adf-fallback></ac:adf-extension>`)).toBe("Vote!");
    expect(read(`${extension}</ac:adf-extension>`)).toBe(String.raw`\[poll\]`);
    const item =
      '<ac:adf-node type="decision-item"><ac:adf-attribute key="state">DECIDED</ac:adf-attribute><ac:adf-content>We keep it</ac:adf-content></ac:adf-node>';
    expect(read(`<ac:adf-extension><ac:adf-node type="decision-list">${item}</ac:adf-node></ac:adf-extension>`)).toBe(
      "- We keep it",
    );
  });
});

describe("tables", () => {
  const rows = (...cells: string[]) =>
    `<table><tbody>${cells.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;

  test("keep the columns of merged cells", () => {
    expect(
      read(
        rows("<th>A</th><th>B</th><th>C</th>", '<td rowspan="2">a</td><td colspan="2">b</td>', "<td>x</td><td>y</td>"),
      ),
    ).toBe("| A | B | C |\n| --- | --- | --- |\n| a | b |  |\n|  | x | y |");
  });

  test("show code line by line", () => {
    const code = macro("code", { language: "bash" }, "<ac:plain-text-body><![CDATA[a | b\nc]]></ac:plain-text-body>");
    expect(read(rows("<th>Run</th>", `<td>${code}</td>`))).toBe("| Run |\n| --- |\n| `a \\| b` `c` |");
  });

  test("have their caption, and headings and quotations as text", () => {
    const body = rows("<th>A</th>", "<td><h2>Title</h2><blockquote><p>said</p></blockquote></td>");
    expect(read(body.replace("<table>", "<table><caption>Limits</caption>"))).toBe(
      "Limits\n\n| A |\n| --- |\n| **Title** said |",
    );
  });

  test("do not grow with the numbers of their spans", () => {
    const wide = rows(...Array.from({ length: 5000 }, () => '<td colspan="100000" rowspan="100000">x</td>'));
    expect(read(wide).length).toBeLessThan(200_000);
  });
});

describe("what is shown from elsewhere has a name", () => {
  const file = '<ri:attachment ri:filename="plan v2.pdf" />';
  test.each([
    ["a diagram", macro("drawio", { diagramName: "Flow", width: "400" }), String.raw`\[drawio: Flow\]`],
    [
      "a file",
      macro("view-file", { name: file, height: "250" }),
      "[plan v2.pdf](<https://acme.atlassian.net/wiki/download/attachments/77/plan%20v2.pdf>)",
    ],
    [
      "a list of issues",
      macro("jira", { jqlQuery: "project = ABC", columns: "key,summary" }),
      String.raw`[\[Jira: project = ABC\]](<https://acme.atlassian.net/issues/?jql=project%20%3D%20ABC>)`,
    ],
    [
      "another page",
      macro("include", { "": '<ac:link><ri:page ri:content-title="Rules" /></ac:link>' }),
      "[Rules](<https://acme.atlassian.net/wiki/display/DOC/Rules>)",
    ],
    ["an unknown macro", macro("org-chart", {}), String.raw`\[org-chart\]`],
    [
      "a diagram as text",
      macro("mermaid", {}, "<ac:plain-text-body><![CDATA[a --> b]]></ac:plain-text-body>"),
      "```mermaid\na --> b\n```",
    ],
    [
      "a picture by its address",
      '<ac:image><ri:url ri:value="https://example.org/a.png" /><ac:caption><p>The old plan</p></ac:caption></ac:image>',
      "[https://example.org/a.png](<https://example.org/a.png>) The old plan",
    ],
    [
      "a space",
      '<ac:link><ri:space ri:space-key="OPS" /></ac:link>',
      "[OPS](<https://acme.atlassian.net/wiki/display/OPS>)",
    ],
    ["a table of contents", macro("toc", { maxLevel: "3" }), ""],
  ])("%s", (_name, body, text) => {
    expect(read(body)).toBe(text);
  });

  test("several bodies of one macro, and content without a body", () => {
    expect(read(macro("details", {}, rich("<p>one</p>") + rich("<p>two</p>")))).toBe("one\n\ntwo");
    expect(read(macro("gallery", {}, '<ac:image><ri:attachment ri:filename="a.png" /></ac:image>'))).toContain("a.png");
  });
});

test("a task below a task is one level deeper", () => {
  const task = (body: string, after = "") =>
    `<ac:task><ac:task-status>complete</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>${after}`;
  expect(read(`<ac:task-list>${task("outer", `<ac:task-list>${task("inner")}</ac:task-list>`)}</ac:task-list>`)).toBe(
    "- [x] outer\n  - [x] inner",
  );
});

test("an address without a host is one of the wiki, and nothing that runs becomes a link", () => {
  expect(
    read(
      '<p><a href="/wiki/spaces/DOC">space</a> <a href="javascript:alert(1)">no</a> <a href="//evil.test/x">x</a></p>',
    ),
  ).toBe("[space](<https://acme.atlassian.net/wiki/spaces/DOC>) no x");
  expect(read("<p>a<script>alert(1)</script>b<style>p{}</style></p>")).toBe("a\n\nb");
});
