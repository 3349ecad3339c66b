/** Replies at GitLab and Jira: found by their mark and author, edited in place, and commands only of accounts that may write. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReplyWriter } from "../../../server/sources/connector/replyTypes.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { adfToMarkdown } from "../../../server/sources/providers/atlassian/adf.ts";
import { startGitlabHost } from "../../providers/gitlabHost.ts";
import { CONTEXT, startJiraDataCenterHost } from "../../providers/jiraDataCenterHost.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import { STATUSES } from "../../providers/jiraWrites.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type Work, type WorkComment, workIssue } from "../../providers/work.ts";

const TEXT = "**Likely place**\n\n- `src/a_[b].ts` ([line 3](https://h.example/a))";
const FIELDS = { status: STATUSES.todo, priority: { id: "4", name: "Low" }, fixVersions: [], issuelinks: [] };
const MARK = "5d".repeat(16);
const MARKED = { markdown: TEXT, mark: MARK };
const signal = AbortSignal.timeout(60_000);
const sources = createSources({ dataDir: "", allowedNetworks: ["127.0.0.0/8"], allowedPaths: [] });
afterAll(() => sources.close());

const HOSTS = [
  {
    provider: "gitlab",
    start: startGitlabHost,
    path: "group/thread",
    at: "group/thread",
    key: "#1",
    author: "1",
    grace: { externalId: "2", login: "grace" },
    textOf: ({ body }: WorkComment) => body,
    shown: `${TEXT}\n\n<!-- clew-reply ${MARK} -->`,
    reactions: ["thumbsup", "confused"],
  },
  {
    provider: "jira",
    start: startJiraHost,
    path: "/browse/ABC",
    at: "browse/ABC",
    key: "ABC-1",
    author: "acc-0",
    grace: { externalId: "acc-1", login: "grace" },
    textOf: ({ document }: WorkComment) => adfToMarkdown(document).trim(),
    shown: "**Likely place**\n\n- `src/a_[b].ts` ([line 3](<https://h.example/a>))",
    reactions: [],
  },
  {
    provider: "jira",
    start: (work: Work) => startJiraDataCenterHost(work, { fieldsOf: ({ fields }) => fields ?? {} }),
    path: "/browse/ABC",
    at: `${CONTEXT.slice(1)}/browse/ABC`,
    key: "ABC-1",
    author: "ada",
    grace: { externalId: "h/JIRAUSER10101", login: "grace" },
    textOf: ({ body }: WorkComment) => body,
    shown: "*Likely place*\n\n* {{src/a_\\[b\\].ts}} ([line 3|https://h.example/a])",
    reactions: [],
  },
] as const;

describe.each(HOSTS)(
  "$provider at $author",
  ({ provider, start, path, at, key, author, grace, textOf, shown, reactions }) => {
    const work: Work = {
      projectId: provider === "gitlab" ? 77 : 10_000,
      path,
      token: "t-ada",
      issues: [],
      requests: [],
      pages: [],
    };
    let host: RestHost;
    let replies: ReplyWriter;
    let comments: WorkComment[];
    const issue = { externalId: "501", key };
    beforeAll(async () => {
      host = await start(work);
    });
    afterAll(() => host.stop());
    beforeEach(() => {
      comments = [];
      work.issues = [workIssue(1, { id: 501, comments, fields: provider === "jira" ? FIELDS : {} })];
      delete work.levels;
      const credential = { token: "t-ada", origin: host.url };
      const writer = sources.openWriter({ provider, url: `${host.url}/${at}`, credential });
      if (!writer) throw new Error("There is no writer.");
      ({ replies } = writer);
    });

    test("a reply is posted once, found again, and edited in place", async () => {
      expect(await replies.find(issue, { author, mark: MARK }, signal)).toBeNull();
      const id = await replies.post(issue, MARKED, signal);
      expect(comments.map(textOf)).toEqual([shown]);
      expect([
        await replies.find(issue, { author, mark: MARK }, signal),
        await replies.find(issue, { author: "another", mark: MARK }, signal),
      ]).toEqual([id, null]);
      expect(await replies.edit(issue, id, { ...MARKED, markdown: "Other" }, signal)).toBe(true);
      expect([comments.length, comments.map(textOf)[0]?.startsWith("Other")]).toEqual([1, true]);
      expect(await replies.find(issue, { author, mark: MARK }, signal)).toBe(id);
      comments.length = 0;
      expect(await replies.edit(issue, id, MARKED, signal)).toBe(false);
      expect(comments).toEqual([]);
    });

    test("the oldest is the original of all copies, and one of another issue is none", async () => {
      const id = await replies.post(issue, MARKED, signal);
      await replies.post(issue, MARKED, signal);
      await replies.post(issue, { markdown: TEXT, mark: "0".repeat(32) }, signal);
      expect(await replies.find(issue, { author, mark: MARK }, signal)).toBe(id);
      expect(await replies.find(issue, { author, mark: "1".repeat(32) }, signal)).toBeNull();
    });

    test("an issue that is gone takes no reply", async () => {
      work.issues = [];
      await expect(replies.post(issue, MARKED, signal)).rejects.toMatchObject({ code: "not_found" });
    });

    test("who may write is what the host answers", async () => {
      // Jira answers only administrators, and the host of the tests knows no level yet.
      expect(await replies.mayWrite(issue, grace, signal)).toBe(provider === "jira" ? null : false);
      work.levels = { grace: 30, linus: 20 };
      expect(await replies.mayWrite(issue, grace, signal)).toBe(true);
      work.levels = { [provider === "gitlab" ? "grace" : "linus"]: 20 };
      expect(await replies.mayWrite(issue, grace, signal)).toBe(false);
      expect(await replies.mayWrite(issue, { externalId: "../1", login: "" }, signal)).toBe(false);
    });

    test("a command is answered by a reaction where the host has them", async () => {
      const id = await replies.post(issue, MARKED, signal);
      await replies.acknowledge(issue, id, true, signal);
      await replies.acknowledge(issue, id, false, signal);
      expect(comments[0]?.reactions ?? []).toEqual(reactions);
    });
  },
);
