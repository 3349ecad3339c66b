import { type RestAnswer, type RestHost, type RestRequest, startRestHost } from "./restHost.ts";
import { PEOPLE, type Work, type WorkPage } from "./work.ts";

/** The context path of the site, as behind many installations. */
export const CONTEXT = "/confluence";
/** Fewer rows than a client asks for. */
const MOST_ROWS = 20;
const SPACE = "ROCKET";

/** How a host differs from a present one. */
export interface ConfluenceHostOptions {
  readonly version?: string;
  /** Answers the manifest as XML. */
  readonly hasXml?: boolean;
  /** More fields of a page, or others. */
  readonly fieldsOf?: (page: WorkPage) => Record<string, unknown>;
  /** Called before a page of the list of pages is answered. */
  readonly onList?: (start: number) => void;
  /** Lists do not expand restrictions. */
  readonly hidesRestrictions?: boolean;
}

/** Confluence Server and Data Center's REST API (v1) over one space: https://docs.atlassian.com/ConfluenceServer/rest/8.5.4/ */
export const startConfluenceDataCenterHost = (work: Work, options: ConfluenceHostOptions = {}): Promise<RestHost> =>
  startRestHost((request, url) => {
    const { authorization } = request.headers;
    const token = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? passwordOf(authorization);
    if (token !== undefined && token !== work.token)
      return {
        status: 401,
        body: "<html><head><title>Unauthorized (401)</title></head></html>",
        headers: { "x-seraph-loginreason": "AUTHENTICATED_FAILED" },
      };
    if (!request.path.startsWith(`${CONTEXT}/`))
      return { status: 302, body: "", headers: { location: `${url}${CONTEXT}${request.path}?${request.query}` } };
    const path = request.path.slice(CONTEXT.length);
    if (path === "/rest/applinks/1.0/manifest") return manifest(options, url);
    const call = /^\/rest(?:\/api|\/experimental(?=\/content\/\d+\/version$))(\/.*)$/.exec(path)?.[1];
    if (call === undefined) return { status: 404, body: "<!DOCTYPE html><title>Page Not Found - Confluence</title>" };
    return answer(work, call, request, { ...options, base: `${url}${CONTEXT}`, isVisitor: token === undefined });
  });

function manifest({ version = "8.5.4", hasXml = false }: ConfluenceHostOptions, url: string): RestAnswer {
  if (hasXml)
    return {
      status: 200,
      body: `<?xml version="1.0" encoding="UTF-8"?><manifest><id>1</id><typeId>confluence</typeId><version>${version}</version></manifest>`,
    };
  return { status: 200, body: { id: "1", name: "Wiki", typeId: "confluence", version, url: `${url}${CONTEXT}` } };
}

interface Answering extends ConfluenceHostOptions {
  readonly base: string;
  readonly isVisitor: boolean;
}

const passwordOf = (header: string | undefined): string | undefined => {
  const given = /^Basic (.+)$/.exec(header ?? "")?.[1];
  return given === undefined ? undefined : Buffer.from(given, "base64").toString().split(":").slice(1).join(":");
};

export const keyOf = (name: string): string => `ff8080814f2a1b3c0${PEOPLE.indexOf(name)}`;
const user = (name: string) => ({
  type: "known",
  username: name,
  userKey: keyOf(name),
  profilePicture: { path: "/images/icons/profilepics/default.svg", width: 48, height: 48, isDefault: true },
  displayName: name,
});
const notFound: RestAnswer = {
  status: 404,
  body: { statusCode: 404, message: "No content found with id", reason: "Not Found" },
};

