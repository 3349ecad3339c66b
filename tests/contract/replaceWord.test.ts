import { describe, expect, it } from "vitest";
import { replaceWord } from "../../contract/query/replaceWord.ts";

describe("replacing a word of a query", () => {
  it.each([
    ["redirct cookie", "redirct", "redirect", "redirect cookie"],
    ["Redirct OR -redirct", "redirct", "redirect", "redirect OR -redirect"],
    ["path:redirct redirct", "redirct", "redirect", "path:redirct redirect"],
    ['"a redirct" x', "redirct", "redirect", '"a redirct" x'],
    ["/redirct.*/ x", "redirct", "redirect", "/redirct.*/ x"],
    ["İstanbul-teh", "teh", "the", "İstanbul-the"],
    ["tehran-teh teh", "teh", "the", "tehran-the the"],
    ["openTeh", "teh", "the", "openthe"],
    ["$a", "a", "$&", "$$&"],
    ["nothing here", "redirct", "redirect", "nothing here"],
  ])("changes %j to %4$j", (q, word, by, changed) => {
    expect(replaceWord(q, word, by)).toBe(changed);
  });

  it("changes phrases where they are named", () => {
    expect(replaceWord('"a redirct" lang:redirct', "redirct", "redirect", ["word", "phrase"])).toBe(
      '"a redirect" lang:redirct',
    );
  });
});
