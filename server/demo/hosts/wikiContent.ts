/** Search by CQL and the restrictions of one item: `/content/…` of Confluence Cloud's REST API v1. */
import type { PageKind } from "../../../contract/documents/pageKinds.ts";
import type { JsonValue } from "./hostAnswers.ts";
import type { Answer } from "./hostCalls.ts";
import type { WikiData, WikiRemark, WikiStory } from "./wikiHostData.ts";

/** Confluence gives this many rows in one answer by default. */
const ROWS = 25;

const TYPES: Readonly<Record<PageKind, string>> = {
  page: "page",
  blog_post: "blogpost",
  folder: "folder",
  whiteboard: "whiteboard",
  database: "database",
};
/** Places of content in its space by its kind. */
const PATHS: Readonly<Record<PageKind, string>> = {
  page: "pages",
  blog_post: "blog",
  folder: "folder",
  whiteboard: "whiteboard",
  database: "database",
};

/** From the top of the space down. In a tree that runs in circles each page once. */
export function storiesAbove({ pages }: WikiData, page: WikiStory): WikiStory[] {
  const above: WikiStory[] = [];
  for (let { parent } = page; ;) {
    const next = pages.find(({ id }) => id === parent);
    if (!next || next === page || above.includes(next)) return above.toReversed();
    above.push(next);
    ({ parent } = next);
  }
}

/** @param rows most rows of one answer */
export function contentAnswer(wiki: WikiData, call: string, query: URLSearchParams, rows: number): Answer {
  if (call === "/content/search") {
    const matches = search(wiki, query.get("cql") ?? "", new Set((query.get("expand") ?? "").split(",")));
    if (matches === null) return { status: 400, body: { statusCode: 400, message: "Could not parse cql" } };
    const from = Number(query.get("cursor") ?? 0);
    const end = from + Math.min(Number(query.get("limit") ?? ROWS), rows);
    const following = new URLSearchParams(query);
    following.set("cursor", String(end));
    const results = matches.slice(from, end);
    return {
      status: 200,
      body: {
        results,
        start: from,
        limit: end - from,
        size: results.length,
        _links: end < matches.length ? { next: `/rest/api/content/search?${following}` } : {},
      },
    };
  }
  const id = /^\/content\/(\d+)\/restriction\/byOperation\/read$/.exec(call)?.[1];
  const page = wiki.pages.find((candidate) => String(candidate.id) === id);
  return page
    ? { status: 200, body: restrictionOf(page) }
    : { status: 404, body: { errors: [{ status: 404, title: "Not Found" }] } };
}

/** The rows that match a query of the forms that are known here; null for another one. */
function search(wiki: WikiData, cql: string, expand: ReadonlySet<string>): JsonValue[] | null {
  const [conditions = "", order] = cql.split(" order by ");
  const forms: [RegExp, (values: string[], row: { id: number; type: string }) => boolean][] = [
    [/^space = "([^"]+)"$/, ([key]) => key === wiki.space.key],
    [/^type = (\w+)$/, ([type], row) => row.type === type],
    [/^type in \(([^)]+)\)$/, ([types = ""], row) => types.split(", ").includes(row.type)],
    [/^id in \(([^)]+)\)$/, ([ids = ""], row) => ids.split(",").includes(String(row.id))],
  ];
  const tests = conditions.split(" and ").map((condition) => {
    const form = forms.find(([pattern]) => pattern.test(condition));
    return form && ((row: { id: number; type: string }) => form[1](form[0].exec(condition)?.slice(1) ?? [], row));
  });
  if (tests.includes(undefined)) return null;
  const isFound = (row: { id: number; type: string }) => tests.every((test) => test?.(row));
  const stories = wiki.pages
    .filter(({ isArchived }) => !isArchived)
    .filter(({ id, kind = "page" }) => isFound({ id, type: TYPES[kind] }))
    .map((page) => storyRow(wiki, page, expand));
  const remarks = wiki.pages
    .flatMap((page) => (page.comments ?? []).map((remark) => ({ page, remark })))
    .filter(({ remark }) => isFound({ id: remark.id, type: "comment" }))
    .toSorted((a, b) => (order === "lastmodified desc" ? b.remark.at.localeCompare(a.remark.at) : 0))
    .map(({ page, remark }) => remarkRow(wiki, page, remark, expand));
  return [...stories, ...remarks];
}

