import { z } from "zod";
import { SourceError } from "../../SourceError.ts";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import type { HostRelease, HostReleases } from "../../connector/requestTypes.ts";
import { type GithubApi, type GithubOptions, nextOnHost, readRowsOf } from "./githubApi.ts";
import { User, personOf } from "./githubRows.ts";
import { HostTime, HostUrl } from "../../rest/hostFields.ts";

/** GitHub lists 10,000 releases at most. */
const MAX_PAGES = 100;
const ReleaseRow = z.object({
  id: z.union([z.number(), z.bigint()]),
  tag_name: z.string(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  html_url: HostUrl,
  draft: z.boolean().nullish(),
  prerelease: z.boolean().nullish(),
  author: User.nullish(),
  created_at: HostTime,
  published_at: HostTime.nullish(),
});

/** All releases of a repository, with the drafts, which only people with push access see, left out; null at a host that keeps none. */
export async function readGithubReleases(
  { url, onSkipped }: GithubOptions,
  { request, path, root }: GithubApi,
  signal: AbortSignal,
): Promise<HostReleases | null> {
  const hostReleases: HostRelease[] = [];
  const leftOut: LeftOutItem[] = [];
  let route = `GET ${await path(signal)}/releases`;
  let parameters: Record<string, unknown> = { per_page: 100 };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await request(route, "page", parameters, signal).catch((error: unknown) => {
      if (page === 0 && error instanceof SourceError && (error.code === "not_found" || error.code === "gone"))
        return null;
      throw error;
    });
    if (answer === null) return null;
    for (const row of readRowsOf(ReleaseRow, answer.data, url.host, onSkipped)) {
      if (row.draft) {
        leftOut.push({ kind: "draft_release", externalId: String(row.id) });
        continue;
      }
      hostReleases.push({
        externalId: String(row.id),
        tag: row.tag_name,
        name: row.name || row.tag_name,
        body: row.body ?? "",
        url: row.html_url ?? "",
        author: personOf(row.author),
        isPrerelease: row.prerelease ?? false,
        createdAt: new Date(row.created_at),
        publishedAt: row.published_at ? new Date(row.published_at) : null,
      });
    }
    const next = nextOnHost(answer.headers["link"], root(), url.host);
    if (next === null) break;
    route = `GET ${next}`;
    parameters = {};
  }
  return { releases: hostReleases, leftOut };
}
