/** Fields of GitHub's projects, by its GraphQL API: https://docs.github.com/graphql/reference/objects#projectv2 */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomField } from "../../../contract/issues/customFields.ts";
import { type GithubHost, startGithubHost } from "../../../server/demo/hosts/githubHost.ts";
import type { HostData } from "../../../server/demo/hosts/hostData.ts";
import { chosenFields } from "../../../server/features/sources/chosenFields.ts";
import { trackerData, trackerIssue } from "../../providers/trackerData.ts";
import { addSecret } from "../rows.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, emptyDatabase, makeProject, startSync, whenSettled } from "./syncFixture.ts";

interface Asked {
  readonly query: string;
  readonly variables: { readonly project?: string; readonly after?: string | null };
}
interface Value {
  readonly field: { readonly id: string };
  readonly [name: string]: unknown;
}
interface Item {
  readonly isArchived?: boolean;
  readonly content: { readonly number?: number; readonly repository?: { readonly databaseId: number } } | null;
  readonly fieldValues: { readonly nodes: readonly (Value | Record<string, never> | null)[] };
}
const PAGE_SIZE = 2;
const FIELDS = [
  { id: "PVTF_title", name: "Title", dataType: "TITLE" },
  { id: "PVTSSF_status", name: "Status", dataType: "SINGLE_SELECT" },
  { id: "PVTIF_sprint", name: "Iteration", dataType: "ITERATION" },
  { id: "PVTF_size", name: "Size", dataType: "NUMBER" },
  { id: "PVTF_due", name: "Due", dataType: "DATE" },
  { id: "PVTF_note", name: "Note", dataType: "TEXT" },
  { id: "PVTF_labels", name: "Labels", dataType: "LABELS" },
  {},
];
const NO_SCOPE = {
  errors: [
    {
      type: "INSUFFICIENT_SCOPES",
      locations: [{ line: 3, column: 5 }],
      message:
        "Your token has not been granted the required scopes to execute this query. The 'id' field requires one of the following scopes: ['read:project'], but your token has only been granted the: ['repo'] scopes.",
    },
  ],
};

