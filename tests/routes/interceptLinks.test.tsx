import { expect, test } from "vitest";
import { internalTarget } from "../../src/routes/addresses/interceptLinks.ts";
import { hrefTo } from "../../src/routes/paths.ts";
import { mailTo } from "../../src/routes/support/mailTo.ts";

const target = (html: string): string | null => {
  document.body.innerHTML = html;
  const url = internalTarget(document.body.querySelector("a > *, a, span"), window.location);
  return url && url.pathname + url.search + url.hash;
};

test.each([
  ['<a href="/projects?tab=1#x">x</a>', "/projects?tab=1#x"],
  ['<a href="/projects"><b>inside</b></a>', "/projects"],
  ['<a href="?tab=people">x</a>', "/?tab=people"],
  ['<a href="#main">an anchor on this page</a>', null],
  ['<a href="https://elsewhere.example/projects">x</a>', null],
  ['<a href="/projects" target="_blank">x</a>', null],
  ['<a href="/report.csv" download>x</a>', null],
  ['<a href="/api/v1/insights/export/">x</a>', null],
  ['<a href="/apiary">x</a>', "/apiary"],
  ['<a href="mailto:a@b.example">x</a>', null],
  ["<span>no link</span>", null],
])("%s leads to %s", (html, expected) => {
  expect(target(html)).toBe(expected);
});

test("addresses carry what they are given, escaped, and leave out what is empty", () => {
  expect(hrefTo.projectTab("a b/c", "documents", { q: "x&y=ğ", empty: "", none: null, kind: ["code", "issue"] })).toBe(
    "/projects/a%20b%2Fc/documents?q=x%26y%3D%C4%9F&kind=code&kind=issue",
  );
  expect(hrefTo.issue("atlas", "i/1")).toBe("/projects/atlas/issues/i%2F1");
});

test("a mail's address escapes its parts and breaks lines as mail does", () => {
  expect(mailTo({ to: "help@clew.example", subject: "A & B", body: "one\ntwo" })).toBe(
    "mailto:help@clew.example?subject=A%20%26%20B&body=one%0D%0Atwo",
  );
});
