import { type RestHost, startRestHost } from "./restHost.ts";
import { PEOPLE, type Work, type WorkPage } from "./work.ts";

const SIZE = 5;

/** Confluence Cloud's REST API (v2) over one space: https://developer.atlassian.com/cloud/confluence/rest/v2/ */
export const startConfluenceHost = (work: Work): Promise<RestHost> =>
  startRestHost((request) => {
    const given = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const token = given === undefined ? undefined : Buffer.from(given, "base64").toString().split(":").at(-1);
    if (token !== undefined && token !== work.token)
      return { status: 401, body: { code: 401, message: "Unauthorized" } };
    const user = /^\/wiki\/rest\/api\/user(\/current)?$/.exec(request.path);
    if (user) {
      const id = request.query.get("accountId") ?? "acc-0";
      const name = PEOPLE[Number(id.replace("acc-", ""))];
      return name
        ? { status: 200, body: { accountId: id, displayName: name, accountType: "atlassian" } }
        : { status: 404, body: { message: "No user" } };
    }
    const path = /^\/wiki\/api\/v2(\/.*)$/.exec(request.path)?.[1];
    if (path === undefined) return { status: 404, body: "<!doctype html><title>404</title>" };
    const row = (page: WorkPage, hasBody: boolean) => ({
      id: String(page.id),
      status: "current",
      title: page.title,
      spaceId: "11",
      parentId: page.parent === null ? null : String(page.parent),
      parentType: page.parent === null ? null : "page",
      position: page.id,
      authorId: `acc-${PEOPLE.indexOf(page.author)}`,
      createdAt: page.updatedAt,
      version: { number: page.version, createdAt: page.updatedAt, authorId: `acc-${PEOPLE.indexOf(page.author)}` },
      ...(hasBody && { body: { storage: { representation: "storage", value: page.body } } }),
      _links: { webui: `/spaces/ROCKET/pages/${page.id}` },
    });
    /** A part of a list, with the way to the next one. */
    const paged = (all: readonly unknown[]) => {
      const from = Number(request.query.get("cursor") ?? 0);
      const query = new URLSearchParams(request.query);
      query.set("cursor", String(from + SIZE));
      const next = from + SIZE < all.length ? `/wiki${request.path.slice(5)}?${query}` : undefined;
      return {
        status: 200,
        body: { results: all.slice(from, from + SIZE), _links: { ...(next !== undefined && { next }) } },
      };
    };
    if (path === "/spaces") {
      const keys = request.query.get("keys");
      const results =
        keys === null || keys === "ROCKET" ? [{ id: "11", key: "ROCKET", name: "Rocket", status: "current" }] : [];
      return { status: 200, body: { results, _links: {} } };
    }
    if (path === "/spaces/11/pages") {
      return paged(work.pages.map((page) => row(page, false)));
    }
    if (path === "/spaces/11/content/labels") {
      const names = [...new Set(work.pages.flatMap(({ labels }) => labels))].toSorted((a, b) => a.localeCompare(b));
      return paged(names.map((name) => ({ id: `9${name}`, name, prefix: "global" })));
    }
    const label = /^\/labels\/9([^/]+)\/pages$/.exec(path)?.[1];
    if (label !== undefined) {
      const found = work.pages.filter(({ labels }) => labels.includes(decodeURIComponent(label)));
      return request.query.get("space-id") === "11"
        ? paged(found.map((page) => row(page, false)))
        : { status: 400, body: { errors: [{ status: 400, title: "space-id" }] } };
    }
    if (path === "/attachments") {
      const files = work.pages.flatMap((page) =>
        page.attachments.map((title) => ({
          id: `att${page.id}${title}`,
          status: "current",
          title,
          pageId: String(page.id),
        })),
      );
      return paged([...files, { id: "att0", status: "current", title: "of a blog.png", blogPostId: "5" }]);
    }
    const [, id, part] = /^\/pages\/(\d+)(?:\/(labels|attachments|versions))?$/.exec(path) ?? [];
    const page = work.pages.find((one) => String(one.id) === id);
    if (!page) return { status: 404, body: { errors: [{ status: 404, title: "Not Found" }] } };
    const list = (results: unknown[]) => ({ status: 200, body: { results, _links: {} } });
    if (part === "labels") return list(page.labels.map((name) => ({ id: name, name, prefix: "global" })));
    if (part === "attachments") return list(page.attachments.map((title) => ({ id: `att${page.id}${title}`, title })));
    if (part === "versions") {
      return list(
        Array.from({ length: page.version }, (_, index) => ({
          number: page.version - index,
          createdAt: page.updatedAt,
          authorId: `acc-${index % 3}`,
        })),
      );
    }
    return { status: 200, body: row(page, request.query.get("body-format") === "storage") };
  });
