/** The details of one request, field by field, against answers in the form that the host publishes. */
import { afterEach, describe, expect, test } from "vitest";
import type { RequestReader } from "../../../server/sources/connector/requestTypes.ts";
import { BITBUCKET_CHECK } from "../../providers/bitbucketHost.ts";
import { type RestAnswer, type RestRequest, type RestHost, startRestHost } from "../../providers/restHost.ts";
import { BASE, HEAD, known, missing, ok, readerOf } from "./requestReader.ts";

const { signal } = new AbortController();
let host: RestHost;
afterEach(() => host.stop());
const reader = (provider: string, path: string): RequestReader => readerOf(host, provider, path);

describe("Bitbucket", () => {
  const user = (nickname: string, uuid: string) => ({ type: "user", display_name: nickname, nickname, uuid });
  const said = (id: number, part: object) => ({
    id,
    created_on: "2019-01-01T10:00:00.000000+00:00",
    updated_on: "2019-01-02T10:00:00.000000+00:00",
    content: { type: "rendered", raw: `text ${id}`, markup: "markdown", html: "<p>text</p>" },
    user: user("ada", "{1}"),
    deleted: false,
    type: "pullrequest_comment",
    links: { html: { href: `https://bitbucket.org/acme/rocket/pull-requests/1/_/diff#comment-${id}` } },
    ...part,
  });
  const update = (date: string, state: string, part: object = {}) => ({
    update: {
      state,
      date,
      author: user("ada", "{1}"),
      source: { commit: { hash: "aaaaaaaaaaaa" } },
      changes: {},
      ...part,
    },
  });
  const answer = ({ path }: RestRequest): RestAnswer => {
    const rest = path.replace(/^.*\/repositories\/acme\/rocket/, "");
    if (rest === "") return ok({ type: "repository", uuid: "{r}", full_name: "acme/rocket", is_private: true });
    const [, part] = /^\/pullrequests\/1347(\/.*)?$/.exec(rest) ?? [];
    switch (part ?? "") {
      case "":
        return ok({
          type: "pullrequest",
          comment_count: 4,
          reviewers: [user("grace", "{2}")],
          participants: [
            {
              type: "participant",
              user: user("grace", "{2}"),
              role: "REVIEWER",
              approved: false,
              state: "changes_requested",
              participated_on: "2019-01-03T10:00:00.000000+00:00",
            },
          ],
        });
      case "/comments":
        return ok({
          values: [
            said(1, { inline: { from: null, to: 7, path: "README.md", start_to: 5 }, resolution: { type: "x" } }),
            said(2, { parent: { type: "pullrequest_comment", id: 1 }, user: null }),
            said(3, { parent: { type: "pullrequest_comment", id: 2 } }),
            said(4, { deleted: true, content: { raw: "" } }),
            said(5, { pending: true }),
            said(6, { inline: { from: 3, to: null, path: "old.md", outdated: true } }),
            said(7, {}),
          ],
        });
      case "/diffstat":
        return ok({ values: [{ old: { path: "a" }, new: null, lines_added: 0, lines_removed: 4 }] });
      case "/commits":
        return ok({
          values: [
            { hash: HEAD, message: "Second\n\nbody", date: "2019-01-01T00:00:00+00:00", author: { raw: "Ada <a@b>" } },
            { hash: BASE, message: "First", author: { raw: "x", user: user("ada", "{1}") } },
          ],
        });
      case "/activity":
        return ok({
          values: [
            update("2019-01-05T00:00:00+00:00", "MERGED", { source: { commit: { hash: "bbbbbbbbbbbb" } } }),
            { comment: said(7, {}) },
            update("2019-01-04T00:00:00+00:00", "OPEN", {
              source: { commit: { hash: "bbbbbbbbbbbb" } },
              changes: { title: { old: "A", new: "B" }, reviewers: { added: [user("grace", "{2}")] } },
            }),
            update("2019-01-01T00:00:00+00:00", "OPEN"),
          ],
        });
      case "/statuses":
        return ok({
          values: [{ type: "build", key: "build", name: "Build", state: "INPROGRESS", url: "https://ci.example/1" }],
        });
    }
    return missing;
  };

  test("is read with threads, activity, commits and statuses", async () => {
    host = await startRestHost(answer, undefined, BITBUCKET_CHECK);
    const found = await reader("bitbucket", "/acme/rocket").details(known(), signal);
    expect(found.reviews).toMatchObject([{ person: { login: "grace" }, state: "changes_requested" }]);
    expect(found.reviewers).toMatchObject([{ login: "grace" }]);
    expect(
      found.comments.map(({ externalId, thread, replyTo, isResolved, place }) => [
        externalId,
        thread,
        replyTo,
        isResolved,
        place && [place.path, place.side, place.line, place.isOutdated],
      ]),
    ).toEqual([
      ["1", "1", null, true, ["README.md", "new", 7, false]],
      ["2", "1", "1", true, ["README.md", "new", 7, false]],
      ["3", "1", "2", true, ["README.md", "new", 7, false]],
      ["6", "6", null, false, ["old.md", "old", 3, true]],
      ["7", "7", null, null, null],
    ]);
    expect(found.comments[1]?.author).toBeNull();
    expect(found.events.map(({ type, detail }) => [type, detail])).toEqual([
      ["pushed", null],
      ["renamed", "A → B"],
      ["review_requested", "grace"],
      ["merged", null],
    ]);
    expect(found.commits.map(({ title, author }) => [title, author])).toEqual([
      ["First", "ada"],
      ["Second", "Ada"],
    ]);
    expect(found.checks).toMatchObject([{ name: "Build", state: "pending" }]);
    expect(found.files).toEqual([{ path: "a", additions: 0, deletions: 4 }]);
  });

  test("whose lists are gone is read without them", async () => {
    host = await startRestHost(
      (request) => (/\/(activity|commits|statuses|comments|diffstat)$/.test(request.path) ? missing : answer(request)),
      undefined,
      BITBUCKET_CHECK,
    );
    const found = await reader("bitbucket", "/acme/rocket").details(known(), signal);
    expect(found).toMatchObject({ comments: [], events: [], commits: [], checks: [], files: [] });
  });
});
