/** The example for Bugzilla against a server that answers as its REST API is described, and a real server of Clew. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CustomSource, ImportItem as Contract, type NewImportToken } from "../../../contract/sources/imports.ts";
import { ClewImport } from "../../../sdk/clewImport.ts";
import { readBugzilla } from "../../../sdk/examples/bugzilla.ts";
import { addProject } from "../rows.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";

const user = (id: number, name: string, real_name: string) => ({ id, name, real_name, email: name, nick: name });
const ADA = user(2, "ada@example.org", "Ada Lovelace");
const UNASSIGNED = user(1, "unassigned@example.org", "");
const bug = (id: number, more: object = {}) => ({
  id,
  summary: `Bug ${id}`,
  status: "NEW",
  resolution: "",
  is_open: true,
  product: "Maze",
  component: "Layout",
  severity: "S3",
  priority: "--",
  target_milestone: "---",
  keywords: ["regression"],
  creator: ADA.name,
  creator_detail: ADA,
  assigned_to: UNASSIGNED.name,
  assigned_to_detail: UNASSIGNED,
  creation_time: "2026-11-20T09:00:00Z",
  last_change_time: "2026-11-21T09:00:00Z",
  cf_last_resolved: null,
  deadline: null,
  depends_on: [],
  blocks: [],
  dupe_of: null,
  groups: [],
  ...more,
});
const BUGS = [
  bug(1, {
    status: "RESOLVED",
    resolution: "DUPLICATE",
    is_open: false,
    dupe_of: 2,
    cf_last_resolved: "2026-11-21T09:00:00Z",
  }),
  bug(2, { depends_on: [3], deadline: "2026-12-24" }),
  bug(3, { groups: ["core-security"] }),
  bug(4, { blocks: [2] }),
];
const commentsOf = (id: number) => [
  {
    id: id * 10,
    count: 0,
    text: `Text of ${id}`,
    creator: ADA.name,
    creation_time: "2026-11-20T09:00:00Z",
    is_private: false,
  },
  {
    id: id * 10 + 1,
    count: 1,
    text: "Me too",
    creator: "eve@example.org",
    creation_time: "2026-11-20T10:00:00Z",
    is_private: false,
  },
  {
    id: id * 10 + 2,
    count: 2,
    text: "Secret",
    creator: ADA.name,
    creation_time: "2026-11-20T11:00:00Z",
    is_private: true,
  },
];

let server: TestServer;
let bugzilla: Server;
let clew: ClewImport;
let site: string;

beforeAll(async () => {
  server = await startTestServer("pglite");
  const people = await addPeople(server.db, { plan: "Enterprise" });
  const token = people.admin.token;
  await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "loom" });
  const body = { kind: "custom", name: "Bugs", link_template: "https://bugs.example.org/{id}", holds: ["issue"] };
  const source = (await server.call("POST", "projects/loom/sources/", { token, body })).body as CustomSource;
  const made = await server.call("POST", `sources/${source.id}/import-tokens/`, { token, body: { name: "Nightly" } });
  clew = new ClewImport({ server: server.url, source: source.id, token: (made.body as NewImportToken).token });
  // A page has two bugs at most, whatever is asked for.
  bugzilla = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://bugzilla.example");
    const one = Number(/^\/rest\/bug\/(\d+)\/comment$/.exec(url.pathname)?.[1] ?? 0);
    const offset = Number(url.searchParams.get("offset"));
    const isKnown = request.headers["x-bugzilla-api-key"] === "key" && url.searchParams.get("product") !== "Other";
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    const page = BUGS.slice(offset, offset + 2);
    response.end(
      JSON.stringify(one ? { bugs: { [one]: { comments: commentsOf(one) } }, comments: {} } : { bugs: page }),
    );
  });
  await new Promise<void>((resolve) => bugzilla.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(bugzilla.address() as AddressInfo).port}`;
});
afterAll(async () => {
  bugzilla.close();
  await server.stop();
});

test("bugs of a product are issues with comments and links; restricted ones and private comments are left out", async () => {
  const items = await Array.fromAsync(readBugzilla(site, "Maze", "key"));
  expect(items.map((item) => Contract.parse(item).id)).toEqual(["1", "2", "4"]);
  expect(items[0]).toMatchObject({
    body: "Text of 1",
    state: "closed",
    status: { name: "RESOLVED", category: "done" },
    resolution: "DUPLICATE",
    author: { id: "ada@example.org", name: "Ada Lovelace" },
    comments: [{ id: "11", body: "Me too", author: { id: "eve@example.org" } }],
    links: [{ kind: "duplicates", key: "#2" }],
    closed_at: "2026-11-21T09:00:00Z",
  });
  expect(items[0]).not.toHaveProperty("priority");
  expect(items[1]).toMatchObject({ due_on: "2026-12-24", links: [{ kind: "blocked_by", key: "#3" }] });
  expect(JSON.stringify(items)).not.toContain("Secret");
  expect(await clew.importAll(items, { name: "first", deletesUnseen: true })).toMatchObject({ new: 3 });
  const again = await clew.importAll(readBugzilla(site, "Maze", "key"), { name: "second", deletesUnseen: true });
  expect(again).toMatchObject({ new: 0, changed: 0, unchanged: 3, deleted: 0 });
});

test("a refusal of Bugzilla ends the import with its status", async () => {
  await expect(clew.importAll(readBugzilla(site, "Maze", "wrong"))).rejects.toThrow("Bugzilla answered with 401");
});
