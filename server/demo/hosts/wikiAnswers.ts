import type { JsonValue } from "./hostAnswers.ts";
import type { Answer } from "./hostCalls.ts";
import type { WikiData, WikiStory } from "./wikiHostData.ts";

/** Confluence gives this many rows in one answer by default, and never more than 250. */
const ROWS = 25;
const MAX_ROWS = 250;

const notFound = (title = "Not Found"): Answer => ({ status: 404, body: { errors: [{ status: 404, title }] } });

/**
 * What Confluence Cloud's REST API (v2, and the calls of v1 for people and for restrictions) says of a wiki with one space.
 * @param rows most rows of one answer
 * @returns undefined for a path that is not the API's
 */
export function wikiAnswer(wiki: WikiData, path: string, query: URLSearchParams, rows = MAX_ROWS): Answer | undefined {
  const person = /^\/wiki\/rest\/api\/user(\/current)?$/.exec(path);
  if (person) return personAnswer(wiki, person[1] === undefined ? query.get("accountId") : wiki.people[0]?.accountId);
  const v1 = /^\/wiki\/rest\/api(\/content\/.*)$/.exec(path)?.[1];
  if (v1 !== undefined) return contentAnswer(wiki, v1, query, rows);
  const call = /^\/wiki\/api\/v2(\/.*)$/.exec(path)?.[1];
  if (call === undefined) return undefined;
  const { space, pages } = wiki;
  /** A part of a list, with the way to the next one. */
  const paged = (all: readonly JsonValue[]): Answer => {
    const from = Number(query.get("cursor") ?? 0);
    const end = from + Math.min(Number(query.get("limit") ?? ROWS), rows);
    const following = new URLSearchParams(query);
    following.set("cursor", String(end));
    return {
      status: 200,
      body: { results: all.slice(from, end), _links: end < all.length ? { next: `${path}?${following}` } : {} },
    };
  };
  if (call === "/spaces") {
    const keys = query.get("keys");
    const isRequested = keys === null || keys.split(",").includes(space.key);
    return paged(isRequested ? [{ ...space, type: "global", status: "current" }] : []);
  }
  if (call === `/spaces/${space.id}/pages`) {
    const status = query.get("status") ?? "current";
    return paged(pages.map((page) => pageAnswer(wiki, page)).filter((page) => page.status === status));
  }
  if (call === "/pages") return paged(namedPages(wiki, query));
  if (call === `/spaces/${space.id}/content/labels`) {
    const names = [...new Set(pages.flatMap(({ labels }) => labels))].toSorted((a, b) => a.localeCompare(b));
    return paged(names.map((name) => ({ id: `9${name}`, name, prefix: "global" })));
  }
  const label = /^\/labels\/9([^/]+)\/pages$/.exec(call)?.[1];
  if (label !== undefined) {
    if (query.get("space-id") !== space.id)
      return { status: 400, body: { errors: [{ status: 400, title: "space-id" }] } };
    const matchingPages = pages.filter(({ labels }) => labels.includes(decodeURIComponent(label)));
    return paged(matchingPages.map((page) => pageAnswer(wiki, page)));
  }
  if (call === "/attachments") {
    const ofPages = pages.flatMap(({ id, files }) =>
      files.map((title) => fileAnswer(id, title, { pageId: String(id) })),
    );
    const ofPosts = (wiki.blogFiles ?? []).map((title) => fileAnswer(0, title, { blogPostId: "5" }));
    return paged([...ofPages, ...ofPosts]);
  }
  const [, id, part] = /^\/pages\/(\d+)(?:\/(labels|attachments|versions|ancestors))?$/.exec(call) ?? [];
  const page = pages.find((candidate) => String(candidate.id) === id);
  if (!page) return notFound();
  if (part === "labels") return paged(page.labels.map((name) => ({ id: `9${name}`, name, prefix: "global" })));
  if (part === "attachments")
    return paged(page.files.map((title) => fileAnswer(page.id, title, { pageId: String(page.id) })));
  if (part === "ancestors")
    return paged(ancestorsOf(wiki, page).map(({ id: above }) => ({ id: String(above), type: "page" })));
  if (part === "versions") return paged(page.versions.map((_, index) => versionAnswer(page, index)).toReversed());
  return { status: 200, body: textAnswer(wiki, page, query) };
}

