/** Foreign Markdown as the browser builds it from our HTML: no script runs, nothing is loaded, and links lead only to the web. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { fuzz, fuzzTimeout } from "./fuzzRuns.ts";
import { evilText } from "./hostile.ts";

/** Vectors of PortSwigger's and OWASP's lists, combined with Markdown syntax. */
const PIECES = [
  ...'<script>|</script>|<img src=x onerror=alert(1)>|<svg onload=alert(1)>|<svg><script>alert(1)</script></svg>|<math><mi//xlink:href="data:x">'.split(
    "|",
  ),
  ..."<iframe srcdoc='<script>1</script>'>|<a href=\"javascript:alert(1)\">|<details open ontoggle=alert(1)>|<style>@import'//x'</style>".split(
    "|",
  ),
  ..."<base href=//evil>|<meta http-equiv=refresh content=0>|<form action=//x><button>|<object data=x>|<embed src=x>|<template><img>|<noscript>".split(
    "|",
  ),
  ...'javascript:alert(1)|JaVa\tScript:alert(1)|data:text/html;base64,PHNjcmlwdD4=|vbscript:x|//evil.example|https://a.example/"onclick="1'.split(
    "|",
  ),
  ...'[x](|](|)|[|]|![|![x](|<|>|`|```\n|~~|**|_|#|# |- [x] |1. |> |\\|&lt;|&#106;avascript:|&Tab;|&colon;|\n|\n\n|    | "t"|[r]: |<!--|-->|--!>|]]>'.split(
    "|",
  ),
  "|",
  "|---|\n",
  "\u0000",
  "\u200b",
  "\u2028",
  "\ufeff",
  "'",
  '"',
  "=",
  "/",
  "www.a.example",
  "a@b.example",
  "https://x.y",
];
const ALLOWED = new Set([
  "href",
  "target",
  "rel",
  "class",
  "align",
  "role",
  "aria-label",
  "data-scroll",
  "data-raw",
  "start",
  "id",
]);
const FORBIDDEN =
  "script, img, svg, math, iframe, style, form, input, button, object, embed, link, meta, base, template, noscript, video, audio";

test("no text becomes anything but text, headings, lists, tables, code and links", { timeout: fuzzTimeout }, () => {
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: evilText() }), {
      maxLength: 25,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(null, "https://tracker.example/atlas/issues/4"),
      fc.boolean(),
      (given, base, isInside) => {
        const place = document.createElement("div");
        const resolve = isInside
          ? (href: string) =>
              href.startsWith("x") ? null : `/projects/atlas?path=${encodeURIComponent(href.toWellFormed())}`
          : undefined;
        place.innerHTML = renderMarkdown(given, {
          base,
          headingLevel: 3,
          done: "Done",
          open: "Not done",
          image: "Image:",
          resolve,
        });
        expect(place.querySelectorAll(FORBIDDEN)).toHaveLength(0);
        for (const element of place.querySelectorAll("*")) {
          for (const { name } of element.attributes) expect(ALLOWED).toContain(name);
          expect(element.getAttribute("href") ?? "#").toMatch(/^(?:https?:|mailto:|\/projects\/|#)/);
        }
      },
    ),
    fuzz(400),
  );
});

test("a rule, a table's line and a heading's underline of any length are what they were", () => {
  const place = document.createElement("div");
  const options = { base: null, headingLevel: 3, done: "Done", open: "Not done", image: "Image:" } as const;
  place.innerHTML = renderMarkdown(`a\n${"-".repeat(60)}\n\n${"*".repeat(60)}\n\n|a|\n|${"-".repeat(60)}|\n`, options);
  expect([...place.querySelectorAll("h3, hr, table")].map(({ tagName }) => tagName)).toEqual(["H3", "HR", "TABLE"]);
  // Emphasis and links of a normal text are unchanged.
  place.innerHTML = renderMarkdown("- *a* **b** [c](https://c.example)\n".repeat(100), options);
  expect(place.querySelectorAll("em, strong, a")).toHaveLength(300);
});
