import { expect, test } from "vitest";
import { linkNames, extractNames } from "../../src/domain/nameLinks.ts";

const HASH = "4f2c91d07be35a6c1d2e3f405162738495a6b7c8";

test.each([
  ["Since 4f2c91d it fails.", ["4f2c91d"]],
  [`(${HASH}), and 4f2c91d. Twice: 4f2c91d`, [HASH, "4f2c91d"]],
  // Numbers, words, and parts of something else.
  ["1234567 defaced 20240115 x4f2c91d /4f2c91d 4f2c91d-1 #4f2c91d 4f2c91", []],
  ["Like #71, acme/tern#7 and !12; ABC-12, said @ada-l.", ["#71", "acme/tern#7", "!12", "ABC-12", "@ada-l"]],
  // Addresses, anchors, entities, mails and words.
  ["a/b#7x ada@example.org https://x.example/a#71 &#71; x#71 abc-12 ABC-12x @a/b it's #1.5e", ["#1"]],
])("names in %j", (text, expected) => {
  expect(extractNames([text])).toEqual(expected);
});

test("a text of many hashes is looked up in part", () => {
  const many = Array.from({ length: 500 }, (_, at) => `a${String(at).padStart(7, "0")}`).join(" ");
  expect(extractNames([many])).toHaveLength(100);
});

test.each([
  ["<p>Since 4f2c91d.</p>", '<p>Since <a href="/c?a&amp;b">4f2c91d</a>.</p>'],
  ["<p><code>4f2c91d</code></p>", '<p><code><a href="/c?a&amp;b">4f2c91d</a></code></p>'],
  ['<a href="https://x.example/4f2c91d">4f2c91d</a>', '<a href="https://x.example/4f2c91d">4f2c91d</a>'],
  ["<pre><code>4f2c91d\n</code></pre>", "<pre><code>4f2c91d\n</code></pre>"],
  ["<p>deadbee1</p>", "<p>deadbee1</p>"],
])("known hashes of %j are links", (html, expected) => {
  expect(linkNames(html, new Map([["4f2c91d", "/c?a&b"]]))).toBe(expected);
});

test("in code within a line only hashes are names", () => {
  const hrefs = new Map([
    ["#71", "/i"],
    ["@ada", "/p"],
    ["4f2c91d", "/c"],
  ]);
  expect(linkNames("<p>#71, @ada <code>#71 4f2c91d</code></p><pre>#71</pre>", hrefs)).toBe(
    '<p><a href="/i">#71</a>, <a href="/p">@ada</a> <code>#71 <a href="/c">4f2c91d</a></code></p><pre>#71</pre>',
  );
});

test.each(["a.", "a/", "-", "@", "#1/", "A_".repeat(3), "a".repeat(99) + "/"])(
  "a long text of %j is read in time that grows with its length",
  (piece) => {
    // Processor time: on a busy machine other processes have the rest of the clock's.
    const before = process.cpuUsage();
    extractNames([piece.repeat(60_000)]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  },
);
