import { CONTEXT as BITBUCKET_CONTEXT, startBitbucketDataCenterHost } from "./bitbucketDataCenterHost.ts";
import { startBitbucketRepositoryHost } from "./bitbucketRepositoryHost.ts";
import { CONTEXT as WIKI_CONTEXT, startConfluenceDataCenterHost } from "./confluenceDataCenterHost.ts";
import { startConfluenceHost } from "./confluenceHost.ts";
import type { ProviderForms } from "./contractRows.ts";
import { GITHUB_REQUESTS_FROM, startGithubWorkHost } from "./githubWorkHost.ts";
import { startGitlabHost } from "./gitlabHost.ts";
import { CONTEXT as JIRA_CONTEXT, startJiraDataCenterHost } from "./jiraDataCenterHost.ts";
import { startJiraHost } from "./jiraHost.ts";
import { type RestFault, type RestHost, type RestRequest, isRecord } from "./restHost.ts";
import { type Work, at, makeWork, workPage } from "./work.ts";

/** One row of the contract's table: how a provider is linked, its data, and unsupported kinds with the reason. */
export interface ContractProvider {
  readonly name: string;
  readonly provider: string;
  readonly kind: "repository" | "tracker" | "wiki";
  /** The address that people paste, below the host's. */
  readonly page: string;
  readonly start: (work: Work) => Promise<RestHost>;
  /** Enough for more than one page of each list. */
  readonly make: () => Work;
  readonly forms: ProviderForms;
  /** Why the other kinds are missing. */
  readonly lacks: string;
  /** The requests that return the data, and the number of the middle one: rows are stored before it. */
  readonly brings: { readonly path: RegExp; readonly middle: number };
  /** The maximum number of requests of a sync without changes. */
  readonly quiet: number;
  /** Rate-limit responses, each used once. */
  readonly quota: readonly RestFault[];
  /** The result of a sync with a wait, or with a token that expires in the middle. */
  readonly troubles: "sync" | "apart from the repository, which is read to its end: a note";
  /** A new name of the place, or why it cannot be renamed. */
  readonly rename: { readonly path: string } | { readonly never: string };
  /** A request in the middle of the list that shows deletions, or why nothing is deleted. */
  readonly sweep: ((request: RestRequest) => boolean) | { readonly never: string };
}

