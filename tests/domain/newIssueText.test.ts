import { expect, test } from "vitest";
import { newIssueText, plainQuery } from "../../src/domain/newIssueText.ts";

const WORDS = { files: "Likely place", people: "People", similar: "Similar" };

test("the report comes first, and what was found out about it below", () => {
  const files = [{ path: "src/search.ts", line: 12 }];
  const similar = [{ title: "#7 Slow", url: "https://example.org/7" }];
  const text = newIssueText({ text: "It is slow.\n", files, people: ["Ada"], similar }, WORDS);
  expect(text).toBe(
    "It is slow.\n\n---\n\n**Likely place**\n\n- `src/search.ts:12`\n\n**People**\n\n- Ada\n\n**Similar**\n\n- [\\#7 Slow](<https://example.org/7>)",
  );
  expect(newIssueText({ text: "Alone", files: [], people: [], similar: [] }, WORDS)).toBe("Alone");
});

test("texts of others mention no one, are no markup, and lead to no other place", () => {
  const people = ["@everyone", "Ada\n/close"];
  const similar = [{ title: "x](https://evil.example) <img src=a>", url: "https://example.org/>)" }];
  const text = newIssueText({ text: "", files: [{ path: "a`b\n/close", line: null }], people, similar }, WORDS);
  expect(text).not.toContain("@everyone");
  expect(text).not.toMatch(/^\/close/m);
  // A backslash before the sign makes it a character.
  expect(text).not.toMatch(/(?<!\\)\]\(https:\/\/evil/);
  expect(text).not.toMatch(/(?<!\\)<img/);
  expect(text).toContain("(<https://example.org/%3E)>)");
  const script = [{ title: "#7 Slow", url: "javascript:alert(1)" }];
  expect(newIssueText({ text: "", files: [], people: [], similar: script }, WORDS)).not.toContain("javascript:");
});

test("the words of a text are a search without syntax", () => {
  expect(plainQuery('label:"a" -(Search) is slow ~2')).toBe("label Search slow");
});