function answer(work: Work, call: string, request: RestRequest, options: Answering): RestAnswer {
  const { query } = request;
  const space = { id: 98_305, key: SPACE, name: "Rocket", type: "global", _links: { webui: `/display/${SPACE}` } };
  if (call === "/user/current")
    return {
      status: 200,
      body: options.isVisitor ? { type: "anonymous", displayName: "Anonymous" } : user("ada"),
    };
  if (call === "/user") {
    const found = PEOPLE.find((name) => name === query.get("username") || keyOf(name) === query.get("key"));
    return found ? { status: 200, body: user(found) } : { ...notFound, body: { statusCode: 404, message: "No user" } };
  }
  if (call === "/space") return paged([space], request, options);
  if (call === `/space/${SPACE}`) return { status: 200, body: space };
  if (call.startsWith("/space/")) return { ...notFound, body: { statusCode: 404, message: "No space with key" } };
  const shown = visible(work, options);
  const expand = new Set((query.get("expand") ?? "").split(","));
  const rows = (pages: readonly WorkPage[]) => pages.map((page) => contentOf(work, page, expand, options));
  if (call === "/content") {
    options.onList?.(Number(query.get("start") ?? 0));
    const isOurs = query.get("spaceKey") === SPACE;
    const ours = visible(work, options).filter((page) => typeOf(page) === query.get("type"));
    return paged(isOurs ? rows(ours) : [], request, options);
  }
  if (call === "/content/search") {
    const cql = query.get("cql") ?? "";
    if (/(?:^|and )type = comment(?: |$)/.test(cql)) return paged(remarkRows(shown, cql, expand), request, options);
    if (!cql.startsWith(`space = "${SPACE}" and type = `)) return { status: 400, body: { message: "Could not parse" } };
    if (cql.includes("attachment"))
      return paged(
        shown.flatMap((page) => page.attachments.map((title) => fileOf(page.id, title, typeOf(page)))),
        request,
        options,
      );
    return paged(rows(shown.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))), request, options);
  }
  const [, id, part] = /^\/content\/(\d+)(\/.*)?$/.exec(call) ?? [];
  const page = shown.find((one) => String(one.id) === id);
  if (!page) return notFound;
  if (part === undefined) return { status: 200, body: contentOf(work, page, expand, options) };
  if (part === "/restriction/byOperation/read") return { status: 200, body: restrictionOf(page) };
  if (part === "/child/attachment")
    return paged(
      page.attachments.map((title) => fileOf(page.id, title)),
      request,
      options,
    );
  if (part === "/version") return paged(versionsOf(page).toReversed(), request, options);
  return notFound;
}

/** Visitors see only what is not restricted. */
function visible({ pages }: Work, { isVisitor }: Answering): WorkPage[] {
  const isClosed = (page: WorkPage | undefined): boolean =>
    page !== undefined &&
    ((page.readers?.length ?? 0) > 0 || isClosed(pages.find(({ id }) => id === page.parent && id !== page.id)));
  return pages.filter((page) => !page.isArchived && !(isVisitor && isClosed(page)));
}

/** A part of a list, with the link to the next one below the context path. */
function paged(all: readonly unknown[], { path, query }: RestRequest, { base }: Answering): RestAnswer {
  const start = Number(query.get("start") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 25), MOST_ROWS);
  const results = all.slice(start, start + limit);
  const following = new URLSearchParams(query);
  following.set("start", String(start + limit));
  following.set("limit", String(limit));
  return {
    status: 200,
    body: {
      results,
      start,
      limit,
      size: results.length,
      _links: {
        base,
        context: CONTEXT,
        ...(start + limit < all.length && { next: `${path.slice(CONTEXT.length)}?${following}` }),
      },
    },
  };
}

const typeOf = ({ kind = "page" }: WorkPage): string => (kind === "blog_post" ? "blogpost" : kind);

