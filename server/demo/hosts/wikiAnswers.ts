import type { JsonValue } from "./hostAnswers.ts";
import type { Answer } from "./hostCalls.ts";
import type { WikiData, WikiStory } from "./wikiHostData.ts";
import { storiesAbove, contentAnswer } from "./wikiContent.ts";

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
  const list = new RegExp(`^/spaces/${space.id}/(pages|blogposts)$`).exec(call)?.[1];
  if (list !== undefined) {
    const status = query.get("status") ?? "current";
    const ours = pages.filter((page) => listOf(page) === list).map((page) => pageAnswer(wiki, page));
    return paged(ours.filter((page) => page.status === status));
  }
  if (call === "/pages" || call === "/blogposts") return paged(namedPages(wiki, call.slice(1), query));
  if (call === `/spaces/${space.id}/content/labels`) {
    const names = [...new Set(pages.flatMap(({ labels }) => labels))].toSorted((a, b) => a.localeCompare(b));
    return paged(names.map((name) => ({ id: `9${name}`, name, prefix: "global" })));
  }
  const [, label, labelled] = /^\/labels\/9([^/]+)\/(pages|blogposts)$/.exec(call) ?? [];
  if (label !== undefined) {
    if (query.get("space-id") !== space.id)
      return { status: 400, body: { errors: [{ status: 400, title: "space-id" }] } };
    const name = decodeURIComponent(label);
    const matchingPages = pages.filter((page) => listOf(page) === labelled && page.labels.includes(name));
    return paged(matchingPages.map((page) => pageAnswer(wiki, page)));
  }
  if (call === "/attachments") {
    const ofPages = pages.flatMap((page) => page.files.map((title) => fileOf(page, title)));
    const ofPosts = (wiki.blogFiles ?? []).map((title) => fileAnswer(0, title, { blogPostId: "999005" }));
    return paged([...ofPages, ...ofPosts]);
  }
  const [, kind, id, part] =
    /^\/(pages|blogposts)\/(\d+)(?:\/(labels|attachments|versions|ancestors))?$/.exec(call) ?? [];
  const page = pages.find((candidate) => String(candidate.id) === id && listOf(candidate) === kind);
  if (!page) return notFound();
  if (part === "labels") return paged(page.labels.map((name) => ({ id: `9${name}`, name, prefix: "global" })));
  if (part === "attachments") return paged(page.files.map((title) => fileOf(page, title)));
  if (part === "ancestors")
    return paged(storiesAbove(wiki, page).map(({ id: above }) => ({ id: String(above), type: "page" })));
  if (part === "versions") return paged(page.versions.map((_, index) => versionAnswer(page, index)).toReversed());
  return { status: 200, body: textAnswer(wiki, page, query) };
}

/** The pages with the ids of the query, or all. */
function namedPages(wiki: WikiData, list: string, query: URLSearchParams) {
  const ids = query.get("id")?.split(",");
  const pages = wiki.pages.filter(
    (page) => listOf(page) === list && !page.isArchived && (!ids || ids.includes(String(page.id))),
  );
  return pages.map((page) => textAnswer(wiki, page, query));
}

/** The list of v2 that has a story; undefined for a kind that is in none. */
function listOf({ kind = "page" }: WikiStory): string | undefined {
  if (kind === "page") return "pages";
  return kind === "blog_post" ? "blogposts" : undefined;
}

/** A page with its text, where the query asks for it. */
function textAnswer(wiki: WikiData, page: WikiStory, query: URLSearchParams) {
  const hasText = query.get("body-format") === "storage";
  const text = { body: { storage: { representation: "storage", value: page.body } } };
  return { ...pageAnswer(wiki, page), ...(hasText && text) };
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

const fileOf = (page: WikiStory, title: string) =>
  fileAnswer(page.id, title, { [page.kind === "blog_post" ? "blogPostId" : "pageId"]: String(page.id) });
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

function pageAnswer({ space, pages }: WikiData, page: WikiStory) {
  const parent = pages.find(({ id }) => id === page.parent);
  const place = {
    parentId: page.parent === null ? null : String(page.parent),
    parentType: page.parent === null ? null : (parent?.kind ?? "page"),
    position: page.id,
  };
  return {
    id: String(page.id),
    status: page.isArchived ? "archived" : "current",
    title: page.title,
    spaceId: space.id,
    ...(page.kind !== "blog_post" && place),
    authorId: page.versions[0]?.author ?? null,
    createdAt: page.versions[0]?.at ?? null,
    version: versionAnswer(page, page.versions.length - 1),
    _links: { webui: `/spaces/${space.key}/pages/${page.id}` },
  };
}
