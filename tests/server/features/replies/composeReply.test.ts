/** The text of a reply: what others have written makes no link, mention, HTML or command in it, at no host. */
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { markdownToAdf, markdownToWiki } from "../../../../server/sources/providers/atlassian/markdownToAdf.ts";
import { type ReplyFacts, asCode, composeReply, linkTarget } from "../../../../server/features/replies/composeReply.ts";
import { defaultTemplate } from "../../../../server/features/replies/defaultTemplate.ts";
import { templateFault } from "../../../../server/features/replies/replyTemplate.ts";
import { quickActionIn } from "../../../../server/sources/providers/gitlab/gitlabQuickActions.ts";
import { HOSTILE } from "../../../fixtures/hostileText.ts";

const facts = (given: Partial<ReplyFacts> = {}): ReplyFacts => ({
  key: "#7",
  places: [],
  people: [],
  similar: [],
  missing: [],
  ...given,
});
const TEMPLATE = "**Place** of {issue}\n{places}\n\n{people}\n\n{similar}\n\n{missing}\n\nEnd.";
const PIECES = [
  ..."@everyone|#1|acme/x#2|https://evil.example|www.evil.example|[a](https://evil.example)|![a](//e)|<img src=x>|</code>".split(
    "|",
  ),
  ..."`|``|```\n|\\|*|_|~~|<!--|-->|\n/close|\r\n/clew where|{{|}}|{color:red}|[~admin]|!x.png!|||| \u202e|\u0000|\u2028|&lt;|:tada:".split(
    "|",
  ),
];
const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...PIECES, ...Object.values(HOSTILE)), fc.string({ unit: "binary", maxLength: 20 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

const composed = fc
  .record({ title: hostile, path: hostile, name: hostile, mention: hostile, key: hostile, url: hostile })
  .map(({ title, path, name, mention, key, url }) =>
    composeReply(
      TEMPLATE,
      facts({
        key,
        places: [{ path, url: `https://h.example/a/blob/1/${encodeURIComponent(path.toWellFormed())}`, label: "file" }],
        people: [{ name, mention }],
        similar: [
          { key: "#12", title, url: "https://h.example/a/issues/12", note: null },
          { key, title, url, note: null },
        ],
        missing: ["The version"],
      }),
    ),
  );

test("what others have written becomes no link, image, mention or HTML in Markdown", () => {
  fc.assert(
    fc.property(composed, (text) => {
      const html = micromark(text ?? "", {
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
        allowDangerousHtml: true,
      });
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
      expect(links.filter((href) => !href.startsWith("https://h.example/a/"))).toEqual([]);
      const outside = html.replaceAll(/<code>[^<]*<\/code>/g, "").replaceAll(/<a href="[^"]*">/g, "<a>");
      expect(
        [...outside.matchAll(/<\/?(\w+)/g)]
          .map(([, tag]) => tag)
          .filter((tag) => !/^(?:p|ul|li|a|strong)$/.test(tag ?? "")),
      ).toEqual([]);
      // What is outside of code are our words, keys of issues, and logins in the form of one.
      const words = outside.replaceAll(/<[^>]*>/g, " ");
      const ours =
        /(?<!\S)(?:@[A-Za-z0-9][\w.-]*|#\d+|[A-Z][A-Z0-9_]*-\d+|Place|of|The version|file|End\.|[()])(?!\S)/g;
      expect(words.replaceAll(/[()]/g, " $& ").replaceAll(ours, "").trim()).toBe("");
      expect(quickActionIn(text ?? "")).toBeNull();
      expect(/^\s*\/clew/m.test(text ?? "")).toBe(false);
    }),
    { numRuns: 400 },
  );
});

test("and no link, mention or macro in the formats of Jira", () => {
  fc.assert(
    fc.property(composed, (text) => {
      const links: string[] = [];
      JSON.stringify(markdownToAdf(text ?? ""), (name, value: unknown) => {
        if (name === "href") links.push(String(value));
        return value;
      });
      expect(links.filter((href) => !href.startsWith("https://h.example/a/"))).toEqual([]);
      const wiki = markdownToWiki(text ?? "");
      const own = wiki
        .replaceAll(/\{\{(?:\\.|[^\\{}])*\}\}/g, "")
        .replaceAll(/\[(?:file|#12)\|https:\/\/h\.example\/a\/[^\s\]]*\]/g, "");
      expect(own).not.toMatch(/(?<!\\)[{}[\]!|]|:\/\//);
      expect(wiki.replaceAll(/\|https:\/\/h\.example/g, "")).not.toMatch(/:\/\/\S/);
    }),
    { numRuns: 400 },
  );
});

test("a section whose list is empty is left out, and without any list there is no text", () => {
  const missing = ["The version"];
  expect(composeReply(TEMPLATE, facts({ missing }))).toBe("- The version\n\nEnd.");
  expect(composeReply(TEMPLATE, facts())).toBeNull();
  const place = { path: "src/a (b).ts", url: "https://h.example/x/blob/1/src/a%20(b).ts#L3", label: "line 3" };
  expect(composeReply(TEMPLATE, facts({ places: [place] }))).toBe(
    "**Place** of #7\n\n- `src/a (b).ts` ([line 3](https://h.example/x/blob/1/src/a%20%28b%29.ts#L3))\n\nEnd.",
  );
});

test("the templates that teams begin with have no fault, and a faulty one is refused with what to do", () => {
  expect([templateFault(defaultTemplate("EN")), templateFault(defaultTemplate("TR"))]).toEqual([null, null]);
  const codes = ["", "x".repeat(2001), "a <!-- b", "a\n  /close", "{body}", "Files: {places}"].map(
    (template) => templateFault(template)?.code,
  );
  expect(codes).toEqual([
    "field.required",
    "reply.template_long",
    "reply.template_hidden",
    "reply.template_command",
    "reply.template_unknown",
    "reply.template_line",
  ]);
});

test("a long text is cut, and an address with a password or of another protocol is no link", () => {
  expect(asCode("a".repeat(500))).toHaveLength(123);
  expect(["javascript:alert(1)", "https://a:b@h.example", "x"].map(linkTarget)).toEqual([null, null, null]);
});
