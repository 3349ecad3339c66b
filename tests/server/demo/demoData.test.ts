import { describe, expect, test } from "vitest";
import { loadDemoData, readIssue } from "../../../server/demo/data/demoData.ts";
import { startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import { loadGithubDescription } from "./openApi.ts";

describe("an issue's file", () => {
  const text = `---
title: Search: forgets words
author: ada
labels: bug, area: search
assignees: grace, ada
opened: 3 09:20
closed: 5 10:00 grace completed
---

First line.

--- not a comment
--- grace 4 11:00
Same here.
`;

  test("gives the head, the text and the comments", () => {
    expect(readIssue(7, text)).toMatchObject({
      number: 7,
      title: "Search: forgets words",
      body: "First line.\n\n--- not a comment",
      author: "ada",
      labels: ["bug", "area: search"],
      assignees: ["grace", "ada"],
      state: "closed",
      stateReason: "completed",
      closedBy: "grace",
      createdAt: "2026-05-28T09:20:00Z",
      updatedAt: "2026-05-30T10:00:00Z",
      comments: [{ id: 701, author: "grace", body: "Same here.", createdAt: "2026-05-29T11:00:00Z" }],
    });
  });

  test.for([
    ["no head", "text", /no head/],
    ["no author", text.replace("author: ada\n", ""), /no author/],
    ["a wrong time", text.replace("3 09:20", "yesterday"), /Not a day and a time/],
    ["an unknown way of closing", text.replace("completed", "done"), /how it was closed/],
  ] as const)("with %s is refused", ([, wrong, message]) => {
    expect(() => readIssue(7, wrong)).toThrow(message);
  });
});

describe("the demo's tracker", () => {
  const data = loadDemoData();
  const issues = data.issues.filter(({ isPullRequest }) => !isPullRequest);

  test("holds at least sixty issues, numbered without a gap, open and closed", () => {
    expect(issues.length).toBeGreaterThanOrEqual(60);
    expect(data.issues.map(({ number }) => number)).toEqual(data.issues.map((_, index) => index + 1));
    expect(new Set(issues.map(({ state }) => state))).toEqual(new Set(["open", "closed"]));
  });

  test("has its events in a possible order", () => {
    const opened = data.issues.map(({ createdAt }) => createdAt);
    expect(opened).toEqual(opened.toSorted());
    for (const { number, createdAt, closedAt, comments } of data.issues) {
      const times = [createdAt, ...comments.map((comment) => comment.createdAt)];
      expect(times, `issue ${number}`).toEqual(times.toSorted());
      expect(closedAt === null || closedAt >= createdAt, `issue ${number}`).toBe(true);
    }
  });

  test("knows every account and label that an issue names, and refers to issues that were there", () => {
    const logins = new Set(data.users.map(({ login }) => login));
    const labels = new Set(data.labels.map(({ name }) => name));
    for (const issue of data.issues) {
      const people = [issue.author, issue.closedBy, ...issue.assignees, ...issue.comments.map(({ author }) => author)];
      expect(people.filter((login) => login && !logins.has(login))).toEqual([]);
      expect(issue.labels.filter((label) => !labels.has(label))).toEqual([]);
      const said = [issue.body, ...issue.comments.map(({ body }) => body)].join("\n");
      const named = [...said.matchAll(/(?:^|[\s(])#(\d+)/g)].map((match) => Number(match[1]));
      expect(named.filter((number) => number < 1 || number > data.issues.length)).toEqual([]);
    }
  });

  test("is answered as GitHub describes it, page by page", async () => {
    const host = await startGithubHost({ data });
    try {
      const description = loadGithubDescription();
      for (const [path, described] of [
        ["/repos/clew/clew", "/repos/{owner}/{repo}"],
        ["/repos/clew/clew/issues?state=all&per_page=100", "/repos/{owner}/{repo}/issues"],
        ["/repos/clew/clew/issues/comments?per_page=100", "/repos/{owner}/{repo}/issues/comments"],
      ] as const) {
        const validate = description(described, 200);
        validate(await (await fetch(host.url + path)).json());
        expect(validate.errors ?? [], path).toEqual([]);
      }
    } finally {
      await host.stop();
    }
  });
});
