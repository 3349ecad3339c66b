import type { ConnectorOptions } from "../../connector/connectorTypes.ts";
import { z } from "zod";
import { message } from "../../../messages/messages.ts";
import { atlassianClient } from "../atlassian/atlassianAccess.ts";
import { SourceError } from "../../SourceError.ts";
import { boundRows } from "../../rest/listBounds.ts";
import { type RestClient, type RestResponse, nextOf, query } from "../../rest/restClient.ts";
import { RESTRICTIONS_SCOPE } from "./confluenceRestrictions.ts";
import type { ConfluenceUrl } from "./confluenceUrl.ts";

export type ConfluenceOptions = ConnectorOptions<ConfluenceUrl>;

const CONFLUENCE_SCOPES = ["read:space:confluence", "read:page:confluence", RESTRICTIONS_SCOPE];
export const PAGE_SIZE = 250;

const Space = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  key: z.string(),
  name: z.string().nullish(),
  status: z.string().nullish(),
});
export type Space = z.infer<typeof Space>;
export const List = z.object({
  results: z.array(z.unknown()),
  _links: z.object({ next: z.string().nullish() }).nullish(),
});

/** Lists of one Confluence Cloud site, or of one of its spaces. */
export interface ConfluenceApi {
  readonly client: RestClient;
  /** A list to its end. @param maxPages of the list that are read; without it all, as far as the size of lists is bounded */
  readonly lists: (path: string, signal: AbortSignal, maxPages?: number) => AsyncGenerator<readonly unknown[]>;
  /** The same in one array. */
  readonly all: <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal, maxPages?: number) => Promise<T[]>;
  /** The space of the address, or all. @throws SourceError `not_found` when none is visible */
  readonly findSpaces: (signal: AbortSignal) => Promise<readonly Space[]>;
}

export function createConfluenceApi(options: ConfluenceOptions): ConfluenceApi {
  const { url, credential } = options;
  const client = atlassianClient("confluence", options, {
    api: url.api,
    provider: "Confluence",
    thing: url.space === null ? "wiki" : "space",
    scopes: CONFLUENCE_SCOPES,
  });
  let spaces: readonly Space[] | undefined;

  const lists = async function* (
    path: string,
    signal: AbortSignal,
    maxPages = Infinity,
  ): AsyncGenerator<readonly unknown[]> {
    let next: string | null = path;
    const bound = boundRows(url.host);
    for (let page = 0; next !== null && page < maxPages; page += 1) {
      const answer: RestResponse = await client.get(next, "page", signal);
      const list: z.infer<typeof List> = client.read(List, answer.data);
      yield list.results;
      // The link names a path of the site; what follows the root of the API is the path of the next page.
      const link: string | null = list._links?.next ?? nextOf(answer);
      next = link === null ? null : (/\/api\/v2(\/.*)$/.exec(link)?.[1] ?? null);
      if (next !== null && maxPages === Infinity) bound(list.results);
    }
  };
  const all = async <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal, maxPages?: number): Promise<T[]> => {
    const rows: T[] = [];
    for await (const results of lists(path, signal, maxPages)) rows.push(...client.rows(shape, results));
    return rows;
  };
  const findSpaces = async (signal: AbortSignal): Promise<readonly Space[]> => {
    if (spaces) return spaces;
    const rows = await all(
      `/spaces${query({ keys: url.space, limit: url.space === null ? PAGE_SIZE : 2 })}`,
      Space,
      signal,
    );
    const ours = url.space === null ? rows : rows.filter(({ key }) => key.toLowerCase() === url.space?.toLowerCase());
    if (ours.length === 0) {
      throw new SourceError(
        "not_found",
        credential ? message("space.not_shown", { host: url.host }) : message("space.not_visible", { host: url.host }),
      );
    }
    return (spaces = ours);
  };
  return { client, lists, all, findSpaces };
}

/** Optional data of a page: when the token may not read it, the page is read without it. */
export async function optional<T>(reading: Promise<T[]>): Promise<T[]> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SourceError && (error.code === "forbidden" || error.code === "not_found")) return [];
    throw error;
  }
}
