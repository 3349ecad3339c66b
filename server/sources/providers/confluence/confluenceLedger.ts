import { z } from "zod";
import type { CountedKind } from "../../../../contract/sources/ledgerKinds.ts";
import {
  type HostCount,
  type HostItem,
  type HostLedger,
  MAX_COUNT_CALLS,
  type NamedItem,
  type PageText,
} from "../../connector/ledgerTypes.ts";
import { orAbsent } from "../../rest/absent.ts";
import { HostUrl } from "../../rest/hostFields.ts";
import { query } from "../../rest/restClient.ts";
import {
  type ConfluenceApi,
  type ConfluenceOptions,
  PAGE_SIZE,
  type Space,
  createConfluenceApi,
} from "./confluenceApi.ts";
import { ConfluencePages } from "./ConfluencePages.ts";
import { PageRow, parentOf } from "./confluenceRows.ts";

/** The ledger of Confluence Cloud: it counts the ids of a list, because no answer has a total. */
export class ConfluenceLedger implements HostLedger {
  readonly batchSize = 20;
  readonly #site: string;
  readonly #api: ConfluenceApi;
  readonly #pages: ConfluencePages;

  constructor(options: ConfluenceOptions) {
    this.#site = options.url.site;
    this.#api = createConfluenceApi(options);
    this.#pages = new ConfluencePages(this.#api, options.url.site);
  }

  findSpaces(signal: AbortSignal): Promise<readonly Space[]> {
    return this.#api.findSpaces(signal);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    if (!kinds.includes("pages")) return [];
    let count = 0;
    let calls = 0;
    for (const space of await this.#api.findSpaces(signal))
      for (const status of ["current", "archived"] as const) {
        const left = MAX_COUNT_CALLS - calls;
        if (left <= 0) return [{ kind: "pages", count, precision: "at_least" }];
        const listed = await this.#list(space, status, left, signal);
        count += listed.count;
        calls += listed.calls;
        if (listed.isCut) return [{ kind: "pages", count, precision: "at_least" }];
      }
    return [{ kind: "pages", count, precision: "exact" }];
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const { all, findSpaces } = this.#api;
    const spaces = new Map((await findSpaces(signal)).map((space) => [space.id, space]));
    const ids = items.map(({ externalId }) => externalId).join(",");
    const path = `/pages${query({ id: ids, "body-format": "storage", status: "current", limit: PAGE_SIZE })}`;
    const result = new Map<string, HostItem>();
    // A host may answer with fewer rows in one answer than it is asked for.
    for (const row of await all(path, PageRow, signal, items.length)) {
      const space = row.spaceId ? spaces.get(row.spaceId) : [...spaces.values()][0];
      if (space && (row.status ?? "current") === "current")
        result.set(row.id, { kind: "page", page: await this.#pageOf(row, space, signal) });
    }
    return result;
  }

  /** A token without access to archived pages counts none of them. */
  async #list(space: Space, status: "current" | "archived", maxPages: number, signal: AbortSignal) {
    const { client, lists } = this.#api;
    const path = `/spaces/${space.id}/pages${query({ status, limit: PAGE_SIZE, sort: "id" })}`;
    const read = async () => {
      let [count, calls] = [0, 0];
      // One more than may be counted shows whether the list ends here.
      for await (const results of lists(path, signal, maxPages + 1)) {
        calls += 1;
        if (calls > maxPages) return { count, calls: maxPages, isCut: results.length > 0 };
        count += client.read(z.array(PageRow), results).filter((row) => (row.status ?? "current") === status).length;
      }
      return { count, calls, isCut: false };
    };
    return status === "archived" ? orAbsent(read(), { count: 0, calls: 1, isCut: false }) : read();
  }

  async #pageOf(row: PageRow, space: Space, signal: AbortSignal): Promise<PageText> {
    return {
      externalId: row.id,
      title: row.title ?? "",
      body: await this.#pages.body(row, space, signal),
      version: row.version?.number ?? 1,
      parentId: parentOf(row),
      url: HostUrl.parse(`${this.#site}${row._links?.webui || `/spaces/${space.key}/pages/${row.id}`}`) ?? "",
      createdAt: new Date(row.createdAt ?? row.version?.createdAt ?? 0),
      updatedAt: new Date(row.version?.createdAt ?? row.createdAt ?? 0),
    };
  }
}