const spaceRow = ({ space }: WikiData) => ({
  id: Number(space.id),
  key: space.key,
  name: space.name,
  type: "global",
  status: "current",
  _expandable: {},
  _links: {},
});

function storyRow(wiki: WikiData, page: WikiStory, expand: ReadonlySet<string>) {
  const { kind = "page", versions } = page;
  const isExpanded = expand.has("restrictions.read.restrictions.user");
  const [first, last] = [versions[0], versions.at(-1)];
  const row = (story: WikiStory) => ({
    id: String(story.id),
    type: TYPES[story.kind ?? "page"],
    status: "current",
    title: story.title,
    ...(isExpanded && { restrictions: { read: restrictionOf(story) } }),
  });
  return {
    ...row(page),
    ...(expand.has("ancestors") && { ancestors: storiesAbove(wiki, page).map(row) }),
    ...(expand.has("space") && { space: spaceRow(wiki) }),
    ...(expand.has("version") && { version: versionRow(wiki, last, versions.length) }),
    ...(expand.has("history") && { history: historyRow(wiki, first) }),
    ...(expand.has("extensions.position") && { extensions: { position: page.id } }),
    _links: { webui: `/spaces/${wiki.space.key}/${PATHS[kind]}/${page.id}` },
  };
}

function remarkRow(wiki: WikiData, page: WikiStory, remark: WikiRemark, expand: ReadonlySet<string>) {
  const { id, author, at, body, quote, version = 1 } = remark;
  const written = { author, at };
  return {
    id: String(id),
    type: "comment",
    status: "current",
    title: `Re: ${page.title}`,
    ...(expand.has("container") && {
      container: { id: String(page.id), type: TYPES[page.kind ?? "page"], status: "current", title: page.title },
    }),
    ...(expand.has("space") && { space: spaceRow(wiki) }),
    ...(expand.has("version") && { version: versionRow(wiki, written, version) }),
    ...(expand.has("history") && { history: historyRow(wiki, written) }),
    ...(expand.has("body.storage") && { body: { storage: { value: body, representation: "storage" } } }),
    extensions: {
      location: quote === undefined ? "footer" : "inline",
      ...(quote !== undefined &&
        expand.has("extensions.inlineProperties") && {
          inlineProperties: { originalSelection: quote, markerRef: `m${id}` },
        }),
    },
    _links: {
      webui: `/spaces/${wiki.space.key}/${PATHS[page.kind ?? "page"]}/${page.id}?focusedCommentId=${id}`,
    },
  };
}

type Writing = WikiStory["versions"][number] | undefined;

function userRow({ people }: WikiData, accountId: string | undefined) {
  const person = people.find((candidate) => candidate.accountId === accountId);
  return {
    type: "known",
    accountId: accountId ?? "",
    accountType: "atlassian",
    displayName: person?.name ?? "",
    publicName: person?.name ?? "",
    email: person?.email ?? "",
  };
}

const versionRow = (wiki: WikiData, writing: Writing, number: number) => ({
  by: userRow(wiki, writing?.author),
  when: writing?.at ?? "",
  friendlyWhen: writing?.at ?? "",
  message: "",
  number,
  minorEdit: false,
});

const historyRow = (wiki: WikiData, writing: Writing) => ({
  latest: true,
  createdBy: userRow(wiki, writing?.author),
  createdDate: writing?.at ?? "",
});

const restrictionOf = ({ readers = [] }: WikiStory) => ({
  operation: "read",
  restrictions: {
    user: {
      results: readers.map((accountId) => ({ type: "known", accountId })),
      start: 0,
      limit: 200,
      size: readers.length,
    },
    group: { results: [], start: 0, limit: 200, size: 0 },
  },
  _expandable: {},
  _links: {},
});
