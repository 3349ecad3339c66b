/** The details of one request, field by field, against answers in the form that the host publishes. */
import { afterEach, describe, expect, test } from "vitest";
import type { RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import { GITLAB_CHECK } from "../../providers/gitlabHost.ts";
import { type RestAnswer, type RestRequest, type RestHost, startRestHost } from "../../providers/restHost.ts";
import { BASE, HEAD, known, missing, ok, readerOf } from "./requestReader.ts";

const { signal } = new AbortController();
let host: RestHost;
afterEach(() => host.stop());
const reader = (provider: string, path: string): RequestReader => readerOf(host, provider, path);

describe("GitLab", () => {
  const user = (username: string, id: number) => ({ id, username, name: username, state: "active", avatar_url: null });
  const note = (id: number, part: object) => ({
    id,
    type: "DiffNote",
    body: "Why?",
    author: user("root", 1),
    created_at: "2018-03-03T21:54:39.668Z",
    updated_at: "2018-03-03T21:54:39.668Z",
    system: false,
    noteable_type: "MergeRequest",
    resolvable: true,
    resolved: false,
    ...part,
  });
  const position = {
    base_sha: BASE,
    start_sha: BASE,
    head_sha: HEAD,
    old_path: "package.json",
    new_path: "package.json",
    position_type: "text",
    old_line: 27,
    new_line: 28,
    line_range: {
      start: { line_code: "588440f66559714280628a4f9799f0c4eb880a4a_10_10", type: "new", old_line: null, new_line: 26 },
      end: { line_code: "588440f66559714280628a4f9799f0c4eb880a4a_11_11", type: "new", old_line: null, new_line: 28 },
    },
  };
  const DISCUSSIONS = [
    {
      id: "6a9c1750b37d513a43987b574953fceb50b03ce7",
      individual_note: false,
      notes: [note(1126, { position, resolved: true }), note(1129, { type: "DiffNote", author: null, resolved: true })],
    },
    {
      id: "87805b7c09016a7058e91bdbe7b29d1f284a39e6",
      individual_note: true,
      notes: [note(1128, { type: null, body: "a single comment", resolvable: false, resolved: undefined })],
    },
    {
      id: "a",
      individual_note: true,
      notes: [note(2, { system: true, type: null, body: "approved this merge request", resolvable: false })],
    },
    {
      id: "b",
      individual_note: true,
      notes: [note(3, { system: true, type: null, body: "requested review from @root", resolvable: false })],
    },
    { id: "c", individual_note: false, notes: [note(4, { internal: true, body: "secret" })] },
    {
      id: "d",
      individual_note: false,
      notes: [note(5, { position: { ...position, new_line: null, new_path: "new.json", head_sha: "old" } })],
    },
  ];
  const answer = ({ path }: RestRequest): RestAnswer => {
    const rest = path.replace(/^\/api\/v4\/projects\/[^/]+/, "");
    if (rest === "")
      return ok({ id: 3, path_with_namespace: "acme/rocket", visibility: "private", default_branch: "main" });
    if (rest === "/merge_requests/1347")
      return ok({
        id: 1,
        iid: 1347,
        title: "x",
        diff_refs: { base_sha: BASE, head_sha: HEAD, start_sha: BASE },
        head_pipeline: {
          id: 29626725,
          sha: HEAD,
          ref: "patch-28719",
          status: "failed",
          web_url: "https://gitlab.example.com/my-group/my-project/pipelines/29626725",
          updated_at: "2019-09-06T18:09:13.268Z",
        },
      });
    if (rest === "/merge_requests/1347/discussions") return ok(DISCUSSIONS);
    if (rest === "/merge_requests/1347/diffs")
      return ok([{ old_path: "a", new_path: "a", diff: "@@ -1 +1,2 @@\n-a\n+b\n+c\n" }]);
    if (rest === "/merge_requests/1347/commits")
      return ok([
        { id: HEAD, title: "Second", author_name: "Ada", authored_date: "2014-02-27T10:01:38+01:00" },
        { id: BASE, title: "First", author_name: "Ada", authored_date: null },
      ]);
    return missing;
  };

  test("is read by its discussions, without internal notes", async () => {
    host = await startRestHost(answer, undefined, GITLAB_CHECK);
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(
      found.comments.map(({ externalId, thread, replyTo, isResolved }) => [externalId, thread, replyTo, isResolved]),
    ).toEqual([
      ["1126", DISCUSSIONS[0]?.id, null, true],
      ["1129", DISCUSSIONS[0]?.id, "1126", true],
      ["1128", null, null, null],
      ["5", "d", null, false],
    ]);
    expect(found.comments[1]?.author).toBeNull();
    expect(found.comments[0]?.place).toEqual({
      path: "package.json",
      side: "new",
      line: 28,
      startLine: 26,
      commitHash: HEAD,
      hunk: null,
      isOutdated: false,
    });
    expect(found.comments[3]?.place).toMatchObject({ path: "package.json", side: "old", line: 27, commitHash: BASE });
    expect(found.comments[3]?.place?.isOutdated).toBe(true);
    expect(found.leftOut).toEqual([{ kind: "internal_comment", externalId: "4", parentId: "request:1" }]);
    expect(JSON.stringify(found)).not.toContain("secret");
    expect(found.reviews.filter(({ state }) => state === "approved")).toHaveLength(1);
    expect(found.events.map(({ type, detail }) => [type, detail])).toEqual([["review_requested", "@root"]]);
    expect(found.commits.map(({ title }) => title)).toEqual(["First", "Second"]);
    expect(found.checks).toMatchObject([{ name: "Pipeline 29626725", state: "failure" }]);
    expect(found.baseHash).toBe(BASE);
  });

  test("without discussions, notes are comments of their own", async () => {
    host = await startRestHost(
      (request) =>
        request.path.endsWith("/discussions")
          ? missing
          : request.path.endsWith("/notes")
            ? ok([note(9, { type: null, body: "old", resolvable: undefined })])
            : answer(request),
      undefined,
      GITLAB_CHECK,
    );
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(found.comments).toMatchObject([{ externalId: "9", thread: null, body: "old", isResolved: null }]);
  });

  test("a discussion that does not end is cut, and told", async () => {
    const endless = (request: RestRequest): RestAnswer =>
      ok(
        Array.from({ length: 100 }, (_, at) => ({
          id: `${request.query.get("page") ?? 1}-${at}`,
          individual_note: true,
          notes: [note(Number(request.query.get("page") ?? 1) * 1000 + at, { type: null })],
        })),
        { "x-next-page": String(Number(request.query.get("page") ?? 1) + 1) },
      );
    host = await startRestHost(
      (request) => (request.path.endsWith("/discussions") ? endless(request) : answer(request)),
      undefined,
      GITLAB_CHECK,
    );
    const found = await reader("gitlab", "/acme/rocket").details(known(), signal);
    expect(found.isCut).toBe(true);
    expect(host.requests.filter((line) => line.endsWith("/discussions")).length).toBeLessThanOrEqual(100);
  });
});
