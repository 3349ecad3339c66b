/** The description of GitHub's REST API still refuses what does not fit it. */
import { expect, test } from "vitest";
import { loadGithubDescription } from "./openApi.ts";

const description = loadGithubDescription();

test("an answer that lacks a field, or has one of another type, is refused", () => {
  const validate = description("/repos/{owner}/{repo}/milestones", 200);
  const creator = null;
  const milestone = {
    url: "https://api.github.com/repos/ada/thread/milestones/1",
    html_url: "https://github.com/ada/thread/milestone/1",
    labels_url: "https://api.github.com/repos/ada/thread/milestones/1/labels",
    id: 1,
    node_id: "M1",
    number: 1,
    state: "open",
    title: "First",
    description: null,
    creator,
    open_issues: 1,
    closed_issues: 0,
    created_at: "2026-05-01T00:00:00Z",
    updated_at: "2026-05-01T00:00:00Z",
    closed_at: null,
    due_on: null,
  };
  expect(validate([milestone])).toBe(true);
  const { title: _, ...untitled } = milestone;
  for (const wrong of [
    untitled,
    { ...milestone, number: "1" },
    { ...milestone, state: "half" },
    { ...milestone, created_at: "yesterday" },
    { ...milestone, creator: {} },
  ]) {
    expect([wrong, validate([wrong])]).toEqual([wrong, false]);
  }
});

test("what a field of that name refers to is checked too", () => {
  const validate = description("/repos/{owner}/{repo}/issues/{issue_number}/labels", "body", "post");
  expect(validate({ labels: ["bug"] })).toBe(true);
  expect(validate({ labels: [1] })).toBe(false);
});

test("a call that was not taken is named", () => {
  expect(() => description("/repos/{owner}/{repo}/issues", 418)).toThrow("does not take 418 of get");
});
