/** `find_symbol` where the search has more results than it lists: an answer never ends as if it were whole. */
import { expect, test } from "vitest";
import { codeResult, searchAnswer } from "../../fixtures/search.ts";
import { askOver } from "./draftedAnswers.ts";

const symbol = (title: string, at: number) =>
  codeResult({ id: `s-${at}`, kind: "symbol", title, path: `src/file${at}.ts`, line: 1 });

/** As the call answers: the best hundred of all that match by name, path or text. */
const answerOf = (named: number, fetched: number, total: number) =>
  searchAnswer({
    results: Array.from({ length: fetched }, (_, at) => symbol(at < named ? `client${at}` : `other${at}`, at)),
    total,
    missing: [],
    reinterpreted: [],
  });

test("a page after the last one that is listed reports that there may be more", async () => {
  const answers = { searchProject: answerOf(40, 100, 150) };
  const seen: (string | null)[] = [];
  let offset = 0;
  for (let page = 0; page < 5; page++) {
    const { next } = await askOver(answers, "find_symbol", { name: "client", offset });
    seen.push(next);
    const [, further] = /offset=(\d+)/.exec(next ?? "") ?? [];
    if (further === undefined) break;
    offset = Number(further);
  }
  expect(offset).toBeLessThan(40);
  expect(seen.at(-1)).toMatch(/^More results are not listed: narrow the query/);
});

test("where all results were read, their number is that of the named ones, and the end is the end", async () => {
  const { data, next } = await askOver({ searchProject: answerOf(3, 20, 20) }, "find_symbol", { name: "client" });
  expect([data["total"], next]).toEqual([3, null]);
});
