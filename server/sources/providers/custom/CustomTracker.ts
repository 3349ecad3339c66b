import { z } from "zod";
import type { ImportIssue } from "../../../../contract/sources/imports.ts";
import { parseCursor } from "../../connector/parseCursor.ts";
import type { SourceFacts, TrackerCursor } from "../../connector/connectorTypes.ts";
import type { PushedItem, PushedSource } from "../../connector/pushedTypes.ts";
import type { Tracker, TrackerInventory, TrackerPage } from "../../connector/trackerTypes.ts";
import { factsOf, requirePushed } from "./customFacts.ts";
import { commentsOf, issueOf } from "./customRows.ts";

/** Items of one page: each may be as large as a batch. */
export const PAGE_SIZE = 100;
/** The last change that was read. */
export const Position = z.object({ sequence: z.number().default(0), id: z.string().default("") });

const isIssue = (item: PushedItem["item"]): item is ImportIssue => item?.kind === "issue";

/** The issues that an importer has sent. */
export class CustomTracker implements Tracker {
  readonly #source: PushedSource;
  readonly inventory: TrackerInventory;

  constructor(source: PushedSource) {
    this.#source = source;
    this.inventory = {
      count: async () => (await source.counts()).issue,
      countsRequests: false,
      ids: () => source.ids("issue"),
      has: async ({ externalId }) => (await source.items("issue", [externalId])).length > 0,
    };
  }

  describe(): Promise<SourceFacts> {
    return factsOf(this.#source);
  }

  async *changes(cursor: TrackerCursor | null): AsyncGenerator<TrackerPage> {
    const { linkTemplate, sequence } = await requirePushed(this.#source);
    let after = parseCursor(Position, cursor);
    for (let done = 0; ;) {
      const rows = await this.#source.changes("issue", after, PAGE_SIZE);
      const last = rows.at(-1);
      if (!last) break;
      after = { sequence: last.sequence, id: last.externalId };
      done += rows.length;
      yield { step: "issues", cursor: after, done, total: null, supersedes: true, ...pageOf(rows, linkTemplate) };
    }
    // Requests are read after the issues, so they are read up to this change too.
    await this.#source.markRead(sequence);
  }

  async issue({ externalId }: { readonly externalId: string }): Promise<Partial<TrackerPage>> {
    const { linkTemplate } = await requirePushed(this.#source);
    return pageOf(await this.#source.items("issue", [externalId]), linkTemplate);
  }
}

function pageOf(rows: readonly PushedItem[], template: string) {
  const items = rows.flatMap(({ item }) => (isIssue(item) ? [item] : []));
  const issues = items.map((item) => issueOf(item, template));
  return {
    issues,
    comments: items.flatMap(commentsOf),
    wholeThreads: issues.map(({ key }) => key),
    gone: rows.flatMap(({ item, externalId }) => (item === null ? [externalId] : [])),
  };
}
