import { message } from "../../../messages/messages.ts";
import type { RestClient } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { DataCenterPage } from "./dataCenterRequestRows.ts";

/** A page of a list that is paged by numbers. */
export interface NumberedRows {
  readonly rows: readonly unknown[];
  /** The number of the first row of the next page; null at the end. */
  readonly next: number | null;
  /** Characters of the answer. */
  readonly size: number;
}

/**
 * @param path with the number of the first row in its query
 * @throws SourceError for a page that is not the last one and does not lead on, since the rest of the list would count as missing
 */
export async function readNumberedPage(
  client: RestClient,
  path: string,
  signal: AbortSignal,
  start: number,
): Promise<NumberedRows> {
  const answer = await client.get(path, "page", signal);
  const { values, isLastPage, nextPageStart } = client.read(DataCenterPage, answer.data);
  const next = isLastPage ? null : (nextPageStart ?? start + values.length);
  if (next !== null && next <= start)
    throw new SourceError("bad_answer", message("host.endless_list", { host: client.context.host }));
  return { rows: values, next, size: answer.size };
}
