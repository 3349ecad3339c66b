import { expect, test } from "vitest";
import { linkHashes, namedHashes } from "../../src/domain/namedHashes.ts";

const HASH = "4f2c91d07be35a6c1d2e3f405162738495a6b7c8";

test.each([
  ["Since 4f2c91d it fails.", ["4f2c91d"]],
  [`(${HASH}), and 4f2c91d. Twice: 4f2c91d`, [HASH, "4f2c91d"]],
  // Numbers, words, and parts of something else.
  ["1234567 defaced 20240115 x4f2c91d /4f2c91d 4f2c91d-1 #4f2c91d 4f2c91", []],
])("hashes in %j", (text, expected) => {
  expect(namedHashes([text])).toEqual(expected);
});

test("a text of many hashes is looked up in part", () => {
  const many = Array.from({ length: 500 }, (_, at) => `a${String(at).padStart(7, "0")}`).join(" ");
  expect(namedHashes([many])).toHaveLength(60);
});

test.each([
  ["<p>Since 4f2c91d.</p>", '<p>Since <a href="/c?a&amp;b">4f2c91d</a>.</p>'],
  ["<p><code>4f2c91d</code></p>", '<p><code><a href="/c?a&amp;b">4f2c91d</a></code></p>'],
  ['<a href="https://x.example/4f2c91d">4f2c91d</a>', '<a href="https://x.example/4f2c91d">4f2c91d</a>'],
  ["<pre><code>4f2c91d\n</code></pre>", "<pre><code>4f2c91d\n</code></pre>"],
  ["<p>deadbee1</p>", "<p>deadbee1</p>"],
])("known hashes of %j are links", (html, expected) => {
  expect(linkHashes(html, new Map([["4f2c91d", "/c?a&b"]]))).toBe(expected);
});
