/** Custom fields of a tracker, from the choice when it is linked to the issue, the list and the search: each part with the others, as in production. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Issue, IssuePage } from "../../../contract/issues.ts";
import type { Project, SourceValid } from "../../../contract/projects.ts";
import type { SearchAnswer } from "../../../contract/search.ts";
import { startJiraHost } from "../../providers/jiraHost.ts";
import type { RestHost } from "../../providers/restHost.ts";
import { type Work, makeWork, workIssue } from "../../providers/work.ts";
import { addPeople, startTestServer, type TestServer } from "../http/testServer.ts";

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
  server = await startTestServer("pglite", { environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8" } });
  ({ token } = (await addPeople(server.db)).admin);
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
    for (const nothing of ["Team%3DNorth", "Team", "%3D", "Notes%3Dnot+chosen", "%27%29+or+true+--%3Dx"])
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
});
