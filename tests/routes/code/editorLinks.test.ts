/** The editor extension builds addresses of the app without the app's code: they are those of the router. */
import { expect, test } from "vitest";
import { appPath } from "../../../contract/addresses/pageAddress.ts";
import { hrefTo } from "../../../src/routes/paths.ts";

test("what rows, hovers and links open has the addresses of the app", () => {
  const place = { source: "r/1", path: "src/a b&c#d/ş.ts" };
  expect(appPath("loom", { kind: "file", ...place, line: 12 })).toBe(hrefTo.codeAt("loom", { ...place, line: 12 }));
  expect(appPath("loom", { kind: "file", ...place, line: null })).toBe(hrefTo.codeAt("loom", place));
  const lines = { ...place, line: 3, lastLine: 9, revision: "c0ffee" };
  expect(appPath("loom", { kind: "file", ...lines })).toBe(hrefTo.codeAt("loom", lines));
  expect(appPath("loom", { kind: "page", ...place })).toBe(hrefTo.document("loom", place));
  expect(appPath("loom", { kind: "issue", id: "i/1", key: "#1" })).toBe(hrefTo.issue("loom", "i/1"));
  expect(appPath("loom", { kind: "request", id: "r/7" })).toBe(hrefTo.request("loom", "r/7"));
  const commit = { hash: "c0ffee", source: "r/1 &" };
  expect(appPath("loom", { kind: "commit", ...commit })).toBe(hrefTo.commit("loom", "c0ffee", { source: "r/1 &" }));
  const person = { id: "account:0123456789", name: "Ada Byron, née Şen" };
  expect(appPath("loom", { kind: "person", ...person })).toBe(hrefTo.person("loom", person));
});
