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
import { countBareItems, readBareItems } from "./bareItems.ts";
import { type ConfluenceComments, cloudComments } from "./ConfluenceComments.ts";
import { ConfluencePages, LISTS } from "./ConfluencePages.ts";
import { countComments } from "./countComments.ts";
import { PageRow, parentOf } from "./confluenceRows.ts";

/** The ledger of Confluence Cloud: it counts the ids of a list, because no answer has a total. */
export class ConfluenceLedger implements HostLedger {
  readonly batchSize = 20;
  readonly #site: string;
  readonly #api: ConfluenceApi;
  readonly #pages: ConfluencePages;
  readonly #comments: ConfluenceComments;

  constructor(options: ConfluenceOptions) {
    this.#site = options.url.site;
    this.#api = createConfluenceApi(options);
    this.#pages = new ConfluencePages(this.#api, options.url.site);
    this.#comments = cloudComments(this.#api, this.#pages, options);
  }

  findSpaces(signal: AbortSignal): Promise<readonly Space[]> {
    return this.#api.findSpaces(signal);
  }

  async count(kinds: readonly CountedKind[], signal: AbortSignal): Promise<readonly HostCount[]> {
    const pages = await this.#countPages(signal);
    const counts = [pages.count];
    if (kinds.includes("comments"))
      counts.push(await countComments(this.#comments, MAX_COUNT_CALLS - pages.calls, signal));
    return counts.filter(({ kind }) => kinds.includes(kind));
  }

  async read(items: readonly NamedItem[], signal: AbortSignal): Promise<ReadonlyMap<string, HostItem>> {
    const result = new Map<string, HostItem>();
    for (const kind of ["page", "blog_post"] as const) {
      const ids = items.map(({ externalId }) => externalId).filter((id) => !result.has(id));
      if (ids.length > 0) await this.#readTexts(kind, ids, result, signal);
    }
    const rest = items.filter(({ externalId }) => !result.has(externalId));
    if (rest.length === 0) return result;
    for (const page of await readBareItems(
      this.#api,
      this.#pages,
      rest.map(({ externalId }) => externalId),
      signal,
    ))
      result.set(page.externalId, { kind: "page", page });
    return result;
  }

  async #readTexts(
    kind: "page" | "blog_post",
    ids: readonly string[],
    result: Map<string, HostItem>,
    signal: AbortSignal,
  ): Promise<void> {
    const { all, findSpaces } = this.#api;
    const spaces = new Map((await findSpaces(signal)).map((space) => [space.id, space]));
    const values = { id: ids.join(","), "body-format": "storage", status: "current", limit: PAGE_SIZE };
    // A host may answer with fewer rows in one answer than it is asked for.
    for (const row of await all(`/${LISTS[kind]}${query(values)}`, PageRow, signal, ids.length)) {
      const space = row.spaceId ? spaces.get(row.spaceId) : [...spaces.values()][0];
      if (space && (row.status ?? "current") === "current")
        result.set(row.id, { kind: "page", page: await this.#pageOf(row, kind, space, signal) });
    }
  }

  /** Pages, blog posts, and what has a title only. */
  async #countPages(signal: AbortSignal): Promise<{ readonly count: HostCount; readonly calls: number }> {
    let [count, calls] = [0, 0];
    const counted = (precision: HostCount["precision"]) => ({
      count: { kind: "pages", count, precision } as const,
      calls,
    });
    for (const space of await this.#api.findSpaces(signal))
      for (const read of [
        (left: number) => this.#list(space, "page", "current", left, signal),
        (left: number) => this.#list(space, "page", "archived", left, signal),
        (left: number) => this.#list(space, "blog_post", "current", left, signal),
        (left: number) => countRows(countBareItems(this.#api.client, space.key, signal), left),
      ]) {
        const left = MAX_COUNT_CALLS - calls;
        if (left <= 0) return counted("at_least");
        const listed = await read(left);
        count += listed.count;
        calls += listed.calls;
        if (listed.isCut) return counted("at_least");
      }
    return counted("exact");
  }

  /** A token without access to archived pages counts none of them. */
  #list(
    space: Space,
    kind: "page" | "blog_post",
    status: "current" | "archived",
    maxPages: number,
    signal: AbortSignal,
  ): Promise<Counted> {
    const { client, lists } = this.#api;
    const path = `/spaces/${space.id}/${LISTS[kind]}${query({ status, limit: PAGE_SIZE, sort: "id" })}`;
    const counts = async function* () {
      for await (const results of lists(path, signal, maxPages + 1))
        yield client.read(z.array(PageRow), results).filter((row) => (row.status ?? "current") === status).length;
    };
    const read = countRows(counts(), maxPages);
    return status === "archived" ? orAbsent(read, { count: 0, calls: 1, isCut: false }) : read;
  }

  async #pageOf(row: PageRow, kind: "page" | "blog_post", space: Space, signal: AbortSignal): Promise<PageText> {
    return {
      externalId: row.id,
      title: row.title ?? "",
      body: await this.#pages.body(row, space, signal),
      version: row.version?.number ?? 1,
      parentId: kind === "page" ? parentOf(row) : null,
      url:
        HostUrl.parse(
          `${this.#site}${row._links?.webui || `/spaces/${space.key}/${kind === "blog_post" ? "blog" : "pages"}/${row.id}`}`,
        ) ?? "",
      createdAt: new Date(row.createdAt ?? row.version?.createdAt ?? 0),
      updatedAt: new Date(row.version?.createdAt ?? row.createdAt ?? 0),
    };
  }
}

interface Counted {
  readonly count: number;
  readonly calls: number;
  readonly isCut: boolean;
}

/** Sums the rows of a list. One page more than may be counted shows whether the list ends here. */
async function countRows(pages: AsyncGenerator<number>, maxPages: number): Promise<Counted> {
  let [count, calls] = [0, 0];
  for await (const rows of pages) {
    calls += 1;
    if (calls > maxPages) return { count, calls: maxPages, isCut: rows > 0 };
    count += rows;
  }
  return { count, calls, isCut: false };
}
