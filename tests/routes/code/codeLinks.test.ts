import { describe, expect, test } from "vitest";
import type { GraphNode } from "../../../contract/code/graph.ts";
import { nodeTarget } from "../../../src/routes/graph/nodeTarget.ts";
import { hrefTo } from "../../../src/routes/paths.ts";

const node = (own: Partial<GraphNode>): GraphNode => ({
  kind: "file",
  id: "",
  source: "r1",
  path: "src/a b.ts",
  title: "src/a b.ts",
  key: null,
  address: null,
  line: null,
  url: null,
  state: null,
  at: null,
  ...own,
});

describe("a place of code leads to the code page", () => {
  test("with its revision and its lines", () => {
    expect(hrefTo.codeAt("tern", { source: "r1", path: "src/a b.ts", revision: "v1.0", line: 3, lastLine: 9 })).toBe(
      "/projects/tern/code/r1/-/src/a%20b.ts?rev=v1.0#L3-L9",
    );
  });

  test.each([
    ["a file of the graph", node({}), "/projects/tern/code/r1/-/src/a%20b.ts"],
    [
      "a function of the graph",
      node({ kind: "function", id: "Route.match", line: 12 }),
      "/projects/tern/code/r1/-/src/a%20b.ts#L12",
    ],
    [
      "a page of a wiki, which is a document",
      node({ kind: "page" }),
      "/projects/tern/documents?source=r1&path=src%2Fa+b.ts",
    ],
  ])("%s", (_name, one, href) => {
    expect(nodeTarget("tern", one)).toEqual({ href, isExternal: false });
  });
});
