import { expect, test } from "vitest";
import { storageToMarkdown } from "../../../server/sources/providers/confluence/storageFormat.ts";

const read = (body: string) => storageToMarkdown(body, { site: "https://wiki.example.org/wiki", spaceKey: "DOC" });

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
