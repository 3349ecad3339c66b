/** The cells of an exported search hold text of repositories and issues, which is not trusted. */
import { expect, test } from "vitest";
import { searchCsv } from "../../../../server/features/search/searchCsv.ts";
import { codeResult } from "../../../fixtures/search.ts";

const csvOf = (text: string, part: Parameters<typeof codeResult>[0] = {}): string =>
  searchCsv([codeResult({ snippet: [{ text, match: false }], ...part })], new Map([["r-atlas", "=1+1"]]));
/** The last cell of the only row. */
const lastCell = (csv: string): string => /,("(?:[^"]|"")*"|[^,"]*)\r\n$/.exec(csv)?.[1] ?? "";

test.each(["=cmd|' /C calc'!A1", "+1+cmd", "-2+3", "@SUM(A1)", "\t=1+1", "＝1+1"])(
  "a text like the formula %j is a text in a spreadsheet",
  (formula) => {
    expect(lastCell(csvOf(formula)).replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

test("quotes and line ends of a text stay in its cell", () => {
  expect(lastCell(csvOf('a "b",\r\n=c'))).toBe('"a ""b"",\r\n=c"');
});

test.each(["title", "path", "author"] as const)("a hostile %s is a text in a spreadsheet", (name) => {
  const csv = csvOf("text", { [name]: '=HYPERLINK("https://evil.example","x")' });
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
});
