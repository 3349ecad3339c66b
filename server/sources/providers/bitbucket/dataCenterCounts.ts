import { type HostCount, type HostItem, MAX_COUNT_CALLS, type NamedItem } from "../../connector/ledgerTypes.ts";
import { orMissing } from "../../rest/absent.ts";
import { rowId } from "../../rest/listBounds.ts";
import { query } from "../../rest/restClient.ts";
import type { OpenRepository } from "./DataCenterRepository.ts";
import { readNumberedPage } from "./dataCenterLists.ts";
import { DataCenterRequestRow, dataCenterRequestOf } from "./dataCenterRequestRows.ts";

/** What the host gives at most of this list by default. */
const PAGE_SIZE = 1000;

/** The host names no total, so the rows are counted. */
export async function countDataCenterRequests(
  { client, path }: OpenRepository,
  signal: AbortSignal,
): Promise<HostCount> {
  const ids = new Set<string>();
  let start = 0;
  for (let call = 2; call < MAX_COUNT_CALLS; call += 1) {
    const values = { state: "ALL", order: "OLDEST", withAttributes: "false", withProperties: "false", start };
    const list = `${path}/pull-requests${query({ ...values, limit: PAGE_SIZE })}`;
    const { rows, next } = await readNumberedPage(client, list, signal, start);
    for (const row of rows) ids.add(rowId(row));
    if (next === null) return { kind: "requests", count: ids.size, precision: "exact" };
    start = next;
  }
  return { kind: "requests", count: ids.size, precision: "at_least" };
}

/** The requests with these numbers, one call each: no list of the host takes several. */
export async function readDataCenterRequests(
  { client, path, page, root }: OpenRepository,
  items: readonly NamedItem[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HostItem>> {
  const result = new Map<string, HostItem>();
  for (const { externalId } of items) {
    if (!/^\d{1,9}$/.test(externalId)) continue;
    const answer = await orMissing(client.get(`${path}/pull-requests/${externalId}`, "item", signal));
    const request = answer && dataCenterRequestOf(client.read(DataCenterRequestRow, answer.data), page, root);
    if (request) result.set(request.externalId, { kind: "request", request });
  }
  return result;
}
