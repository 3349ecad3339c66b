import { millisecondsOf } from "../../../../contract/durations.ts";
import {
  type OpenedIndex,
  type OpenedPages,
  messageOf,
  textOfIssue,
  searchedTextOfPage,
  textOfRequest,
} from "../../../index/OpenedIndex.ts";
import { issueRef } from "../../ranking/itemRefs.ts";
import { wikisOf } from "../../documents/wikisOf.ts";
import { codeCollection, documentCollection, symbolCollection } from "./codeCollections.ts";
import { type Collection, EMPTY_FIELDS, COLLECTION_DEFAULTS, iso } from "./collection.ts";
import { NO_VALUE, commitFacets, issueFacets, pageFacets, requestFacets } from "./facetColumns.ts";
import { personCollection } from "./personCollection.ts";
import { livePageKey } from "../filters/liveColumns.ts";
import { type SearchPeople, authorColumn, authorOf, peopleOfIndex, reviewerColumn } from "./searchPeople.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";
import { memoize, once } from "../../../memoize.ts";

/** Collections of files, which do not depend on identities. */
const fileCollections = memoize((index: OpenedIndex) => ({
  code: codeCollection(index),
  symbols: symbolCollection(index),
  documents: documentCollection(index),
}));
const cache = new WeakMap<SearchPeople, readonly Collection[]>();

/**
 * The collections of an opened index; one that holds nothing is left out.
 * @param people of the index; those of its project, where there is one
 */
export function collectionsOf(index: OpenedIndex, people: SearchPeople = peopleOfIndex(index)): readonly Collection[] {
  let collections = cache.get(people);
  if (!collections) {
    const files = fileCollections(index);
    collections = [
      files.code,
      files.symbols,
      issueCollection(index, people),
      requestCollection(index, people),
      files.documents,
      pageCollection(index, people),
      commitCollection(index, people),
      personCollection(people),
    ].filter(({ group }) => group.documents > 0);
    cache.set(people, collections);
  }
  return collections;
}

function issueCollection(index: OpenedIndex, people: SearchPeople): Collection {
  const { issues } = index;
  return {
    ...COLLECTION_DEFAULTS,
    kind: "issue",
    group: index.issueGroup,
    prior: SEARCH_WEIGHTS.issue.weight,
    filters: issues && [issues.filters],
    facets: once(() => ({ ...issueFacets(index), author: authorColumn(people, issues ? [people.issues] : []) })),
    text: ({ document }) => (issues ? `${issues.table.title(document)}\n${textOfIssue(issues, document)}` : ""),
    head: ({ document }) => issues?.table.title(document) ?? "",
    heads: issues && [issues.table.titles],
    boost: (_, document) => (issues?.table.state(document) === "open" ? 1 : SEARCH_WEIGHTS.closedIssue.weight),
    time: (_, document) => issues?.table.updatedAt(document) ?? 0,
    itemKey: (_, document) => issues?.table.id(document) ?? "",
    present: ({ document }) => {
      const row = issues?.table.row(document);
      return {
        ...EMPTY_FIELDS,
        kind: "issue",
        id: row?.id ?? "",
        address: issues && row ? issueRef(issues, document).address : null,
        title: row ? `${row.key} ${row.title}`.trim() : "",
        url: row?.url ?? null,
        source: row?.source ?? null,
        state: row?.state ?? null,
        ...authorOf(people, people.issues, document),
        updated_at: row ? iso(row.updatedAt) : null,
      };
    },
  };
}

