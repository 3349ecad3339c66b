/** Which issues name which, as GitHub notes it. The REST API has it only for one issue at a time. */
import { z } from "zod";
import type { IssueReferences } from "../../connector/trackerTypes.ts";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import { SourceError } from "../../SourceError.ts";
import type { GithubApi, GithubOptions } from "./githubApi.ts";
import { linkAt } from "./githubWorkflow.ts";

/** Pages of one sync, of 100 issues and one point of the hourly 5,000 each: what is newer is read by the next ones. */
const MAX_PAGES = 100;

const QUERY = `query($owner: String!, $name: String!, $since: DateTime, $after: String) {
  repository(owner: $owner, name: $name) {
    issues(first: 100, after: $after, orderBy: {field: UPDATED_AT, direction: ASC}, filterBy: {since: $since}) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number url updatedAt
        timelineItems(last: 100, itemTypes: [CROSS_REFERENCED_EVENT]) {
          nodes { ... on CrossReferencedEvent { source { ... on Issue { url title repository { isPrivate } } } } }
        }
      }
    }
  }
}`;

/** Empty for a pull request, and for what the token may not see. */
const Source = z.object({
  url: HostUrl.nullish(),
  title: z.string().nullish(),
  repository: z.object({ isPrivate: z.boolean().nullish() }).nullish(),
});
const IssueNode = z.object({
  number: HostNumber,
  url: HostUrl,
  updatedAt: HostTime,
  timelineItems: z.object({ nodes: z.array(z.object({ source: Source.nullish() }).nullable()).nullish() }),
});
type IssueNode = z.infer<typeof IssueNode>;
const Answer = z.object({
  data: z
    .object({
      repository: z
        .object({
          issues: z.object({
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
            nodes: z.array(IssueNode.nullable()),
          }),
        })
        .nullish(),
    })
    .nullish(),
});
/** `until`: the newest change of an issue that was read. */
const Cursor = z.object({ until: z.iso.datetime().nullable().default(null) });

/** A page of issues, and the position after it. */
interface ReferencesPage {
  readonly references: readonly IssueReferences[];
  readonly cursor: z.infer<typeof Cursor>;
}

/**
 * The issues that changed since the position, each with the issues that name it. GraphQL is answered to tokens alone. Ends where it is not
 * answered, or has no points left: links by other texts are better than no sync.
 */
export async function* readGithubReferences(
  { credential }: GithubOptions,
  api: GithubApi,
  stored: unknown,
  signal: AbortSignal,
): AsyncGenerator<ReferencesPage> {
  if (credential === null) return;
  const cursor = Cursor.safeParse(stored).data ?? { until: null };
  const [owner, name] = (await api.path(signal)).split("/").slice(2);
  // The server of an enterprise answers at /api/graphql, next to /api/v3.
  const route = `POST ${api.root().replace(/\/v3$/, "")}/graphql`;
  const since = cursor.until;
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const variables: Record<string, unknown> = { owner, name, since, after };
    const answer = await api.request(route, "page", { query: QUERY, variables }, signal).catch((error: unknown) => {
      if (!(error instanceof SourceError) || signal.aborted) throw error;
      return null;
    });
    const issueNodes = Answer.safeParse(answer?.data).data?.data?.repository?.issues;
    if (!issueNodes) return;
    const issues = issueNodes.nodes.filter((node) => node !== null);
    const until = issues.reduce(
      (newest, { updatedAt }) => (newest === null || Date.parse(updatedAt) > Date.parse(newest) ? updatedAt : newest),
      cursor.until,
    );
    cursor.until = until === null ? null : new Date(until).toISOString();
    yield { references: issues.map(referencesOf), cursor: { ...cursor } };
    after = issueNodes.pageInfo.endCursor ?? null;
    if (!issueNodes.pageInfo.hasNextPage || after === null) return;
  }
}

function referencesOf({ number, url, timelineItems: { nodes } }: IssueNode): IssueReferences {
  const links = (nodes ?? []).flatMap((node) => {
    const { url: from, title = null, repository } = node?.source ?? {};
    // A mention in another repository is shown only where that is public: readers of this one may not know its name.
    return from
      ? linkAt("mentioned_by", from, url, title).filter(
          ({ place }) => place === null || repository?.isPrivate === false,
        )
      : [];
  });
  return { issueKey: `#${number}`, links: [...new Map(links.map((link) => [link.url, link])).values()] };
}