onOneDatabase("fields of GitHub's projects", (engine) => {
  let database: TestDb;
  let running: TestSync;
  let host: GithubHost;
  let data: HostData;
  let asked: Asked[];
  let source: string;
  let items: Item[];
  /** Items of a second project. */
  let others: Item[];
  /** Instead of an answer. */
  let refusal: unknown;
  /** Projects beyond the first ones. */
  let more: number;
  /** Projects are listed, and their items are refused. */
  let isOnlyItemsRefused: boolean;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  afterAll(() => database.close());

  const item = (number: number, values: Item["fieldValues"]["nodes"], more: Partial<Item> = {}): Item => ({
    content: { number, repository: { databaseId: data.repository.id } },
    fieldValues: { nodes: values },
    ...more,
  });
  const status = (name: string): Value => ({ name, field: { id: "PVTSSF_status" } });

  async function graphql(request: IncomingMessage): Promise<unknown> {
    const body = JSON.parse(await text(request)) as Asked;
    if (body.query.includes("timelineItems"))
      return { data: { repository: { issues: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] } } } };
    asked.push(body);
    if (refusal && (!isOnlyItemsRefused || body.variables.project !== undefined)) return refusal;
    if (body.variables.project === undefined) {
      const second = [{ id: "PVTSSF_other", name: "Status", dataType: "SINGLE_SELECT" }];
      const nodes = [
        { id: "PVT_1", fields: { nodes: FIELDS } },
        null,
        { id: "PVT_2", fields: { nodes: second } },
        { id: "PVT_3", fields: { nodes: [] } },
      ];
      if (more === 0) return { data: { repository: { projectsV2: { nodes } } } };
      const all = [
        ...nodes,
        ...Array.from({ length: more }, (_, at) => ({
          id: `PVT_more${at}`,
          fields: { nodes: [{ id: `PVTF_more${at}`, name: `More ${at}`, dataType: "TEXT" }] },
        })),
      ];
      const begin = Number(body.variables.after ?? 0);
      const pageInfo = { hasNextPage: begin + 20 < all.length, endCursor: String(begin + 20) };
      return { data: { repository: { projectsV2: { pageInfo, nodes: all.slice(begin, begin + 20) } } } };
    }
    const all = body.variables.project === "PVT_1" ? items : others;
    const from = Number(body.variables.after ?? 0);
    const pageInfo = { hasNextPage: from + PAGE_SIZE < all.length, endCursor: String(from + PAGE_SIZE) };
    return { data: { node: { items: { pageInfo, nodes: all.slice(from, from + PAGE_SIZE) } } } };
  }

  beforeEach(async () => {
    [asked, refusal, isOnlyItemsRefused, more] = [[], null, false, 0];
    data = { ...trackerData(0), events: [] };
    data.issues.push(...[1, 2, 3].map((number) => trackerIssue(number, { comments: [] })));
    items = [
      item(1, [
        { text: "The title", field: { id: "PVTF_title" } },
        status("In <b>review</b>"),
        { title: "Sprint 7", field: { id: "PVTIF_sprint" } },
        { number: 3.5, field: { id: "PVTF_size" } },
        { date: "2026-12-24", field: { id: "PVTF_due" } },
        { text: "by hand", field: { id: "PVTF_note" } },
        {},
        null,
      ]),
      item(2, [
        status("Todo"),
        { date: "soon", field: { id: "PVTF_due" } },
        { number: "many", field: { id: "PVTF_size" } },
      ]),
      item(3, [status("Old")], { isArchived: true }),
      // Of another repository, a pull request, a draft, and what the token may not see.
      item(3, [status("Foreign")], { content: { number: 3, repository: { databaseId: 999_999 } } }),
      item(3, [status("Request")], { content: {} }),
      item(3, [status("Hidden")], { content: null }),
    ];
    others = [item(1, [{ name: "Shipped", field: { id: "PVTSSF_other" } }])];
    host = await startGithubHost({
      data,
      token: "right",
      intercept: async (request, response, answer) => {
        if (request.method !== "POST" || request.url?.endsWith("/graphql") !== true) return answer();
        const body = JSON.stringify(await graphql(request));
        response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(body);
      },
    });
    const { projectId } = await makeProject(database);
    const company = await database.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
    await addSecret(database.db, company.id);
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      credential: { token: "right", username: "ada@example.org" },
    });
    source = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url: `${host.url}/acme/rocket`,
      secretId: "secret",
    });
  });
  afterEach(async () => {
    await running.stop();
    await host.stop();
    await emptyDatabase(database);
  });
  const sync = async (isManual = true) => {
    await running.sync.request([source], isManual);
    expect(await whenSettled(database, source)).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const choose = async (...names: string[]) => {
    const known = await running.sync.listFields(source);
    const fields: CustomField[] = known.filter(({ name }) => names.includes(name));
    await database.db
      .updateTable("sources")
      .set({ custom_fields: JSON.stringify(fields) })
      .execute();
  };
  const fieldsOf = async (key: string) => {
    const row = await database.db.selectFrom("issues").select("facts").where("key", "=", key).executeTakeFirstOrThrow();
    return row.facts?.custom_fields?.map(({ name, values }) => `${name}: ${values.join(", ")}`) ?? [];
  };
  const notes = async () => {
    const { notes: found } = await database.db.selectFrom("sources").select("notes").executeTakeFirstOrThrow();
    return found.filter(({ code }) => code === "fields").map(({ text: said }) => JSON.stringify(said));
  };
  const ALL = ["Status", "Iteration", "Size", "Due", "Note"];

  test("are listed by their types, and asked for by no sync unless they are chosen", async () => {
    await sync();
    expect(asked).toEqual([]);
    expect(await running.sync.listFields(source)).toEqual([
      { id: "PVTSSF_status", name: "Status", type: "choice" },
      { id: "PVTIF_sprint", name: "Iteration", type: "choice" },
      { id: "PVTF_size", name: "Size", type: "number" },
      { id: "PVTF_due", name: "Due", type: "date" },
      { id: "PVTF_note", name: "Note", type: "text" },
      { id: "PVTSSF_other", name: "Status", type: "choice" },
    ]);
  });

  test("are those of more projects than one page has", async () => {
    more = 45;
    await sync();
    const names = (await running.sync.listFields(source)).map(({ name }) => name);
    expect(names).toHaveLength(6 + 45);
    expect(names.at(-1)).toBe("More 44");
    expect(asked).toHaveLength(3);
  });

  test("are read for the issues of this repository alone, over pages and several projects", async () => {
    await sync();
    await choose(...ALL);
    asked = [];
    const requests = host.requests.length;
    await sync();
    expect(await fieldsOf("#1")).toEqual([
      "Status: In <b>review</b>, Shipped",
      "Iteration: Sprint 7",
      "Size: 3.5",
      "Due: 2026-12-24",
      "Note: by hand",
    ]);
    expect(await fieldsOf("#2")).toEqual(["Status: Todo"]);
    expect(await fieldsOf("#3")).toEqual([]);
    expect(await notes()).toEqual([]);
    expect(asked.map(({ variables }) => [variables.project, variables.after])).toEqual([
      [undefined, null],
      ["PVT_1", null],
      ["PVT_1", "2"],
      ["PVT_1", "4"],
      ["PVT_2", null],
    ]);
    // No issue is read again: the host has the values apart from them.
    expect(host.requests.slice(requests).filter((line) => /\/issues\/\d/.test(line))).toEqual([]);
  });

  test("stay while an issue changes, follow a change on the board, and end with the item and the choice", async () => {
    await choose(...ALL);
    await sync();
    const [, issue] = data.issues;
    if (issue) Object.assign(issue, { title: "Renamed", updatedAt: "2026-11-28T10:00:00Z" });
    asked = [];
    await sync(false);
    // Within the hour nothing is listed for a sync that no user waits for.
    expect([asked, await fieldsOf("#2")]).toEqual([[], ["Status: Todo"]]);
    expect(await database.db.selectFrom("issues").select("title").where("key", "=", "#2").execute()).toEqual([
      { title: "Renamed" },
    ]);
    items = [item(2, [status("Done")])];
    others = [];
    await sync();
    expect([await fieldsOf("#1"), await fieldsOf("#2")]).toEqual([[], ["Status: Done"]]);
    const stamp = () => database.db.selectFrom("sources").select("fields_changed").executeTakeFirstOrThrow();
    const before = await stamp();
    await sync();
    expect(await stamp()).toEqual(before);
    await choose();
    await sync(false);
    expect(await fieldsOf("#2")).toEqual([]);
  });

  test.each([
    ["a classic token without the scope", NO_SCOPE],
    [
      "a fine-grained token or an app without the permission",
      {
        data: { repository: { projectsV2: null } },
        errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
      },
    ],
  ])("of %s stay as they are, and a note names what is missing", async (_of, answer) => {
    await choose("Status");
    await sync();
    refusal = answer;
    await sync();
    expect(await fieldsOf("#2")).toEqual(["Status: Todo"]);
    expect(await notes()).toEqual([expect.stringContaining("source.projects_permission")]);
    await expect(running.sync.listFields(source)).rejects.toMatchObject({ code: "forbidden" });
    const url = `${host.url}/acme/rocket`;
    const facts = await running.sources.validateTracker({ provider: "github", url, credential: { token: "right" } });
    expect(chosenFields([], facts)).toEqual([]);
    expect(() => chosenFields(["Status"], facts)).toThrowError(
      expect.objectContaining({
        fields: { custom_fields: [expect.objectContaining({ code: "source.projects_permission" })] },
      }),
    );
    refusal = null;
    await sync();
    expect(await notes()).toEqual([]);
  });

  test.each([
    ["its project is not resolved", true, { data: { node: null }, errors: [{ type: "NOT_FOUND", message: "?" }] }],
    ["its project is no project", true, { data: { node: {} } }],
    [
      "a next page has no address",
      true,
      { data: { node: { items: { pageInfo: { hasNextPage: true, endCursor: null }, nodes: [] } } } },
    ],
    [
      "an item could not be read",
      true,
      {
        data: { node: { items: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [null] } } },
        errors: [{ message: "Something went wrong" }],
      },
    ],
    ["the repository is not resolved", false, { data: { repository: null }, errors: [{ type: "NOT_FOUND" }] }],
  ])("stay while %s", async (_when, isOnlyItems, answer) => {
    await choose("Status");
    await sync();
    [refusal, isOnlyItemsRefused] = [answer, isOnlyItems];
    await sync();
    expect(await fieldsOf("#2")).toEqual(["Status: Todo"]);
    expect(await notes()).toEqual([expect.stringContaining("source.projects_refused")]);
    [refusal, items, others] = [null, [], []];
    await sync();
    expect([await fieldsOf("#2"), await notes()]).toEqual([[], []]);
  });

  test("that were stored before a kill change what was cached of the source", async () => {
    await sync();
    await choose("Status");
    const stamp = async (): Promise<number> =>
      (await database.db.selectFrom("sources").select("fields_changed").executeTakeFirstOrThrow()).fields_changed;
    const before = await stamp();
    // The last statement of the values, which stores when they were read, never arrives.
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''killed''; end'`.execute(
      database.db,
    );
    await sql`create trigger refuse before update on sources for each row
      when (new.cursor #>> '{fieldValues,at}' is not null) execute function refuse()`.execute(database.db);
    try {
      await running.sync.request([source]);
      await expect.poll(() => fieldsOf("#2"), { timeout: 20_000 }).toEqual(["Status: Todo"]);
    } finally {
      await running.stop();
      await sql`drop function refuse() cascade`.execute(database.db);
    }
    expect(await stamp()).toBeGreaterThan(before);
  });

  test("of a host without projects, or with another answer, cost the sync nothing", async () => {
    await choose("Status");
    for (const answer of [
      { data: { repository: null } },
      { data: null, errors: [{ message: "Field 'projectsV2' doesn't exist" }] },
      "odd",
      [],
    ]) {
      refusal = answer;
      await sync();
    }
    expect(await notes()).toHaveLength(1);
  });
});