function requestCollection(index: OpenedIndex, people: SearchPeople): Collection {
  const { requests } = index;
  return {
    ...COLLECTION_DEFAULTS,
    kind: "request",
    group: index.requestGroup,
    prior: SEARCH_WEIGHTS.request.weight,
    filters: requests && [requests.filters],
    facets: once(() => ({
      ...requestFacets(index),
      author: authorColumn(people, requests ? [people.requests] : []),
      reviewer: reviewerColumn(people),
    })),
    text: ({ document }) =>
      requests ? `${requests.table.text(document, "title")}\n${textOfRequest(requests, document)}` : "",
    head: ({ document }) => requests?.table.text(document, "title") ?? "",
    heads: requests && [requests.table.titles],
    boost: (_, document) => (requests?.table.state(document) === "closed" ? SEARCH_WEIGHTS.closedRequest.weight : 1),
    time: (_, document) => requests?.table.updatedAt(document) ?? 0,
    itemKey: (_, document) => requests?.table.text(document, "id") ?? "",
    mergedAt: (document) => requests?.table.mergedAt(document) ?? null,
    present: ({ document }) => {
      const text = (name: "id" | "address" | "key" | "title" | "url" | "source"): string =>
        requests?.table.text(document, name) ?? "";
      return {
        ...EMPTY_FIELDS,
        kind: "request",
        id: text("id"),
        address: text("address"),
        title: `${text("key")} ${text("title")}`.trim(),
        url: text("url") || null,
        source: text("source"),
        state: requests?.table.state(document) ?? null,
        ...authorOf(people, people.requests, document),
        updated_at: iso(requests?.table.updatedAt(document) ?? 0),
      };
    },
  };
}

/** The page's path in the document explorer. */
const pathOfPage = (pages: OpenedPages, page: number): string | null =>
  wikisOf(pages).get(pages.table.source(page))?.pathOf(page) || null;

function pageCollection(index: OpenedIndex, people: SearchPeople): Collection {
  const { pages } = index;
  return {
    ...COLLECTION_DEFAULTS,
    kind: "document",
    group: index.pageGroup,
    prior: SEARCH_WEIGHTS.page.weight,
    filters: pages && [pages.filters],
    facets: once(() => ({ ...pageFacets(index), author: authorColumn(people, pages ? [people.pages] : []) })),
    text: ({ document }) => (pages ? `${pages.table.title(document)}\n${searchedTextOfPage(pages, document)}` : ""),
    time: (_, document) => pages?.table.updatedAt(document) ?? 0,
    itemKey: (_, document) =>
      pages ? livePageKey(pages.table.source(document), pathOfPage(pages, document) ?? "") : "",
    present: ({ document }) => {
      const row = pages?.table.row(document);
      return {
        ...EMPTY_FIELDS,
        kind: "document",
        id: row?.id ?? "",
        title: row?.title ?? "",
        path: pages ? pathOfPage(pages, document) : null,
        url: row?.url ?? null,
        source: row?.source ?? null,
        ...authorOf(people, people.pages, document),
        updated_at: row ? iso(row.updatedAt) : null,
      };
    },
  };
}

function commitCollection(index: OpenedIndex, people: SearchPeople): Collection {
  return {
    ...COLLECTION_DEFAULTS,
    kind: "commit",
    group: index.commitGroup,
    prior: SEARCH_WEIGHTS.commit.weight,
    filters: index.commits.map(({ filters }) => filters),
    facets: once(() => ({ ...commitFacets(index), author: authorColumn(people, people.commits) })),
    text: ({ member, document }) => {
      const commits = index.commits[member];
      return commits ? messageOf(commits, document) : "";
    },
    head: ({ member, document }) => index.commits[member]?.table.subject(document) ?? "",
    heads: index.commits.map(({ table }) => table.subjects),
    boost: (member, document) =>
      index.commits[member]?.table.isMerge(document) ? SEARCH_WEIGHTS.mergeCommit.weight : 1,
    documentClass: (member, document) => (index.commits[member]?.table.isMerge(document) ? "merge" : ""),
    isByBot: (member, document) => people.people[people.commits[member]?.[document] ?? NO_VALUE]?.isBot === true,
    time: (member, document) => millisecondsOf(index.commits[member]?.table.times[document] ?? 0),
    present: ({ member, document }) => {
      const commits = index.commits[member];
      const hash = commits?.table.hash(document) ?? "";
      return {
        ...EMPTY_FIELDS,
        kind: "commit",
        id: `${commits?.part.source ?? ""}:${hash}`,
        hash,
        title: commits?.table.subject(document) ?? "",
        source: commits?.part.source ?? null,
        ...authorOf(people, people.commits[member], document),
        updated_at: iso(millisecondsOf(commits?.table.times[document] ?? 0)),
      };
    },
  };
}