/** Comments on these pages that a query names. */
function remarkRows(pages: readonly WorkPage[], cql: string, expand: ReadonlySet<string>) {
  const ids = /id in \(([^)]*)\)/.exec(cql)?.[1]?.split(",");
  return pages
    .flatMap((page) => (page.comments ?? []).map((remark) => ({ page, remark })))
    .filter(({ remark }) => !ids || ids.includes(String(remark.id)))
    .toSorted((a, b) => (cql.includes("order by lastmodified desc") ? b.remark.at.localeCompare(a.remark.at) : 0))
    .map(({ page, remark: { id, author, body, at, quote, version = 1 } }) => ({
      id: String(id),
      type: "comment",
      status: "current",
      title: `Re: ${page.title}`,
      ...(expand.has("container") && {
        container: { id: String(page.id), type: typeOf(page), status: "current", title: page.title },
      }),
      ...(expand.has("space") && { space: { id: 98_305, key: SPACE, name: "Rocket", type: "global" } }),
      ...(expand.has("version") && {
        version: { by: user(author), when: stamp(at), message: "", number: version, minorEdit: false, hidden: false },
      }),
      ...(expand.has("history") && { history: { latest: true, createdBy: user(author), createdDate: stamp(at) } }),
      ...(expand.has("body.storage") && { body: { storage: { value: body, representation: "storage" } } }),
      extensions: {
        location: quote === undefined ? "footer" : "inline",
        ...(quote !== undefined &&
          expand.has("extensions.inlineProperties") && { inlineProperties: { originalSelection: quote } }),
      },
      _links: { webui: `/display/${SPACE}/Page+${page.id}?focusedCommentId=${id}#comment-${id}` },
    }));
}

const fileOf = (id: number, title: string, type = "page") => ({
  id: `att${id}${title}`,
  type: "attachment",
  status: "current",
  title,
  container: { id: String(id), type, status: "current" },
});

/** The last version is by the author, those before by others in turn. */
const versionsOf = ({ version, author, updatedAt }: WorkPage) =>
  Array.from({ length: version }, (_, index) => ({
    by: user(index === version - 1 ? author : (PEOPLE[index % 3] ?? "ada")),
    when: stamp(updatedAt),
    message: "",
    number: index + 1,
    minorEdit: false,
    hidden: false,
  }));

/** In the zone of the server. */
const stamp = (time: string): string =>
  `${new Date(Date.parse(time) + 3_600_000).toISOString().replace("Z", "")}+01:00`;

const restrictionOf = ({ readers = [] }: WorkPage) => ({
  operation: "read",
  restrictions: {
    user: { results: readers.map(user), start: 0, limit: 100, size: readers.length },
    group: { results: [], start: 0, limit: 100, size: 0 },
  },
});

/** From the top of the space down. */
function ancestorsOf({ pages }: Work, page: WorkPage): WorkPage[] {
  const above: WorkPage[] = [];
  for (let { parent } = page; parent !== null;) {
    const next = pages.find(({ id }) => id === parent);
    if (!next || next === page || above.includes(next)) break;
    above.push(next);
    ({ parent } = next);
  }
  return above.toReversed();
}

function contentOf(work: Work, page: WorkPage, expand: ReadonlySet<string>, options: Answering) {
  const isExpanded = expand.has("restrictions.read.restrictions.user") && !options.hidesRestrictions;
  const { attachments, labels } = page;
  return {
    id: String(page.id),
    type: typeOf(page),
    status: "current",
    title: page.title,
    position: page.id,
    extensions: { position: expand.has("extensions.position") ? "none" : undefined },
    ...(expand.has("space") && { space: { id: 98_305, key: SPACE, name: "Rocket", type: "global" } }),
    ...(expand.has("version") && { version: versionsOf(page).at(-1) }),
    ...(expand.has("ancestors") && {
      ancestors: ancestorsOf(work, page).map(({ id, title }) => ({ id: String(id), type: "page", title })),
    }),
    ...(expand.has("history") && {
      history: { latest: true, createdBy: versionsOf(page)[0]?.by, createdDate: stamp(page.updatedAt) },
    }),
    ...(expand.has("body.storage") && { body: { storage: { value: page.body, representation: "storage" } } }),
    ...(isExpanded && { restrictions: { read: restrictionOf(page) } }),
    ...(expand.has("metadata.labels") && {
      metadata: {
        labels: { results: labels.map((name) => ({ prefix: "global", name, id: name })), size: labels.length },
      },
    }),
    ...(expand.has("children.attachment") && {
      children: {
        attachment: {
          results: attachments.slice(0, 2).map((title) => fileOf(page.id, title)),
          start: 0,
          limit: 2,
          size: Math.min(2, attachments.length),
        },
      },
    }),
    _links: { webui: `/display/${SPACE}/Page+${page.id}`, self: `${options.base}/rest/api/content/${page.id}` },
    ...options.fieldsOf?.(page),
  };
}
