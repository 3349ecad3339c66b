import { z } from "zod";
import { boundRows } from "../../rest/listBounds.ts";
import { type RestClient, query } from "../../rest/restClient.ts";

/** The path of v1 of the API from the client's root, which is that of v2. */
export const V1 = "../../rest/api";
/** Rows of one answer; the host gives fewer where it expands bodies. */
export const SEARCH_SIZE = 200;

const List = z.object({
  results: z.array(z.unknown()),
  _links: z.object({ next: z.string().nullish() }).nullish(),
});

export interface ContentQuery {
  readonly cql: string;
  readonly expand: string;
  readonly limit?: number;
}

/** A search by CQL at Confluence Cloud to its end, in pages. It finds content of each kind, of which v2 lists only some. @throws SourceError */
export async function* searchContent(
  client: RestClient,
  { cql, expand, limit = SEARCH_SIZE }: ContentQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  let next: string | null = `${V1}/content/search${query({ cql, expand, limit })}`;
  const bound = boundRows(client.context.host);
  while (next !== null) {
    const { data } = await client.get(next, "page", signal);
    const list: z.infer<typeof List> = client.read(List, data);
    yield list.results;
    const link: string | undefined = /\/rest\/api(\/content\/search\?.*)$/.exec(list._links?.next ?? "")?.[1];
    next = link === undefined ? null : `${V1}${link}`;
    if (next !== null) bound(list.results);
  }
}

/** The condition for a space. */
export const inSpace = (key: string): string => `space = "${key.replaceAll(/["\\]/g, "\\$&")}"`;
