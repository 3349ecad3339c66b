/** Replies at GitLab and Jira by the account of the member who turned them on: known by what was stored, then by author and mark, never by a mark alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { startGitlabHost } from "../../../providers/gitlabHost.ts";
import { startJiraHost } from "../../../providers/jiraHost.ts";
import { STATUSES } from "../../../providers/jiraWrites.ts";
import type { RestHost, RestRequest } from "../../../providers/restHost.ts";
import { type Work, type WorkComment, workIssue } from "../../../providers/work.ts";
import { type WriteStage, startWriteStage } from "../../issueWriteStage.ts";
import { issueRow } from "../../rows.ts";

const HOSTS = [
  { provider: "gitlab", start: startGitlabHost, path: "group/thread", at: "group/thread", prefix: "#", own: "ada" },
  { provider: "jira", start: startJiraHost, path: "/browse/ABC", at: "browse/ABC", prefix: "ABC-", own: "ada" },
] as const;
const FIELDS = { status: STATUSES.todo, priority: { id: "4", name: "Low" }, fixVersions: [], issuelinks: [] };

describe.each(HOSTS)("replies at $provider by an account", ({ provider, start, path, at, prefix, own }) => {
  const work: Work = {
    projectId: provider === "gitlab" ? 77 : 10_000,
    path,
    token: "t-ada",
    issues: [],
    requests: [],
    pages: [],
  };
  let host: RestHost;
  let stage: WriteStage;
  beforeAll(async () => {
    host = await start(work);
    stage = await startWriteStage("pglite", {
      provider,
      url: `${host.url}/${at}`,
      issue: { externalId: "501", key: `${prefix}1`, number: 1 },
    });
    await stage.connect(stage.people.admin.id, "t-ada");
  });
  afterAll(async () => {
    await stage.server.stop();
    await host.stop();
  });
  beforeEach(() => {
    host.fault = undefined;
  });
  const call = (method: string, tail: string, body?: unknown) =>
    stage.server.call(method, `sources/${stage.sourceId}/replies/${tail}`, { token: stage.people.admin.token, body });
  const commentsOf = (number: number): WorkComment[] =>
    work.issues.find((one) => one.number === number)?.comments ?? [];
  const bodyOf = ({ body, document }: WorkComment): string => body + (document ? JSON.stringify(document) : "");
  const isPost = ({ method, path: to }: RestRequest) => method === "POST" && /\/(?:notes|comment)$/.test(to);
  const posts = () => host.requests.filter((line) => /^POST .*\/(?:notes|comment)$/.test(line)).length;
  /** An issue at the host, and here as a sync stores it. */
  const open = async (number: number): Promise<void> => {
    const fields = provider === "jira" ? FIELDS : {};
    work.issues.push(workIssue(number, { id: 500 + number, comments: [], fields }));
    const row = { id: newId(), project_id: stage.projectId, source_id: stage.sourceId, created_at: new Date() };
    const names = { external_id: String(500 + number), key: `${prefix}${number}`, number };
    await stage.server.db
      .insertInto("issues")
      .values(issueRow({ ...row, ...names, title: `It crashes ${number}`, body: "It crashes." }))
      .execute();
  };
  const rowOf = (number: number) =>
    stage.server.db
      .selectFrom("issue_replies as reply")
      .innerJoin("issues", "issues.id", "reply.issue_id")
      .selectAll("reply")
      .where("issues.number", "=", number)
      .executeTakeFirst();
  const sync = async (): Promise<void> => {
    const ended = { sync_finished_at: new Date() };
    await stage.server.db.updateTable("sources").set(ended).where("id", "=", stage.sourceId).execute();
  };
  /** Another text of the issue, for which the reply says something else. */
  const change = async (number: number, title: string): Promise<void> => {
    const { db } = stage.server;
    await db
      .updateTable("reply_settings")
      .set({ template: `${title}\n{missing}` })
      .execute();
    await db.updateTable("issues").set({ title, updated_at: new Date() }).where("number", "=", number).execute();
    await sync();
  };
  const again = () =>
    stage.server.db
      .updateTable("issue_replies")
      .set({ next_at: new Date(0) })
      .where("state", "=", "due")
      .execute();
  const settled = (number: number, state = "seen") =>
    vi.waitFor(async () => expect((await rowOf(number))?.state).toBe(state), { timeout: 30_000, interval: 100 });

  test("are one comment as the account that the form has named, which is edited in place", async () => {
    const { accounts } = (await call("GET", "")).body as { accounts: unknown };
    expect(accounts).toEqual([{ by: "account", name: expect.any(String), reason: null }]);
    const [{ name = "" } = {}] = accounts as { name?: string }[];
    const template = "Report on {issue}\n{missing}";
    const on = { enabled: true, by: "account", account: name, template, mentions: false, names_all: false };
    expect(await call("PUT", "", on)).toMatchObject({ status: 200, body: { enabled: true, account: name } });
    await open(2);
    await sync();
    await settled(2);
    expect(commentsOf(2).map(({ author }) => author)).toEqual([own]);
    const before = bodyOf(commentsOf(2)[0] as WorkComment);
    expect(before).toContain(`Report on ${prefix}2`);
    const shorter = { ...on, template: "Still: {issue}\n{missing}" };
    expect((await call("PUT", "", shorter)).status).toBe(200);
    const changed = { title: "It crashes at the start", updated_at: new Date() };
    await stage.server.db.updateTable("issues").set(changed).where("number", "=", 2).execute();
    // People have edited the comment meanwhile, and its mark is gone: its id is known.
    if (provider === "gitlab") (commentsOf(2)[0] as WorkComment).body = "My own words.";
    await sync();
    await vi.waitFor(() => expect(bodyOf(commentsOf(2)[0] as WorkComment)).toContain(`Still: ${prefix}2`), 30_000);
    await settled(2);
    expect(commentsOf(2)).toHaveLength(1);
  });

  test("whose answer was lost are found again, and no copy of them is overwritten", async () => {
    await open(3);
    const copy = { ...(commentsOf(2)[0] as WorkComment), id: 8001 };
    // The same account has pasted the reply on another issue.
    commentsOf(3).push(copy);
    host.fault = (request) => (isPost(request) ? { breakOffAfter: 5 } : undefined);
    await sync();
    await vi.waitFor(() => expect(commentsOf(3)).toHaveLength(2), 30_000);
    host.fault = undefined;
    await vi.waitFor(async () => expect((await rowOf(3))?.leased_until).toBeNull(), 30_000);
    const reply = commentsOf(3)[1] as WorkComment;
    const hostile = { ...reply, id: 9002, author: "grace", properties: [] };
    const own2 = { ...reply, id: 9003, properties: [] };
    commentsOf(3).push(hostile, own2);
    const texts = [copy, hostile, own2].map(bodyOf);
    const before = posts();
    await again();
    await settled(3);
    expect([await rowOf(3), posts() - before]).toMatchObject([{ comment_id: String(reply.id) }, 0]);
    expect([copy, hostile, own2].map(bodyOf)).toEqual(texts);
  });

  test("that people have deleted do not come back as a copy", async () => {
    const [, reply] = commentsOf(3);
    commentsOf(3).splice(1, 1);
    const copies = commentsOf(3).map(bodyOf);
    await change(3, "It crashes at the end");
    await settled(3, "removed");
    expect(await rowOf(3)).toMatchObject({ comment_id: null, comment_number: 2 });
    expect([commentsOf(3).map(bodyOf), commentsOf(3).includes(reply as WorkComment)]).toEqual([copies, false]);
  });

  test("of another account than that which writes now stay as they are", async () => {
    const text = bodyOf(commentsOf(2)[0] as WorkComment);
    await stage.server.db.updateTable("issue_replies").set({ comment_by: "another" }).execute();
    await change(2, "It crashes again");
    await settled(2, "removed");
    expect(commentsOf(2).map(bodyOf)).toEqual([text]);
  });
});
