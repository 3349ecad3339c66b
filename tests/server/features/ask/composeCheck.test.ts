/** The text of a report on a request: what others have written is no markup, and what not everyone may read is counted. */
import { expect, test } from "vitest";
import { sharedFindings, writeCheck } from "../../../../server/features/checks/composeCheck.ts";
import { plainCodeSpan } from "../../../../server/features/checks/plainCodeSpan.ts";
import { requestFindings } from "../../../fixtures/requests.ts";

test("a code span ends where its text does", () => {
  expect(plainCodeSpan("a`b``c")).toBe("``` a`b``c ```");
  expect(plainCodeSpan("a\n\n# b\u202e")).toBe("` a # b `");
  expect(plainCodeSpan("x".repeat(500))).toHaveLength(204);
});

test("what not everyone at the repository may read is counted, and not named", () => {
  const findings = requestFindings({ source: "repository-1" });
  const [reviewer] = findings.reviewers;
  const elsewhere = reviewer && {
    ...reviewer,
    functions: [],
    reasons: [{ code: "similar" as const, points: 1, evidence: [] }],
  };
  const secret = requestFindings({ source: "repository-1", reviewers: elsewhere ? [elsewhere] : [], missing: [] });
  const { summary, title } = writeCheck(sharedFindings(secret, new Set()), "EN");
  expect(title).toBe("More in Clew");
  expect(summary).toMatch(/^2 more findings name something/);
  for (const name of ["Elif", "Cursors", "Reading", "cursor is read twice"]) expect(summary).not.toContain(name);
  const open = writeCheck(sharedFindings({ ...findings, source: "wiki-1" }, new Set(["i-7"])), "TR").summary;
  for (const name of ["Elif", "Reading/Cursors", "cursor is read twice"]) expect(open).toContain(name);
  expect(findings.reviewers[0]?.load).toBe(2);
  expect(open).toContain("2 inceleme bekliyor");
});

test("a check without findings names what was looked at, and why not more", () => {
  const nothing = { reviewers: [], issues: [], missing: [], pages: [] };
  const written = (part: Parameters<typeof requestFindings>[0]) =>
    writeCheck(sharedFindings(requestFindings({ ...nothing, ...part }), new Set()), "EN");
  expect(written({})).toMatchObject({
    title: "Nothing to report",
    summary: expect.stringMatching(/^2 changed files were compared/),
    findings: [],
  });
  // Of a fork that is not read yet, the host lists names alone.
  expect(written({ has_lines: false }).summary).toContain("Only the names of the changed files are known");
  expect(written({ status: "unindexed" }).summary).toContain("is not indexed in its project");
  expect(written({ status: "unavailable" }).summary).toContain("its branch was replaced");
});
