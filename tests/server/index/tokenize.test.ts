import { describe, expect, test } from "vitest";
import { normalizeIdentifier, normalizeProse } from "../../../server/index/text/normalizeText.ts";
import { scanTokens, splitIdentifier, termsOf, termsOfText } from "../../../server/index/text/tokenize.ts";

describe("an identifier is split into its words", () => {
  test.each([
    ["getUserId", ["get", "User", "Id"]],
    ["parseHTTPResponse2", ["parse", "HTTP", "Response", "2"]],
    ["snake_case_name", ["snake", "case", "name"]],
    ["SCREAMING_SNAKE", ["SCREAMING", "SNAKE"]],
    ["utf8Decoder", ["utf", "8", "Decoder"]],
    ["XMLHttpRequest", ["XML", "Http", "Request"]],
    ["__init__", ["init"]],
    ["$scope", ["scope"]],
    ["simple", ["simple"]],
    ["çokGüzelİsim", ["çok", "Güzel", "İsim"]],
    ["HTTP", ["HTTP"]],
    ["a", ["a"]],
  ])("%s", (token, words) => {
    expect(splitIdentifier(token)).toEqual(words);
  });
});

describe("a token becomes a whole name and stems", () => {
  test.each([
    ["getUserIds", "getuserids", ["get", "user", "id"]],
    ["connections", "connections", ["connect"]],
    ["connecting", "connecting", ["connect"]],
    ["INIT", "init", ["init"]],
    ["_private", "private", ["privat"]],
    ["i", "", []],
    ["x2", "x2", []],
    ["404", "404", ["404"]],
  ])("%s", (token, fullTerm, stems) => {
    expect(termsOf(token)).toEqual({ fullTerm, stems });
  });
});

describe("a text is cut into tokens", () => {
  test.each([
    ["user.name = getName()", ["user", "name", "getName"]],
    ["data-test-id", ["data", "test", "id"]],
    ["tab\tand\nnewline", ["tab", "and", "newline"]],
    ["naïve café", ["naïve", "café"]],
    ["emoji 🙂 between", ["emoji", "between"]],
    ["", []],
    ["$_ok", ["$_ok"]],
  ])("%s", (text, tokens) => {
    const found: string[] = [];
    scanTokens(text, (token) => found.push(token));
    expect(found).toEqual(tokens);
  });

  test("offsets point at the tokens", () => {
    const text = "a quick_brown  fox";
    scanTokens(text, (token, at) => {
      expect(text.slice(at, at + token.length)).toBe(token);
    });
  });

  test("a run that is too long to be a name is left out", () => {
    expect(termsOfText(`before ${"x".repeat(65)} after`).map(({ fullTerm }) => fullTerm)).toEqual(["before", "after"]);
  });
});

describe("Turkish and English letters meet in prose and stay apart in identifiers", () => {
  test.each([
    ["İSTANBUL", "istanbul"],
    ["ISTANBUL", "istanbul"],
    ["ıstanbul", "istanbul"],
    ["güncelle", "guncelle"],
    ["ŞİFRE", "sifre"],
    ["café", "cafe"],
  ])("prose %s", (word, folded) => {
    expect(normalizeProse(word)).toBe(folded);
  });

  test("an identifier keeps its letters and is lowered without a locale", () => {
    expect(normalizeIdentifier("INIT")).toBe("init");
    expect(normalizeIdentifier("ışık")).toBe("ışık");
    expect(normalizeIdentifier("ışık")).not.toBe(normalizeIdentifier("isik"));
  });
});
