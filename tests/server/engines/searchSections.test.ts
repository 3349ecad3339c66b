import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { search } from "../../../server/engines/search/search.ts";
import { searchPlaces } from "../../../server/engines/search/searchPlaces.ts";
import { namesTask } from "../../../server/engines/search/query/namesTask.ts";
import { projectIndex } from "./projectIndex.ts";

const line = (word: string): string => `${word} is described here in a few words.\n`;
const files = {
  "docs/deployment.md":
    "# Deployment\n\nHow a server is installed.\n\n## Behind a proxy\n\n" +
    "Set the forwarded header, so that addresses of clients are known.\n\n" +
    "```sh\n# behind a wall\nexport FORWARDED=1\n```\n\n## Certificates\n\nThey are renewed.\n",
  "docs/faq.rst": `Questions\n=========\n\n${line("Nothing")}\nSlow starts\n~~~~~~~~~~~\n\n${line("Warming")}`,
  "src/proxy.ts":
    "/** A proxy for requests. */\nexport function makeProxy(target: string): string {\n" +
    "  const behind = target;\n  return `proxy behind ${behind}`;\n}\n",
  "src/clients.ts":
    "export function addressOfClient(header: string): string {\n  return header.split(',')[0] ?? '';\n}\n" +
    "export function renewCertificate(name: string): string {\n  return name;\n}\n",
};

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex([{ message: "Proxy", files }], () => []);
});
afterAll(() => {
  sample.remove();
});

const results = (q: string): string[] => search(sample.index, { q }).results.map(({ path }) => path ?? "");

describe("in a list of all kinds", () => {
  test("the page whose heading the query is ranks before code with the same words", () => {
    expect(results("behind a proxy")[0]).toBe("docs/deployment.md");
    expect(searchPlaces(sample.index, "behind a proxy", 5)[0]).toMatchObject({ path: "docs/deployment.md", line: 5 });
  });

  test("a function of the name ranks before the page that mentions it", () => {
    expect(results("make proxy")[0]).toBe("src/proxy.ts");
    expect(searchPlaces(sample.index, "address of client", 5)[0]).toMatchObject({ path: "src/clients.ts", line: 1 });
  });

  test("each matching section of a page is a place", () => {
    const lines = searchPlaces(sample.index, "server certificates header", 10)
      .filter(({ path }) => path === "docs/deployment.md")
      .map(({ line: at }) => at);
    expect(lines.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 5, 14]);
  });

  test("headings of reStructuredText count as those of Markdown", () => {
    expect(searchPlaces(sample.index, "slow starts", 5)[0]).toMatchObject({ path: "docs/faq.rst", line: 6 });
  });
});

describe("a query that begins with a task", () => {
  test.each(["Writing a dataset", "running tests", " Nesting a schema within itself"])("is recognized: %s", (text) => {
    expect(namesTask(text)).toBe(true);
  });

  test.each([
    "writing",
    "string format",
    "Something else",
    "logging handler",
    "missing key error",
    "bring",
    "Writes a dataset",
    "",
    "ing x",
  ])("is none: %j", (text) => {
    expect(namesTask(text)).toBe(false);
  });

  test("ranks a page before code that has the same words in the same number", () => {
    const kinds = (text: string): string[] =>
      searchPlaces(sample.index, text, 10).map(({ path }) => (path.startsWith("docs/") ? "page" : "code"));
    expect(kinds("renewal of clients of certificates")[0]).toBe("code");
    expect(kinds("renewing certificates of clients")[0]).toBe("page");
  });
});

test("the parts of a score add up to it", () => {
  const { results } = search(sample.index, { q: "proxy clients header" });
  expect(results.length).toBeGreaterThan(0);
  for (const { score, parts } of results)
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
});
