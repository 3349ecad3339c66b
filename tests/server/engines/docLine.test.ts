import { describe, expect, it } from "vitest";
import { firstDocLine } from "../../../server/engines/search/results/docLine.ts";

/** Splits a source at the line with `NAME`. */
const docOf = (source: string): string | null => {
  const lines = source.split("\n");
  const at = lines.findIndex((line) => line.includes("NAME"));
  return firstDocLine(lines.slice(0, at), lines.slice(at));
};

describe("the first line of a definition's documentation", () => {
  it.each([
    ["JavaScript", "/**\n * Parses an address.\n * @param text x\n */\nfunction NAME(text) {", "Parses an address."],
    ["one line", "/** Parses an address. */\nexport const NAME = 1;", "Parses an address."],
    ["Rust", "/// Parses an address.\n///\n/// # Errors\n#[must_use]\npub fn NAME() {", "Parses an address."],
    ["Go", "// It parses an address.\nfunc NAME() {", "It parses an address."],
    [
      "Java",
      "  /**\n   * Parses an address.\n   */\n  @Override\n  @Nullable\n  public int NAME() {",
      "Parses an address.",
    ],
    ["Python", '@cached\ndef NAME(a):\n    """Parses an address.\n\n    More.\n    """', "Parses an address."],
    [
      "Python, below a long signature",
      'def NAME(\n    a: int,\n    b=1,\n) -> str:\n    """\n    Parses it.\n    """',
      "Parses it.",
    ],
    ["Ruby", "# Parses an address.\n# @return [Hash]\ndef NAME", "Parses an address."],
    ["SQL", "-- Parses an address.\ncreate function NAME()", "Parses an address."],
  ])("is found in %s", (_, source, doc) => {
    expect(docOf(source)).toBe(doc);
  });

  it.each([
    ["nothing", "const a = 1;\nfunction NAME() {"],
    ["a comment that a blank line separates", "// Of the file.\n\nfunction NAME() {"],
    ["tags alone", "/**\n * @deprecated\n */\nfunction NAME() {"],
    ["a suppression", "// eslint-disable-next-line x\nfunction NAME() {"],
    ["a shebang", "#!/bin/sh\nNAME() {"],
    ["the comment of another statement", 'def NAME(a):\n    b = 1\n    """Not this."""'],
    ["a rule of characters", "// ---------\nfunction NAME() {"],
  ])("is null for %s", (_, source) => {
    expect(docOf(source)).toBeNull();
  });
});
