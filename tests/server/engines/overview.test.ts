import { describe, expect, test } from "vitest";
import { trendOf } from "../../../server/engines/overview/pulse.ts";
import { readmeLead } from "../../../server/engines/overview/readmeLead.ts";

const even = (count: number): number[] => Array.from({ length: 12 }, () => count);

describe("a trend", () => {
  test.each([
    ["twice as many in every week", even(5), even(10), "up"],
    ["half as many in every week", even(10), even(5), "down"],
    ["no change", even(5), even(5), null],
    ["a difference within the variation of single weeks", [0, 20, 0, 1, 18, 0, 2, 0, 25, 0, 0, 3], even(8), null],
    ["one burst", even(1), [...even(1).slice(1), 30], null],
    ["too few to tell", even(0), [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0], null],
    ["nothing at all", even(0), even(0), null],
  ] as const)("of %s", (_, before, after, expected) => {
    expect(trendOf(before, after)).toBe(expected);
  });
});

describe("the first paragraph of a README", () => {
  test.each([
    [
      "after headings and badges",
      "# T\n\n![a](b) [![c](d)](e)\n\nIt sends **mail** to _many_ people.\n\nMore.",
      "It sends mail to many people.",
    ],
    ["after an underlined heading", "Title\n=====\n\nIt sends mail to many people.", "It sends mail to many people."],
    [
      "in HTML",
      '<h1 align="center">T</h1>\n\n<p align="center">\n  It sends <b>mail</b> &amp; more to people.\n</p>',
      "It sends mail & more to people.",
    ],
    [
      "in reStructuredText",
      "====\nT\n====\n\n.. image:: x.png\n   :alt: many words of an image\n\nIt uses :class:`Mail` and `docs <https://x.y>`_ for people.",
      "It uses Mail and docs for people.",
    ],
    ["in AsciiDoc", "= T\n:toc: left\n\nIt sends https://x.y[mail] to *many* people.", "It sends mail to many people."],
    [
      "after a list and a fence",
      "- one item of some list\n- two\n\n```sh\nrun it now please ok\n```\n\nIt sends mail to people.",
      "It sends mail to people.",
    ],
    [
      "with names that have underscores",
      "Set `MAX_SIZE` or snake_case_name for the mail_queue here.",
      "Set MAX_SIZE or snake_case_name for the mail_queue here.",
    ],
    [
      "that is code of an attacker",
      "Hello <script>alert(1)</script> there my dear <img src=x onerror=alert(1)> reader.",
      "Hello alert(1) there my dear reader.",
    ],
    ["after front matter", "---\ntitle: a b c d e\n---\nIt sends mail to people.", "It sends mail to people."],
  ])("%s", (_, readme, expected) => {
    expect(readmeLead(readme)).toBe(expected);
  });

  test("is null where there is no prose", () => {
    expect(readmeLead("# Title\n\n![a](b)\n\nTBD\n")).toBeNull();
    expect(readmeLead("")).toBeNull();
    expect(readmeLead("<!-- never closed It sends mail to people.")).toBeNull();
  });

  test("ends with a sentence, or a whole word, within 400 characters", () => {
    const long = readmeLead(`${"It sends mail to people in towns. ".repeat(20)}`) ?? "";
    expect(long.length).toBeLessThanOrEqual(400);
    expect(long.endsWith("towns.")).toBe(true);
    expect(readmeLead(`word `.repeat(200))).toMatch(/word…$/);
  });

  test("is found in text that was made to be slow", () => {
    const evil = ["![", "[", "<a", "`", "**", "_a", "&amp"].map((part) => readmeLead(`${part.repeat(10_000)} a b c d`));
    for (const lead of evil) expect((lead ?? "").length).toBeLessThanOrEqual(401);
  });
});
