import { expect, test } from "vitest";
import { changedIssue } from "../../src/domain/changedIssue.ts";
import { newKey } from "../../src/domain/newKey.ts";
import { UUID_V4 } from "../../contract/constants.ts";
import { issue } from "../fixtures/issues.ts";
import { issueActions } from "../fixtures/issueWrites.ts";

const NOW = "2026-11-28T12:00:00.000Z";
const before = { ...issue(), state: "open" as const, labels: ["bug"], milestones: ["v1"], priority: "Low" };
const change = (...[given]: [Parameters<typeof changedIssue>[1]]) => changedIssue(before, given, issueActions(), NOW);

test("a change is shown in the words of the tracker", () => {
  expect(change({ action: "labels", add: ["search"], remove: ["bug"] }).labels).toEqual(["search"]);
  expect(change({ action: "milestones", add: ["v2"], remove: ["v1"] }).milestones).toEqual(["v2"]);
  expect(change({ action: "priority", from: "Low", to: "High" }).priority).toBe("High");
  expect(change({ action: "state", from: "open", to: "31", resolution: "Fixed" })).toMatchObject({
    state: "closed",
    closed_at: NOW,
  });
  expect(change({ action: "assignees", add: ["ada"], remove: [] }).assignees.at(-1)?.name).toBe("ada");
});

test("a comment is the last one, by the account that writes", () => {
  const { comments, comment_list: list } = change({ action: "comment", body: "Found it." });
  expect([comments, list.at(-1)]).toMatchObject([before.comments + 1, { body: "Found it.", author: { name: "ada" } }]);
});

test("a key is a UUID of version 4, and another one each time", () => {
  expect(newKey()).toMatch(UUID_V4);
  expect(newKey()).not.toBe(newKey());
});
