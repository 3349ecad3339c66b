import type { ImportRequest } from "../../../../contract/sources/imports.ts";
import { message } from "../../../messages/messages.ts";
import type { TrackerCursor } from "../../connector/connectorTypes.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { PushedItem, PushedSource } from "../../connector/pushedTypes.ts";
import type { KnownRequest, RequestDetails, RequestPage, RequestReader } from "../../connector/requestTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { requirePushed } from "./customFacts.ts";
import { requestDetailsOf, requestOf } from "./customRows.ts";
import { PAGE_SIZE, Position } from "./CustomTracker.ts";

const isRequest = (item: PushedItem["item"]): item is ImportRequest => item?.kind === "request";

/** The requests that an importer has sent. */
export class CustomRequests implements RequestReader {
  readonly readsLocally = true;
  readonly #source: PushedSource;

  constructor(source: PushedSource) {
    this.#source = source;
  }

  async *changes(cursor: TrackerCursor | null): AsyncGenerator<RequestPage> {
    const { linkTemplate } = await requirePushed(this.#source);
    let after = parseCursor(Position, cursor);
    for (let done = 0; ;) {
      const rows = await this.#source.changes("request", after, PAGE_SIZE);
      const last = rows.at(-1);
      if (!last) return;
      after = { sequence: last.sequence, id: last.externalId };
      done += rows.length;
      yield {
        cursor: after,
        done,
        total: null,
        supersedes: true,
        requests: rows.flatMap(({ item }) => (isRequest(item) ? [requestOf(item, linkTemplate)] : [])),
        gone: rows.flatMap(({ item, externalId }) => (item === null ? [externalId] : [])),
      };
    }
  }

  async details({ externalId }: KnownRequest): Promise<RequestDetails> {
    const [item] = await this.#source.items("request", [externalId]);
    if (!item || !isRequest(item.item)) throw new SourceError("gone", message("import.item_gone"));
    return requestDetailsOf(item.item);
  }
}
