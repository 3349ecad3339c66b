import type { HostCount, HostItem, NamedItem } from "../../connector/ledgerTypes.ts";
import { type RestClient, query } from "../../rest/restClient.ts";
import { ListPage, RequestRow, requestOf } from "./bitbucketRows.ts";

/** A list without a condition on the state has open requests only. */
export const STATES = ["OPEN", "MERGED", "DECLINED", "SUPERSEDED"].map((state) => `state = "${state}"`).join(" OR ");

/** @param path of the list of pull requests */
export async function countRequests(client: RestClient, path: string, signal: AbortSignal): Promise<HostCount> {
  const answer = await client.get(`${path}${query({ q: `(${STATES})`, pagelen: 1 })}`, "item", signal);
  return { kind: "requests", count: client.read(ListPage, answer.data).size ?? null, precision: "exact" };
}

/** One list of the requests with these numbers. */
export async function readRequests(
  client: RestClient,
  path: string,
  items: readonly NamedItem[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HostItem>> {
  const numbers = items.map(({ key }) => `id = ${key.replace("#", "")}`).join(" OR ");
  const list = `${path}${query({ q: `(${STATES}) AND (${numbers})`, pagelen: items.length })}`;
  const { values } = client.read(ListPage, (await client.get(list, "page", signal)).data);
  return new Map(
    client.rows(RequestRow, values).map((row): [string, HostItem] => {
      const request = requestOf(row);
      return [request.externalId, { kind: "request", request }];
    }),
  );
}
