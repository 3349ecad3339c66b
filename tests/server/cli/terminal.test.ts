/** Output for terminals: foreign text cannot contain control sequences. */
import { describe, expect, test } from "vitest";
import { codeLine, similarLines, withMatches } from "../../../server/cli/presentAnswers.ts";
import { shown, shownCode } from "../../../server/cli/terminal.ts";

const ORDERS = /(?!\n)[\p{Cc}\p{Cf}]/u;
const HOSTILE = "\u001b]0;owned\u0007 \u001b[2J\u001b[31mred\u202e \u200bhidden\r\nnext\u0000";

describe("a line of code", () => {
  test("has its number, and the words of the question are highlighted where colours are on", () => {
    const { FORCE_COLOR, NO_COLOR } = process.env;
    try {
      delete process.env["NO_COLOR"];
      process.env["FORCE_COLOR"] = "1";
      expect(withMatches("  editDistance(a)", "Distance of a")).toContain("  edit\u001b[1m\u001b[31mDistance\u001b");
      delete process.env["FORCE_COLOR"];
      process.env["NO_COLOR"] = "1";
      expect(codeLine(7, withMatches("  editDistance(a)\u001b[2J", "distance"))).toBe("        7:   editDistance(a)");
    } finally {
      restore("FORCE_COLOR", FORCE_COLOR);
      restore("NO_COLOR", NO_COLOR);
    }
  });
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

describe("others' words", () => {
  test("lose what a terminal would obey and what cannot be seen, and keep what was meant", () => {
    expect(shown(HOSTILE)).toBe("red hidden next");
    expect(shownCode("\tif (ş) {\u001b[2K}")).toBe("  if (ş) {}");
    expect(shown("İstanbul 語 🧶")).toBe("İstanbul 語 🧶");
  });

  test("and so in every line", () => {
    const at = "2026-01-01T00:00:00Z";
    const issue = {
      id: "1",
      key: "#1",
      address: "1",
      title: HOSTILE,
      state: "open" as const,
      project: "p",
      tracker: "t",
      url: "https://example.org",
      author: null,
      assignees: [],
      labels: [],
      created_at: at,
      updated_at: at,
      closed_at: null,
      comments: 0,
    };
    const fix = { repository: "r", hash: "0123456789abcdef", title: HOSTILE, at };
    const lines = similarLines(
      [
        {
          issue,
          score: 0.5,
          is_duplicate: true,
          is_marked: false,
          terms: [HOSTILE],
          labels: [],
          files: [],
          fixes: [fix],
        },
      ],
      5,
    );
    expect(lines).toHaveLength(3);
    expect(lines.join("\n")).not.toMatch(ORDERS);
  });
});
