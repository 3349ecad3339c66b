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
    if (path === "/spaces") {
      const keys = request.query.get("keys");
      const results =
        keys === null || keys === "ROCKET" ? [{ id: "11", key: "ROCKET", name: "Rocket", status: "current" }] : [];
      return { status: 200, body: { results, _links: {} } };
    }
    if (path === "/spaces/11/pages") {
      const from = Number(request.query.get("cursor") ?? 0);
      const next = from + SIZE < work.pages.length ? `/wiki/api/v2/spaces/11/pages?cursor=${from + SIZE}` : undefined;
      const results = work.pages.slice(from, from + SIZE).map((page) => row(page, false));
      return { status: 200, body: { results, _links: { ...(next !== undefined && { next }) } } };
    }
    const [, id, part] = /^\/pages\/(\d+)(?:\/(labels|attachments|versions))?$/.exec(path) ?? [];
    const page = work.pages.find((one) => String(one.id) === id);
    if (!page) return { status: 404, body: { errors: [{ status: 404, title: "Not Found" }] } };
    const list = (results: unknown[]) => ({ status: 200, body: { results, _links: {} } });
    if (part === "labels") return list(page.labels.map((name) => ({ id: name, name, prefix: "global" })));
    if (part === "attachments") return list([{ id: "att1", title: "plan.pdf" }]);
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
