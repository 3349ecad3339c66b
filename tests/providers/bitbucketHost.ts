import { bitbucketReports } from "./bitbucketReports.ts";
import { publishedCheck } from "./published/publishedCheck.ts";
import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "./restHost.ts";
import type { Work, WorkRequest } from "./work.ts";

const SIZE = 3;
const user = (login: string) => ({
  type: "user" as const,
  uuid: `{${login}}`,
  nickname: login,
  display_name: login.toUpperCase(),
});

/** What is sent to Bitbucket Cloud and what it answers, as it publishes both. */
export const BITBUCKET_CHECK = publishedCheck("bitbucket", { prefix: "/2.0" });

/** Bitbucket Cloud's REST API (2.0) over one repository: https://developer.atlassian.com/cloud/bitbucket/rest/ */
export const startBitbucketHost = (work: Work): Promise<RestHost> =>
  startRestHost((request, url) => bitbucketAnswer(work, request, url), undefined, BITBUCKET_CHECK);

const uuidOf = (project: number): string => `{${String(project).padStart(8, "0")}-0000-4000-8000-000000000000}`;

export function bitbucketAnswer(work: Work, request: RestRequest, url: string): RestAnswer {
  const { authorization } = request.headers;
  if (authorization !== undefined && authorization !== `Bearer ${work.token}`) {
    return { status: 401, body: { type: "error", error: { message: "Token is invalid or not supported." } } };
  }
  const path = /^\/2\.0(\/.*)$/.exec(request.path)?.[1] ?? "";
  if (path === "/user") return { status: 200, body: user(work.account ?? "ada") };
  const uuid = uuidOf(work.projectId);
  const [, workspace, slug, rest = ""] = /^\/repositories\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const name = `${decodeURIComponent(workspace ?? "")}/${decodeURIComponent(slug ?? "")}`;
  if (name !== work.path && name !== `{}/${uuid}`) {
    return { status: 404, body: { type: "error", error: { message: `Repository ${name} not found` } } };
  }
  if (rest === "") {
    return {
      status: 200,
      body: {
        type: "repository",
        uuid,
        full_name: work.path,
        is_private: true,
        mainbranch: { type: "branch", name: "main" },
      },
    };
  }
  const row = (one: WorkRequest) => ({
    type: "pullrequest",
    id: one.number,
    title: one.title,
    summary: { raw: one.body },
    state: one.isMerged ? "MERGED" : one.isClosed === true ? "DECLINED" : "OPEN",
    author: user(one.author),
    source: {
      branch: { name: one.branch },
      commit: { hash: (one.head ?? "f".repeat(12)).slice(0, 12) },
      repository:
        one.sourceProject === null ? null : { type: "repository", uuid: uuidOf(one.sourceProject ?? work.projectId) },
    },
    destination: { branch: { name: "main" } },
    merge_commit: one.mergeHash === null ? null : { hash: one.mergeHash },
    links: { html: { href: `${url}/${work.path}/pull-requests/${one.number}` } },
    created_on: one.updatedAt,
    updated_on: one.updatedAt.replace("Z", "+00:00"),
  });
  if (rest === "/pullrequests") {
    const q = request.query.get("q") ?? 'state = "OPEN"';
    const since = Date.parse(/updated_on >= (\S+)/.exec(q)?.[1] ?? "");
    const numbers = [...q.matchAll(/\bid = (\d+)/g)].map(([, number]) => Number(number));
    const found = work.requests
      .filter(({ number }) => numbers.length === 0 || numbers.includes(number))
      .filter((one) => q.includes(one.isMerged ? '"MERGED"' : '"OPEN"'))
      .filter((one) => Number.isNaN(since) || Date.parse(one.updatedAt) >= since)
      .toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt));
    const page = Number(request.query.get("page") ?? 1);
    const next = new URLSearchParams(request.query);
    next.set("page", String(page + 1));
    const values = found.slice((page - 1) * SIZE, page * SIZE).map(row);
    const more = page * SIZE < found.length ? { next: `${url}${request.path}?${next}` } : {};
    return { status: 200, body: { values, size: found.length, pagelen: SIZE, page, ...more } };
  }
  const reported = bitbucketReports(work, rest, request, url);
  if (reported) return reported;
  const [, ofDifference] = /^\/diffstat\/pr-(\d+)$/.exec(rest) ?? [];
  if (ofDifference !== undefined) return difference(work, ofDifference);
  const [, number, part] = /^\/pullrequests\/(\d+)(\/diffstat)?$/.exec(rest) ?? [];
  const one = work.requests.find((other) => String(other.number) === number);
  if (!one) return { status: 404, body: { type: "error", error: { message: "Not found" } } };
  // The files of a pull request are those of the difference between two commits, where the answer leads.
  const location = `${url}/2.0/repositories/${work.path}/diffstat/pr-${number}?${request.query}`;
  if (part) return { status: 302, body: "", headers: { location } };
  const participants = [
    {
      type: "participant",
      user: user(one.reviewer),
      role: "REVIEWER",
      approved: true,
      state: "approved",
      participated_on: one.updatedAt,
    },
    {
      type: "participant",
      user: user(one.author),
      role: "PARTICIPANT",
      approved: false,
      state: null,
      participated_on: one.updatedAt,
    },
  ];
  return { status: 200, body: { ...row(one), participants } };
}

function difference(work: Work, number: string): RestAnswer {
  const one = work.requests.find((other) => String(other.number) === number);
  const values = (one?.files ?? []).map((file) => ({
    type: "diffstat",
    status: "modified",
    new: { type: "commit_file", path: file },
    old: null,
    lines_added: 2,
    lines_removed: 1,
  }));
  return { status: 200, body: { values, page: 1, pagelen: 100, size: values.length } };
}
