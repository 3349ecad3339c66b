/** What a hostile host answers for a request, from its connector to the API and to agents. The page: `tests/routes/RequestsRoute.test.tsx`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangeRequest, RequestPage } from "../../../../contract/requests/requests.ts";
import { SearchAnswer } from "../../../../contract/search/search.ts";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { HOSTILE } from "../../../fixtures/hostileText.ts";
import { connect, tell } from "../../mcp/mcpProject.ts";
import { onOneDatabase } from "../../testDb.ts";
import { startNoticeServer } from "../notices/noticeServer.ts";

const AT = "2026-01-02T03:04:05Z";
const ORDERS = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u;

onOneDatabase("a request whose every text is hostile", (engine) => {
  let fixture: Awaited<ReturnType<typeof startNoticeServer>>;
  const ask = (path: string) => fixture.server.call("GET", path, { token: fixture.users.ada.token });

  beforeAll(async () => {
    fixture = await startNoticeServer(engine);
    const { title, body, branch, path, hunk, label } = HOSTILE;
    fixture.open(77, {
      title,
      body,
      author: "ada",
      labels: [label],
      isPullRequest: true,
      pull: {
        headRef: branch,
        headSha: "a".repeat(40),
        baseSha: "b".repeat(40),
        mergeSha: null,
        mergedAt: null,
        reviews: [{ id: 1, author: "grace", state: "changes_requested", submittedAt: AT, body }],
        files: [{ path, status: "modified", additions: 1, deletions: 1 }],
        lineComments: [{ id: 2, review: 1, author: "grace", body, path, line: 1, hunk, createdAt: AT }],
        commits: [{ sha: "a".repeat(40), message: `${title}\n\n${body}`, author: title, date: AT }],
      },
    });
    fixture.data.labels.push({ name: label, color: "000000", description: null });
    fixture.comment(77, "linus", body);
    await fixture.sync();
  }, 120_000);
  afterAll(() => fixture.stop());

  test("reaches the API as it was written", async () => {
    const { results } = RequestPage.parse((await ask("projects/atlas/requests/")).body);
    expect(results).toMatchObject([{ key: "#77", title: HOSTILE.title, source_branch: HOSTILE.branch }]);
    const { status, headers, body } = await ask("projects/atlas/requests/77/");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    const request = ChangeRequest.parse(body);
    expect(request).toMatchObject({ title: HOSTILE.title, body: HOSTILE.body, labels: [HOSTILE.label] });
    const thread = request.timeline.find((entry) => entry.kind === "thread");
    expect(thread).toMatchObject({
      thread: { path: HOSTILE.path, hunk: HOSTILE.hunk, comments: [{ body: HOSTILE.body }] },
    });
    expect(request.timeline).toContainEqual(expect.objectContaining({ kind: "review", body: HOSTILE.body }));
    const said = request.timeline.find((entry) => entry.kind === "comment");
    expect(said).toMatchObject({ comment: { body: HOSTILE.body } });
    // Addresses of the host are web addresses, whatever it answers.
    expect(JSON.stringify(body).match(/"url":"(?!https?:)[^"]*"/g)).toBeNull();
    const { results: found } = SearchAnswer.parse((await ask("projects/atlas/search/?q=gnp&kind=request")).body);
    for (const { title } of found) expect(title).toContain(HOSTILE.title);
  });

  test("reaches agents inside of the fence, and without what cannot be seen", async () => {
    const { db } = fixture.server;
    await db.updateTable("companies").set({ plan: "Enterprise" }).execute();
    const token = { name: "Agent", projects: ["atlas"], expires_at: null };
    const client = await connect(fixture.server, (await createMcpToken(db, fixture.users.ada.id, token)).token);
    try {
      for (const [tool, given] of [
        ["get_request", { request: "#77", max_tokens: 20_000 }],
        ["get_request", { request: "#77", path: HOSTILE.path }],
        ["search", { query: "gnp" }],
        ["connected", { kind: "request", id: "#77" }],
      ] as const) {
        const { text } = await tell(client, tool, given);
        const outside = text.replaceAll(/<untrusted id="(\w+)">[^]*?<\/untrusted id="\1">/g, "");
        expect(text, tool).not.toMatch(ORDERS);
        expect(outside, tool).not.toMatch(/<(?:img|script|svg|b>)|\balert\b|\bred\b/);
      }
      const { text, isError } = await tell(client, "get_request", { request: "#77", max_tokens: 20_000 });
      expect([isError, text]).toEqual([false, expect.stringContaining("<script>alert(2)</script>")]);
    } finally {
      await client.close();
    }
  });

  test("and the discussions at its files in a repository that the project does not have are none", async () => {
    const asked = new URLSearchParams({ project: "atlas", source: "nowhere", path: HOSTILE.path });
    const { status, body } = await ask(`discussions/?${asked}`);
    expect([status, body]).toEqual([200, { total: 0, results: [] }]);
  });
});
