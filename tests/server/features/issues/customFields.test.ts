/** Custom fields of a tracker, from the choice when it is linked to the issue, the list and the search: each part with the others, as in production. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Issue, IssuePage } from "../../../../contract/issues/issues.ts";
import type { Project, SourceValid } from "../../../../contract/projects.ts";
import type { SearchAnswer } from "../../../../contract/search/search.ts";
import { startJiraHost } from "../../../providers/jiraHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { type Work, makeWork, workIssue } from "../../../providers/work.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

const custom = (id: number, name: string, type: string, more: Record<string, string> = {}) => ({
  id: `customfield_${id}`,
  name,
  custom: true,
  schema: { type, custom: "com.atlassian.jira.plugin.system.customfieldtypes:any", customId: id, ...more },
});
const FIELDS = [
  { id: "summary", name: "Summary", custom: false, schema: { type: "string", system: "summary" } },
  custom(1, "Team", "option"),
  custom(2, "Size", "number"),
  custom(3, "Go live", "datetime"),
  custom(4, "Regions", "array", { items: "option" }),
  custom(5, "Tester", "user"),
  custom(6, "Area", "option-with-child"),
  // Each of two projects has one of this name.
  custom(7, "Impact", "string"),
  custom(8, "Impact", "string"),
  custom(9, "Notes", "string", { custom: "com.atlassian.jira.plugin.system.customfieldtypes:textarea" }),
  custom(10, "Etappe", "array", { items: "json", custom: "com.pyxis.greenhopper.jira:gh-sprint" }),
  custom(11, "Development", "any"),
  "odd",
];
const CHOSEN = ["team", "Size", "Go live", "Regions", "Tester", "Area", "Impact"];

let server: TestServer;
let host: RestHost;
let work: Work;
let token: string;
let outsider: string;
let slug: string;
const body = (custom_fields?: readonly string[]) => ({
  provider: "jira",
  url: `${host.url}/browse/ROCKET`,
  credential: { token: work.token, username: "ada@example.org" },
  ...(custom_fields && { custom_fields }),
});
const validate = (custom_fields?: readonly string[]) =>
  server.call("POST", "trackers/validate/", { token, body: body(custom_fields) });

beforeAll(async () => {
  work = { ...makeWork(0), fields: FIELDS };
  work.issues.push(
    workIssue(1, {
      comments: [],
      fields: {
        customfield_1: { id: "10", value: "Core" },
        customfield_2: 3.5,
        customfield_3: "2026-05-01T23:30:00.000+0300",
        customfield_4: [{ value: "North" }, { value: "South" }, null, 7],
        customfield_5: { accountId: "x", displayName: "Ada Kaya" },
        customfield_6: { value: "App", child: { value: "Login" } },
        customfield_7: null,
        customfield_8: "Every <b>customer</b>",
        customfield_9: "not chosen",
      },
    }),
    workIssue(2, {
      comments: [],
      fields: { customfield_1: { value: "Edge" }, customfield_2: "many", customfield_3: "soon" },
    }),
    workIssue(3, { comments: [] }),
  );
  host = await startJiraHost(work);
  // The last rows of the list are no fields.
  host.intended = [/\/field, answer\/\d+ must be object/];
  server = await startTestServer("pglite", { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
  const people = await addPeople(server.db, { plan: "Enterprise" });
  ({ token } = people.admin);
  ({ token: outsider } = people.member);
});
afterAll(async () => {
  await server.stop();
  await host.stop();
});

test("the names that can be chosen are in the answer when the address is checked", async () => {
  const { status, body: found } = await validate();
  expect(status).toBe(200);
  expect((found as SourceValid).custom_fields).toEqual([
    "Area",
    "Go live",
    "Impact",
    "Regions",
    "Size",
    "Team",
    "Tester",
  ]);
});

test("a name that no field has is refused with what to write", async () => {
  expect(await validate(["Team", "Sice"])).toMatchObject({
    status: 400,
    body: { custom_fields: ["There is no field “Sice”. Did you mean “Size”?"] },
  });
  expect(await validate(["Notes"])).toMatchObject({
    status: 400,
    body: {
      custom_fields: [expect.stringContaining("These can be read: Area, Go live, Impact, Regions, Size, Team, Tester")],
    },
  });
  expect((await validate(Array.from({ length: 21 }, () => "Team"))).status).toBe(400);
});

describe("a linked tracker", () => {
  test("is read with its project", async () => {
    const made = await server.call("POST", "projects/", { token, body: { name: "Rocket", trackers: [body(CHOSEN)] } });
    expect(made).toMatchObject({ status: 201 });
    ({ slug } = made.body as Project);
    await vi.waitFor(
      async () => {
        const row = await server.db.selectFrom("sources").select("sync_state").executeTakeFirstOrThrow();
        expect(row.sync_state).toBe("ready");
      },
      { timeout: 60_000, interval: 200 },
    );
  }, 90_000);

  const issue = async (key: string) => {
    const { body: found } = await server.call("GET", `projects/${slug}/issues/${key}/`, { token });
    return found as Issue;
  };
  const listed = async (query: string) => {
    const { body: found } = await server.call("GET", `projects/${slug}/issues/?${query}`, { token });
    return (found as IssuePage).results.map(({ key }) => key).toSorted();
  };
  const search = async (q: string) => {
    const { body: found } = await server.call("GET", `projects/${slug}/search/?q=${encodeURIComponent(q)}`, { token });
    return found as SearchAnswer;
  };

  test("has the values of its issues by their types, and nothing of what has another form", async () => {
    expect((await issue("ROCKET-1")).facts.custom_fields).toEqual([
      { name: "Team", type: "choice", values: ["Core"] },
      { name: "Size", type: "number", values: [3.5] },
      { name: "Go live", type: "date", values: ["2026-05-01"] },
      { name: "Regions", type: "choices", values: ["North", "South"] },
      { name: "Tester", type: "person", values: ["Ada Kaya"] },
      { name: "Area", type: "choice", values: ["App / Login"] },
      { name: "Impact", type: "text", values: ["Every <b>customer</b>"] },
    ]);
    expect((await issue("ROCKET-2")).facts.custom_fields).toEqual([{ name: "Team", type: "choice", values: ["Edge"] }]);
    expect((await issue("ROCKET-3")).facts.custom_fields).toBeUndefined();
  });

  test("is filtered by them in the list", async () => {
    expect(await listed("field=Team%3DCore")).toEqual(["ROCKET-1"]);
    expect(await listed("field=Team%3DCore&field=Team%3DEdge")).toEqual(["ROCKET-1", "ROCKET-2"]);
    expect(await listed("field=Size%3D3.5")).toEqual(["ROCKET-1"]);
    expect(await listed("field=Regions%3DSouth&state=open")).toEqual(["ROCKET-1"]);
    const { body: found } = await server.call("GET", `projects/${slug}/issues/?q=issue&field=Team%3DCore`, { token });
    const { body: all } = await server.call("GET", `projects/${slug}/issues/?q=issue`, { token });
    expect([(found as IssuePage).count, (all as IssuePage).count]).toEqual([1, 3]);
    for (const nothing of ["Team%3DNorth", "Team", "%3D", "Team%3D%27%29+or+true+--"])
      expect(await listed(`field=${nothing}`)).toEqual([]);
  });

  test("is searched by them, with their numbers as a facet", async () => {
    await expect
      .poll(async () => (await search("field:Team=core")).results.map(({ title }) => title), { timeout: 30_000 })
      .toEqual([expect.stringContaining("ROCKET-1")]);
    // The value of a cascading field has a slash.
    expect((await search("field:Area=App*")).results.map(({ title }) => title)).toEqual([
      expect.stringContaining("ROCKET-1"),
    ]);
    const { facets } = await search("kind:issue");
    expect(facets.field).toContainEqual({ value: "Team=Edge", count: 1 });
    expect((await search("field:Team=Coer")).mistakes).toMatchObject([
      { code: "unknownValue", fix: "field:Team=Core" },
    ]);
  });

  describe("whose choice of fields is changed later", () => {
    let id: string;
    beforeAll(async () => {
      ({ id } = await server.db.selectFrom("sources").select("id").executeTakeFirstOrThrow());
    });
    const choose = (custom_fields: readonly string[], by = token) =>
      server.call("PUT", `sources/${id}/fields/`, { token: by, body: { custom_fields } });
    /** Until the issues have been read with the choice. */
    const settled = () =>
      vi.waitFor(
        async () => {
          const row = await server.db
            .selectFrom("sources")
            .select(["sync_state", "sync_error", "cursor", "custom_fields"])
            .executeTakeFirstOrThrow();
          expect(row).toMatchObject({ sync_state: "ready", sync_error: null });
          expect(row.cursor).toMatchObject({
            fields: row.custom_fields.map((field) => field.id),
            isAddingFields: false,
          });
        },
        { timeout: 60_000, interval: 100 },
      );
    const fieldsOf = async (key: string) => (await issue(key)).facts.custom_fields?.map(({ name }) => name);
    const metric = async (query = "") => {
      const { body: metrics } = await server.call("GET", "own-metrics/", { token });
      const [{ id: metricId } = { id: "" }] = metrics as { id: string }[];
      return server.call("GET", `own-metrics/${metricId}/${query}?period=5y&granularity=yearly`, { token });
    };

    test("shows what is read and what can be, to those who may change it", async () => {
      const { body: fields } = await server.call("GET", `sources/${id}/fields/`, { token });
      const all = ["Area", "Go live", "Impact", "Regions", "Size", "Team", "Tester"];
      expect(fields).toEqual({ chosen: all, known: all });
      const { body: details } = await server.call("GET", `sources/?project=${slug}`, { token });
      expect(details).toMatchObject([{ custom_fields: all }]);
      expect((await choose([], outsider)).status).toBe(404);
      expect((await server.call("GET", `sources/${id}/fields/`, { token: outsider })).status).toBe(404);
      expect(await choose(["Teem"])).toMatchObject({
        status: 400,
        body: { custom_fields: ["There is no field “Teem”. Did you mean “Team”?"] },
      });
      expect((await choose(Array.from({ length: 21 }, (_, at) => `Field ${at}`))).status).toBe(400);
    });

    test("loses the values of dropped fields, and what names them has a message in place of a number", async () => {
      const definition = {
        kind: "rows",
        of: "issues",
        at: "opened",
        filter: "-field:Team=Edge",
        by: null,
        value: { kind: "count" },
      };
      const made = await server.call("POST", "own-metrics/", {
        token,
        body: { project: slug, name: "Not of the edge", definition, target: null },
      });
      expect(made.status).toBe(201);
      const before = (await metric("values/")).body;
      // The third issue is a bot's.
      expect(before).toMatchObject({ series: [{ current: { value: 1 } }] });
      expect(before).not.toHaveProperty("unread_fields");
      const asked = host.requests.length;
      expect((await choose(["Impact", "Size"])).body).toMatchObject({ custom_fields: ["Impact", "Size"] });
      // At once, whatever is stored until the sync has ended.
      expect(await server.call("GET", `projects/${slug}/issues/?field=Team%3DCore`, { token })).toMatchObject({
        status: 400,
        body: { field: ["No tracker of this project reads the field “Team”. These are read: Impact, Size."] },
      });
      await settled();
      expect(await fieldsOf("ROCKET-1")).toEqual(["Size", "Impact"]);
      expect((await issue("ROCKET-2")).facts).toEqual({});
      expect(await listed("field=Size%3D3.5")).toEqual(["ROCKET-1"]);
      // Nothing is read again for what is only dropped.
      expect(host.requests.slice(asked).filter((line) => /ROCKET-[12]|bulkfetch/.test(line))).toEqual([]);
      expect((await metric("values/")).body).toMatchObject({
        unread_fields: ["Team"],
        series: [{ current: { value: null, n: 0 } }],
      });
      const rows = await metric("rows/");
      expect([rows.status, JSON.stringify(rows.body)]).toEqual([409, expect.stringContaining("reads the field Team")]);
      const card = {
        project: slug,
        kind: "count",
        of: "search",
        filter: { q: ["-field:Team=Core kind:issue"] },
        title: null,
        display: "now",
        x: 0,
        y: 0,
        w: 4,
        h: 2,
      };
      const { body: cards } = await server.call("POST", "dashboards/cards/", {
        token,
        body: { period: "5y", granularity: "yearly", project: [], repository: [], cards: [{ id: "c", ...card }] },
      });
      expect(JSON.stringify(cards)).toContain("No tracker of this project reads the field “Team”");
    });

    test("gets the values of added fields for issues that did not change at the host", async () => {
      expect((await choose(["size", "Team"])).body).toMatchObject({ custom_fields: ["Size", "Team"] });
      await settled();
      expect(await fieldsOf("ROCKET-1")).toEqual(["Team", "Size"]);
      expect(await fieldsOf("ROCKET-2")).toEqual(["Team"]);
      expect(await listed("field=Team%3DEdge")).toEqual(["ROCKET-2"]);
      await expect.poll(async () => (await search("field:Team=core")).results.length, { timeout: 30_000 }).toBe(1);
      const { body: again } = await metric("values/");
      expect(again).toMatchObject({ series: [{ current: { value: 1 } }] });
      expect(again).not.toHaveProperty("unread_fields");
      const entries = await server.db
        .selectFrom("audit_log")
        .select(["before", "after"])
        .where("action", "=", "source.fields_changed")
        .orderBy("id")
        .execute();
      expect(entries).toMatchObject([
        { after: { fields: "Impact, Size" } },
        { before: { fields: "Impact, Size" }, after: { fields: "Size, Team" } },
      ]);
    });

    test("keeps a field that its host hides for a while, and can drop it then", async () => {
      work.fields = FIELDS.filter((field) => typeof field === "string" || field.name !== "Team");
      expect((await choose(["Team", "Impact"])).body).toMatchObject({ custom_fields: ["Impact", "Team"] });
      expect((await choose([])).body).toMatchObject({ custom_fields: [] });
      await settled();
      expect(await fieldsOf("ROCKET-1")).toBeUndefined();
      expect((await choose(["Team"])).status).toBe(400);
    });
  });
});
