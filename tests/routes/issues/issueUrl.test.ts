import { expect, test } from "vitest";
import { issueUrlQuery, issueDataKey, issuesQuery, readIssueUrl } from "../../../src/routes/issues/issueUrl.ts";
import { hrefTo } from "../../../src/routes/paths.ts";

const read = (search: string) => readIssueUrl(new URLSearchParams(search));

test("an address comes back as it was written", () => {
  const search =
    "q=lost+cursor&state=all&label=bug&label=a+b%26c&assignee=none&author=jw&tracker=t-1&created=2026-09-05..2026-11-27&updated=..2026-10-29&bots=no&sort=-comments&column=key&column=title&peek=i-1&selected=i-2&selected=i-3";
  const href = hrefTo.issues("atlas", issueUrlQuery(read(search)));
  expect(href).toBe(`/projects/atlas/issues?${search}`);
});

test("what is as it always is stays out of the address", () => {
  expect(hrefTo.issues("atlas", issueUrlQuery(read("")))).toBe("/projects/atlas/issues");
  expect(hrefTo.issues("atlas", issueUrlQuery(read("state=open")))).toBe("/projects/atlas/issues");
});

test("drops unknown values, and always includes the title as a column", () => {
  const address = read("state=exploded&sort=magic&column=nothing&column=state&label=bug&label=bug");
  expect(address.filter.state).toBe("open");
  expect(read("created=yesterday&closed=..&bots=yes").filter).toEqual(read("").filter);
  expect(address.sort).toBe("-updated_at");
  expect(address.columns).toEqual(["title", "state"]);
  expect(address.filter.labels).toEqual(["bug"]);
});

test("lists that are too long for the host are cut", () => {
  const many = Array.from({ length: 300 }, (_, at) => `label=l${at}&selected=i${at}`).join("&");
  expect(read(many).filter.labels).toHaveLength(100);
  expect(read(many).selected).toHaveLength(100);
});

test("the host is asked only for what narrows and orders", () => {
  expect(issuesQuery(read("q=%20&state=closed&peek=i-1&column=key"))).toEqual({
    state: ["closed"],
    sort: "-updated_at",
  });
  expect(issuesQuery(read("state=all&closed=2026-11-01..&bots=no"))).toEqual({
    closed: "2026-11-01..",
    bots: "no",
    sort: "-updated_at",
  });
});

test("the list opens with the open issues", () => {
  expect(issuesQuery(read(""))).toEqual({ state: ["open"], sort: "-updated_at" });
});

test("preview, marks and columns are no new question", () => {
  const key = (search: string) => issueDataKey(new URLSearchParams(search));
  expect(key("state=open&peek=i-1&selected=i-2&column=key")).toBe(key("state=open"));
  expect(key("state=open")).not.toBe(key("state=closed"));
});