const tooMany = (headers: Readonly<Record<string, string>>): RestFault => ({
  status: 429,
  headers,
  body: { message: "Too many requests" },
});
const REST_QUOTA = [
  tooMany({ "retry-after": "1" }),
  tooMany({ "ratelimit-remaining": "0", "x-ratelimit-reset": new Date().toISOString() }),
];
const jqlOf = ({ body }: RestRequest): string => (isRecord(body) ? String(body["jql"]) : "");
const projectKey = (work: Work): string => work.path.replace(/.*\//, "").toUpperCase();

/** A wiki with blog posts and comments, and in the cloud also with what has only a title. */
function makeWiki(isCloud: boolean): Work {
  const pages = Array.from({ length: 52 }, (_, index) => workPage(index + 1));
  const remark = (id: number, author: string) => ({ id, author, body: `<p>Remark ${id} &amp; more</p>`, at: at(id) });
  Object.assign(pages[2] ?? {}, {
    comments: [remark(901, "grace"), { ...remark(902, "linus"), quote: "src/file3.ts", version: 2 }],
  });
  const bare = { body: "", labels: [], attachments: [] };
  pages.push(
    workPage(81, { kind: "blog_post", parent: null, version: 2, comments: [remark(903, "ada")] }),
    workPage(82, { kind: "blog_post", parent: null }),
    ...(isCloud
      ? [
          workPage(83, { ...bare, kind: "folder" }),
          workPage(84, { parent: 83 }),
          workPage(85, { ...bare, kind: "whiteboard", parent: 83 }),
          workPage(86, { ...bare, kind: "database", parent: null }),
        ]
      : []),
  );
  return { ...makeWork(0), pages };
}

export const CONTRACT_PROVIDERS: readonly ContractProvider[] = [
  {
    name: "GitHub",
    provider: "github",
    kind: "tracker",
    page: "/acme/rocket",
    start: startGithubWorkHost,
    make: () => makeWork(130),
    forms: {
      issues: {
        key: (_work, number) => `#${number}`,
        externalId: (work, { number }) => String(work.projectId * 10_000 + number),
      },
      requests: { number: (number) => GITHUB_REQUESTS_FROM + number },
    },
    lacks: "its wikis are repositories",
    brings: { path: /\/issues$/, middle: 2 },
    // The last one of them asks which issues name which.
    quiet: 9,
    quota: [
      {
        status: 403,
        headers: { "retry-after": "1" },
        body: { message: "You have exceeded a secondary rate limit." },
      },
      tooMany({ "retry-after": "1" }),
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.floor(Date.now() / 1000)) },
        body: { message: "API rate limit exceeded" },
      },
    ],
    troubles: "sync",
    rename: { path: "acme/booster" },
    sweep: ({ path, query }) =>
      path.endsWith("/issues") && query.get("sort") === "created" && query.get("page") === "2",
  },
  {
    name: "GitLab",
    provider: "gitlab",
    kind: "tracker",
    page: "/acme/rocket",
    start: startGitlabHost,
    make: () => makeWork(130),
    forms: {
      issues: { key: (_work, number) => `#${number}`, externalId: (_work, { id }) => String(id) },
      requests: { number: (number) => number },
    },
    lacks: "its wikis are not read",
    brings: { path: /\/issues$/, middle: 2 },
    // The overlap has four issues without comments, of each of which the links are read.
    quiet: 12,
    quota: REST_QUOTA,
    troubles: "sync",
    rename: { path: "acme/booster" },
    sweep: ({ path, query }) =>
      path.endsWith("/issues") && query.get("order_by") === "created_at" && query.has("created_after"),
  },
  {
    name: "Jira",
    provider: "jira",
    kind: "tracker",
    page: "/browse/ROCKET",
    start: startJiraHost,
    make: () => makeWork(130),
    forms: {
      issues: {
        key: (work, number) => `${projectKey(work)}-${number}`,
        externalId: (_work, { id }) => String(id),
      },
    },
    lacks: "it holds no code, and pages are Confluence's",
    brings: { path: /\/jql$/, middle: 2 },
    // A query names whole minutes in the zone of the token's owner: the last hour is read again, with its long threads.
    // What the host is, which fields it has and what its statuses mean are three requests more.
    quiet: 32,
    quota: REST_QUOTA,
    troubles: "sync",
    rename: { path: "acme/booster" },
    sweep: (request) =>
      /ORDER BY created/.test(jqlOf(request)) && isRecord(request.body) && request.body["nextPageToken"] !== undefined,
  },
  {
    name: "Jira Data Center",
    provider: "jira",
    kind: "tracker",
    page: `${JIRA_CONTEXT}/browse/ROCKET`,
    start: startJiraDataCenterHost,
    make: () => makeWork(130),
    forms: {
      issues: {
        key: (work, number) => `${projectKey(work)}-${number}`,
        externalId: (_work, { id }) => String(id),
      },
    },
    lacks: "it holds no code, and pages are Confluence's",
    // The first search counts.
    brings: { path: /\/search$/, middle: 3 },
    quiet: 15,
    quota: REST_QUOTA,
    troubles: "sync",
    rename: { path: "acme/booster" },
    sweep: ({ query }) => /ORDER BY created/.test(query.get("jql") ?? "") && query.get("startAt") !== "0",
  },
  {
    name: "Bitbucket",
    provider: "bitbucket",
    kind: "repository",
    page: "/acme/rocket",
    start: startBitbucketRepositoryHost,
    make: () => makeWork(0),
    forms: { requests: { number: (number) => number } },
    lacks: "its issues are Jira's, its wikis repositories",
    brings: { path: /\/pullrequests$/, middle: 2 },
    quiet: 4,
    quota: REST_QUOTA,
    troubles: "apart from the repository, which is read to its end: a note",
    rename: { path: "acme/booster" },
    sweep: { never: "a pull request is declined there, and never deleted" },
  },
  {
    name: "Bitbucket Data Center",
    provider: "bitbucket",
    kind: "repository",
    page: `${BITBUCKET_CONTEXT}/projects/ACME/repos/rocket`,
    start: startBitbucketDataCenterHost,
    make: () => makeWork(0),
    forms: { requests: { number: (number) => number, countsNoLines: true } },
    lacks: "its issues are Jira's, its wikis repositories",
    brings: { path: /\/pull-requests$/, middle: 2 },
    // The overlap of five minutes has pages of three rows, which share two with each other.
    quiet: 8,
    quota: REST_QUOTA,
    troubles: "apart from the repository, which is read to its end: a note",
    rename: { path: "acme/booster" },
    sweep: { never: "requests are deleted one by one: tests/server/sync/bitbucketDataCenter.test.ts" },
  },
  {
    name: "Confluence",
    provider: "confluence",
    kind: "wiki",
    page: "/wiki/spaces/ROCKET",
    start: startConfluenceHost,
    make: () => makeWiki(true),
    forms: { pages: true },
    lacks: "issues are Jira's, requests Bitbucket's",
    brings: { path: /\/(?:pages|blogposts)\/\d+$/, middle: 46 },
    // Its whole list in pages of five, once as a list and once with the restrictions, the lists of archived pages
    // and of blog posts, and the newest comments.
    quiet: 28,
    quota: REST_QUOTA,
    troubles: "sync",
    rename: { never: "a space keeps its key for life; renamed pages are among what changes" },
    sweep: ({ query }) => query.get("cursor") === "10",
  },
  {
    name: "Confluence Data Center",
    provider: "confluence",
    kind: "wiki",
    page: `${WIKI_CONTEXT}/display/ROCKET`,
    start: startConfluenceDataCenterHost,
    make: () => makeWiki(false),
    forms: { pages: true },
    lacks: "issues are Jira's, requests Bitbucket's",
    brings: { path: /\/content\/\d+$/, middle: 46 },
    quiet: 14,
    quota: REST_QUOTA,
    troubles: "sync",
    rename: { never: "a space keeps its key for life; renamed pages are among what changes" },
    sweep: ({ path, query }) => path.endsWith("/content") && query.get("start") !== "0",
  },
];
