import { z } from "zod";
import { type TimedRow, TimeReadPosition, readByTime } from "../../rest/readByTime.ts";
import { type RestClient, nextOf, query } from "../../rest/restClient.ts";
import { type FoundProject, parseCount } from "./gitlabProject.ts";

const PAGE_SIZE = 100;

/** How far a list of a project has been read. */
export const ListCursor = TimeReadPosition.extend({
  /** The project's number, and the API at which it was found. */
  project: z.string().nullable().default(null),
  api: z.string().default(""),
  /** The project's path, which is part of the URLs of its issues and requests. */
  name: z.string().nullable().default(null),
});
type ListCursor = z.infer<typeof ListCursor>;

interface ListPage<T> {
  readonly values: readonly T[];
  readonly done: number;
  readonly total: number | null;
  readonly cursor: ListCursor;
}

interface GitlabList<T> {
  readonly list: "issues" | "merge_requests";
  readonly rows: (client: RestClient, data: unknown) => readonly TimedRow<T>[];
}

/** Reads a list of a project, oldest change first. */
export async function* readGitlabList<T>(
  { client, path, project }: FoundProject,
  { list, rows }: GitlabList<T>,
  stored: ListCursor,
  signal: AbortSignal,
): AsyncGenerator<ListPage<T>> {
  const name = project.path_with_namespace;
  // The addresses of all items change with the project's, and their times do not.
  const isRenamed = stored.name !== null && stored.name !== name;
  const begin = { scope: "all", state: "all", order_by: "updated_at", sort: "asc", per_page: PAGE_SIZE };
  const start = isRenamed ? TimeReadPosition.parse({}) : stored;
  const pages = readByTime(start, client.context.host, async ({ since, link }) => {
    const first = `${path}/${list}${query({ ...begin, updated_after: since })}`;
    const answer = await client.get(link ?? first, "page", signal);
    return {
      rows: rows(client, answer.data),
      next: nextOf(answer),
      total: parseCount(answer.headers.get("x-total")),
    };
  });
  for await (const { values, place, done, total } of pages) {
    yield { values, done, total, cursor: { ...place, project: String(project.id), api: client.api, name } };
  }
}
