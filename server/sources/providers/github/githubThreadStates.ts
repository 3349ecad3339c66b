import { z } from "zod";
import { optionalField } from "../../rest/optionalField.ts";
import { SourceError } from "../../SourceError.ts";
import { type GithubApi, type GithubOptions, readAnswer } from "./githubApi.ts";

/** Pages of discussions of one request; each has 100. */
const MAX_PAGES = 20;

/** The number of a comment. The older field has 32 bits, which newer comments exceed; an older server has it alone. */
const NUMBERS = { present: "databaseId: fullDatabaseId", older: "databaseId" } as const;

const queryOf = (numberOfComment: string) => `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { isResolved comments(first: 1) { nodes { ${numberOfComment} } } }
      }
    }
  }
}`;

const Threads = z.object({
  errors: optionalField(z.array(z.object({ message: z.string().nullish() }))),
  data: z
    .object({
      repository: z
        .object({
          pullRequest: z
            .object({
              reviewThreads: z.object({
                pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
                nodes: z.array(
                  z
                    .object({
                      isResolved: z.boolean(),
                      comments: z.object({
                        nodes: z
                          .array(z.object({ databaseId: z.union([z.number(), z.string()]).nullish() }).nullable())
                          .nullish(),
                      }),
                    })
                    .nullable(),
                ),
              }),
            })
            .nullable(),
        })
        .nullable(),
    })
    .nullish(),
});

/**
 * Whether each discussion of a pull request was resolved, by the id of its first comment. Only the GraphQL API reports it; empty where it is
 * not answered, because a discussion without this state is better than none.
 */
export async function readResolvedThreads(
  { url }: GithubOptions,
  api: GithubApi,
  number: number,
  signal: AbortSignal,
): Promise<Map<string, boolean>> {
  const resolved = new Map<string, boolean>();
  const [owner, name] = (await api.path(signal)).split("/").slice(2);
  // The server of an enterprise answers at /api/graphql, next to /api/v3.
  const route = `POST ${api.root().replace(/\/v3$/, "")}/graphql`;
  let after: string | null = null;
  let query = queryOf(NUMBERS.present);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    try {
      const variables: Record<string, unknown> = { owner, name, number, after };
      const { data } = await api.request(route, "page", { query, variables }, signal);
      const answer = readAnswer(Threads, data, url.host);
      const isUnknown = answer.errors?.some((error) => error.message?.includes("fullDatabaseId")) === true;
      if (isUnknown && query !== queryOf(NUMBERS.older)) {
        query = queryOf(NUMBERS.older);
        continue;
      }
      const threads = answer.data?.repository?.pullRequest?.reviewThreads;
      for (const thread of threads?.nodes ?? []) {
        const first = thread?.comments.nodes?.[0]?.databaseId;
        if (thread && first) resolved.set(String(first), thread.isResolved);
      }
      if (!threads?.pageInfo.hasNextPage || !threads.pageInfo.endCursor) return resolved;
      after = threads.pageInfo.endCursor;
    } catch (error) {
      if (!(error instanceof SourceError) || error.code === "rate_limited" || signal.aborted) throw error;
      return resolved;
    }
  }
  return resolved;
}
