import type { z } from "zod";
import type { HostCount, HostItem, NamedItem } from "../../connector/ledgerTypes.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { ListPage, RequestRow, requestOf } from "./bitbucketRows.ts";

/** A list without a condition on the state has open requests only. */
export const REQUEST_STATES = ["OPEN", "MERGED", "DECLINED", "SUPERSEDED"]
  .map((state) => `state = "${state}"`)
  .join(" OR ");

/** @param path of the list of pull requests */
export async function countRequests(client: RestClient, path: string, signal: AbortSignal): Promise<HostCount> {
  const answer = await client.get(`${path}${query({ q: `(${REQUEST_STATES})`, pagelen: 1 })}`, "item", signal);
  return { kind: "requests", count: client.read(ListPage, answer.data).size ?? null, precision: "exact" };
}

/** The requests with these numbers. */
export async function readRequests(
  client: RestClient,
  path: string,
  items: readonly NamedItem[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HostItem>> {
  const numbers = items.map(({ key }) => `id = ${key.replace("#", "")}`).join(" OR ");
  const result = new Map<string, HostItem>();
  let next: string | null = `${path}${query({ q: `(${REQUEST_STATES}) AND (${numbers})`, pagelen: items.length })}`;
  for (let page = 0; next !== null && page < items.length; page += 1) {
    const list: z.infer<typeof ListPage> = client.read(ListPage, (await client.get(next, "page", signal)).data);
    for (const request of client.rows(RequestRow, list.values).map(requestOf))
      result.set(request.externalId, { kind: "request", request });
    next = list.next ?? null;
  }
  return result;
}