/** The pages with the ids of the query, or all. */
function namedPages(wiki: WikiData, query: URLSearchParams) {
  const ids = query.get("id")?.split(",");
  const pages = wiki.pages.filter(({ id, isArchived }) => !isArchived && (!ids || ids.includes(String(id))));
  return pages.map((page) => textAnswer(wiki, page, query));
}

/** A page with its text, where the query asks for it. */
function textAnswer(wiki: WikiData, page: WikiStory, query: URLSearchParams) {
  const hasText = query.get("body-format") === "storage";
  const text = { body: { storage: { representation: "storage", value: page.body } } };
  return { ...pageAnswer(wiki, page), ...(hasText && text) };
}

/** From the top of the space down. In a tree that runs in circles each page once. */
function ancestorsOf({ pages }: WikiData, page: WikiStory): WikiStory[] {
  const above: WikiStory[] = [];
  for (let { parent } = page; ;) {
    const next = pages.find(({ id }) => id === parent);
    if (!next || next === page || above.includes(next)) return above.toReversed();
    above.push(next);
    ({ parent } = next);
  }
}

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

/** Search by CQL and the restrictions of one item: `/content/…` of v1. */
function contentAnswer(wiki: WikiData, call: string, query: URLSearchParams, rows: number): Answer {
  if (call === "/content/search") {
    const isOurs = query.get("cql") === `space = "${wiki.space.key}" and type = page`;
    const isExpanded = query.get("expand")?.includes("restrictions.read.restrictions.user") === true;
    const all = isOurs ? wiki.pages.filter(({ isArchived }) => !isArchived) : [];
    const from = Number(query.get("cursor") ?? 0);
    const end = from + Math.min(Number(query.get("limit") ?? ROWS), rows);
    const following = new URLSearchParams(query);
    following.set("cursor", String(end));
    const row = (page: WikiStory) => ({
      id: String(page.id),
      type: "page",
      status: "current",
      title: page.title,
      ...(isExpanded && { restrictions: { read: restrictionOf(page) } }),
    });
    const results = all.slice(from, end);
    return {
      status: 200,
      body: {
        results: results.map((page) => ({
          ...row(page),
          ...(isExpanded && { ancestors: ancestorsOf(wiki, page).map(row) }),
        })),
        start: from,
        limit: end - from,
        size: results.length,
        _links: end < all.length ? { next: `/rest/api/content/search?${following}` } : {},
      },
    };
  }
  const id = /^\/content\/(\d+)\/restriction\/byOperation\/read$/.exec(call)?.[1];
  const page = wiki.pages.find((candidate) => String(candidate.id) === id);
  return page ? { status: 200, body: restrictionOf(page) } : notFound();
}

function personAnswer({ people }: WikiData, accountId: string | null | undefined): Answer {
  const person = people.find((candidate) => candidate.accountId === accountId);
  if (!person) return notFound("No user");
  const { name, email = null } = person;
  return {
    status: 200,
    body: {
      type: "known",
      accountId: person.accountId,
      accountType: "atlassian",
      displayName: name,
      publicName: name,
      email,
    },
  };
}

const fileAnswer = (id: number, title: string, place: Record<string, string>) => ({
  id: `att${id}${title}`,
  status: "current",
  title,
  ...place,
});

function versionAnswer({ versions }: WikiStory, index: number) {
  const { author = "", at = "" } = versions[index] ?? {};
  return { number: index + 1, createdAt: at, authorId: author, message: "", minorEdit: false };
}

function pageAnswer({ space }: WikiData, page: WikiStory) {
  return {
    id: String(page.id),
    status: page.isArchived ? "archived" : "current",
    title: page.title,
    spaceId: space.id,
    parentId: page.parent === null ? null : String(page.parent),
    parentType: page.parent === null ? null : "page",
    position: page.id,
    authorId: page.versions[0]?.author ?? null,
    createdAt: page.versions[0]?.at ?? null,
    version: versionAnswer(page, page.versions.length - 1),
    _links: { webui: `/spaces/${space.key}/pages/${page.id}` },
  };
}
