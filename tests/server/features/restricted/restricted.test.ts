/** What a host restricts, in every answer that there is: before it was restricted, after that, and for the role that may read it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { createMcpToken } from "../../../../server/access/tokens/mcpTokens.ts";
import { openBlobs } from "../../../../server/index/blobs/openBlobs.ts";
import { NAMING_COLUMNS } from "../../../../server/db/tables/accounts/accountStorage.ts";
import { endpoints, type Endpoint, type EndpointName } from "../../../../contract/endpoints.ts";
import type { Project } from "../../../../contract/projects.ts";
import type { SearchAnswer } from "../../../../contract/search/search.ts";
import { FILTER_NAMES } from "../../../../contract/query/searchFilters.ts";
import type { ProjectPerson } from "../../../../contract/people/persons.ts";
import type { RestrictedPage } from "../../../../contract/issues/restricted.ts";
import { join } from "node:path";
import { startConfluenceHost } from "../../../providers/confluenceHost.ts";
import { startGitlabHost } from "../../../providers/gitlabHost.ts";
import { startJiraHost } from "../../../providers/jiraHost.ts";
import type { RestHost } from "../../../providers/restHost.ts";
import { type Work, at, makeWork, workIssue, workPage } from "../../../providers/work.ts";
import { connect } from "../../mcp/mcpProject.ts";
import { addMember } from "../../rows.ts";
import { blobsWith, tablesWith } from "../../sync/everyByte.ts";
import { onOneDatabase } from "../../testDb.ts";
import {
  addPeople,
  listen,
  signedIn,
  startTestServer,
  type Heard,
  type SignedInUser,
  type TestServer,
} from "../../http/testServer.ts";

/** Each occurs in the texts of one host's restricted items and in no request. */
const MARKS = { gitlab: "zebraquartz", jira: "hunterplum", confluence: "salarymoon" } as const;
const ALL = Object.values(MARKS);
const USER = { username: "ada@example.org", token: "right" };

const personOf = (mark: string): string => `${mark}-person`;
const secret = (number: number, mark: string) =>
  workIssue(number, {
    title: `The importer fails ${mark}`,
    body: `See src/file1.ts ${mark}`,
    labels: [`${mark}-label`],
    // A person who occurs only here.
    author: personOf(mark),
    assignee: personOf(mark),
    isClosed: false,
    updatedAt: at(1000 + number),
    comments: [{ id: number * 10, author: personOf(mark), body: `said ${mark}`, at: at(number) }],
  });

onOneDatabase("restricted items", (engine) => {
  let server: TestServer;
  let works: Record<keyof typeof MARKS, Work>;
  let hosts: Record<keyof typeof MARKS, RestHost>;
  let owner: SignedInUser;
  let callers: Record<"owner" | "maintainer" | "developer" | "viewer" | "outsider" | "stranger", SignedInUser>;
  let companyId: string;
  let slug: string;
  let heard: Heard;
  let agent: string;
  /** All ids that rows have ever had, to request deleted issues and pages. */
  const issueIds = new Set<string>();
  const pagePaths = new Set<string>();

  beforeAll(async () => {
    works = {
      gitlab: makeWork(4),
      jira: { ...makeWork(4), path: "acme/moon" },
      confluence: { ...makeWork(0), pages: makeWork(0).pages },
    };
    works.gitlab.issues.push(secret(40, MARKS.gitlab));
    works.gitlab.issues[0]?.comments.push({
      id: 7000,
      author: `${personOf(MARKS.gitlab)}-of-a-note`,
      body: `note ${MARKS.gitlab}`,
      at: at(1),
    });
    works.jira.issues.push(secret(41, MARKS.jira));
    works.jira.issues[0]?.comments.push({
      id: 7001,
      author: `${personOf(MARKS.jira)}-of-a-note`,
      body: `note ${MARKS.jira}`,
      at: at(1),
    });
    works.confluence.pages.push(
      workPage(50, {
        parent: null,
        author: personOf(MARKS.confluence),
        title: `Importer ${MARKS.confluence}`,
        body: `<p>The importer ${MARKS.confluence}</p>`,
      }),
    );
    hosts = {
      gitlab: await startGitlabHost(works.gitlab),
      jira: await startJiraHost(works.jira),
      confluence: await startConfluenceHost(works.confluence),
    };
    server = await startTestServer(engine, {
      environment: { CLEW_ALLOWED_NETWORKS: "127.0.0.0/8", CLEW_BLOBS: "files" },
    });
    const people = await addPeople(server.db, { plan: "Enterprise" });
    companyId = people.companyId;
    owner = people.admin;
    const { body, status } = await server.call("POST", "projects/", {
      token: owner.token,
      body: {
        name: "Atlas",
        trackers: [
          {
            provider: "gitlab",
            url: `${hosts.gitlab.url}/acme/rocket`,
            credential: USER,
            restricted_role: "Maintainer",
          },
          { provider: "jira", url: `${hosts.jira.url}/browse/MOON`, credential: USER },
        ],
        wikis: [
          {
            provider: "confluence",
            url: `${hosts.confluence.url}/wiki/spaces/ROCKET`,
            credential: USER,
            restricted_role: "Developer",
          },
        ],
      },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ({ slug } = body as Project);
    const { id: projectId } = await server.db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
    const [maintainer, developer, viewer] = await Promise.all(
      (["Maintainer", "Developer", "Viewer"] as const).map(async (role) => {
        const user = await signedIn(server.db, { companyId, email: `${role.toLowerCase()}@example.org` });
        await addMember(server.db, projectId, user.id, role);
        return user;
      }),
    );
    if (!maintainer || !developer || !viewer) throw new Error("There are three of them.");
    callers = { owner, maintainer, developer, viewer, outsider: people.member, stranger: people.stranger };
    heard = await listen(server, `token=${viewer.token}`);
    const made = await createMcpToken(server.db, owner.id, { name: "Agent", projects: [slug], expires_at: null });
    agent = made.token;
    await settled();
  }, 240_000);
  afterAll(async () => {
    heard.socket.close();
    await server.stop();
    for (const host of Object.values(hosts)) await host.stop();
  });

  const states = () => server.db.selectFrom("sources").select(["sync_state", "sync_error"]).execute();
  const settled = async () => {
    for (;;) {
      const now = await states();
      const failed = now.find(({ sync_state }) => sync_state === "failed");
      if (failed) throw new Error(failed.sync_error ?? "A sync has failed.");
      if (now.every(({ sync_state }) => sync_state === "ready")) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const { id } of await server.db.selectFrom("issues").select("id").execute()) issueIds.add(id);
    for (const wiki of await server.db.selectFrom("sources").select("id").where("kind", "=", "wiki").execute()) {
      const path = `projects/${slug}/documents/?source=${wiki.id}`;
      const { body } = await server.call("GET", path, { token: owner.token });
      for (const [, found = ""] of JSON.stringify(body).matchAll(/"path":"([^"]+)"/g)) pagePaths.add(found);
    }
  };
  const sync = async () => {
    await server.call("POST", `projects/${slug}/sync/`, { token: owner.token, body: {} });
    await settled();
  };

  /** Every reading call of the contract with every id that fits, as one caller. */
  const questions = async (): Promise<readonly { readonly name: EndpointName; readonly path: string }[]> => {
    const sources = await server.db.selectFrom("sources").select(["id", "kind"]).execute();
    const wiki = sources.find(({ kind }) => kind === "wiki")?.id ?? "";
    const pages = [...pagePaths].map((path) => `source=${wiki}&path=${encodeURIComponent(path)}`);
    const listed = await server.call("GET", `persons/?project=${slug}`, { token: owner.token });
    const personIds = (listed.body as readonly { readonly id: string }[]).map(({ id }) => id);
    const period = "period=5y&granularity=yearly";
    const queries: Partial<Record<EndpointName, readonly string[]>> = {
      listSources: [`project=${slug}`],
      listRestricted: [`project=${slug}`, `project=${slug}&q=importer`],
      listPersons: [`project=${slug}`],
      getOverview: [`project=${slug}`],
      connected: [
        ...[...issueIds].map((id) => `project=${slug}&kind=issue&id=${id}&limit=50`),
        ...pages.map((page) => `project=${slug}&kind=page&${page}&limit=50`),
        ...personIds.slice(0, 3).map((id) => `project=${slug}&kind=person&id=${id}&limit=50`),
      ],
      personWork: personIds.map((id) => `project=${slug}&person=${id}`),
      goTo: ["q=importer"],
      searchAll: ["q=importer"],
      searchProject: ["q=importer", "q=said", "q=kind:issue", "q=kind:document", "q=kind:person"],
      exportSearch: ["q=importer", "q=said", "q=kind:issue", "q=kind:document", "q=kind:person"],
      filterValues: FILTER_NAMES.flatMap((filter) =>
        ["", ...ALL.map((mark) => mark.slice(0, 3))].map(
          (text) => `project=${slug}&filter=${filter}&limit=50&text=${text}`,
        ),
      ),
      listIssues: ["", "q=importer", "limit=200"],
      projectExperts: ["", "q=importer"],
      expertContext: ["q=importer", ...[...issueIds].map((id) => `issue=${id}`)],
      listDocuments: ["", `source=${wiki}`, "outdated=true"],
      findDocuments: ["q=importer"],
      getDocument: pages,
      relatedToDocument: pages,
      documentStaleReferences: pages,
      getInsights: [period],
      insightOptions: [`project=${slug}`],
      insightRows: ["issues_opened", "issues_closed"].map((metric) => `${period}&metric=${metric}`),
      insightViews: [period],
      exportInsights: [period],
    };
    return (Object.entries(endpoints) as [EndpointName, Endpoint][])
      .filter(([, { method, auth }]) => method === "GET" && auth === "user")
      .flatMap(([name, { path }]) =>
        (path.includes(":issueId") ? [...issueIds] : [""]).flatMap((issueId) =>
          (queries[name] ?? [""]).map((query) => ({
            name,
            path: `${path
              .replace("companies/:id", `companies/${companyId}`)
              .replace(":id", slug)
              .replace(":issueId", issueId)}?${query}`,
          })),
        ),
      );
  };
  /** For each mark the calls whose responses to this caller contain it. */
  const callsWithEach = async (caller: SignedInUser, marks: readonly string[]): Promise<string[][]> => {
    const found = marks.map(() => new Set<string>());
    for (const { name, path } of await questions()) {
      const { body, status } = await server.call("GET", path, { token: caller.token });
      expect([path, status]).not.toEqual([path, 500]);
      const text = (typeof body === "string" ? body : JSON.stringify(body)).toLowerCase();
      for (const [at, mark] of marks.entries()) if (text.includes(mark)) found[at]?.add(name);
    }
    return found.map((names) => [...names].toSorted());
  };
  const callsWith = async (caller: SignedInUser, marks: readonly string[]): Promise<string[]> => [
    ...new Set((await callsWithEach(caller, marks)).flat()),
  ];
  const toolsWith = async (marks: readonly string[]): Promise<string[]> => {
    const client = await connect(server, agent);
    const found = new Set<string>();
    const requests: readonly (readonly [string, Record<string, unknown>])[] = [
      ["search", { query: "importer" }],
      ["list_issues", {}],
      ...[...issueIds].flatMap((issue) =>
        ["get_issue", "localize_issue", "similar_issues"].map((tool) => [tool, { issue }] as const),
      ),
      ["search_documents", { query: "importer" }],
      ["recommend_experts", { query: "importer" }],
      ["insights", { period: "5y", metrics: ["issues_opened"] }],
      ["project_info", {}],
    ];
    for (const [name, given] of requests) {
      const answer = JSON.stringify(await client.callTool({ name, arguments: given })).toLowerCase();
      if (marks.some((mark) => answer.includes(mark))) found.add(name);
    }
    await client.close();
    return [...found].toSorted();
  };
  const count = async (caller: SignedInUser, mark: string): Promise<unknown> => {
    const { body } = await server.call("GET", `projects/${slug}/search/?q=${mark}`, { token: caller.token });
    return (body as SearchAnswer).results.length;
  };
  const restricted = async (caller: SignedInUser, query = ""): Promise<RestrictedPage> => {
    const { body } = await server.call("GET", `restricted/?project=${slug}${query}`, { token: caller.token });
    return body as RestrictedPage;
  };

  test("as long as the host does not restrict them, they are in lists, searches, pages and tools", async () => {
    // Without this check the absence of marks in the next test proves nothing.
    const seen = await callsWith(callers.viewer, ALL);
    expect(seen).toEqual(
      expect.arrayContaining([
        "exportSearch",
        "filterValues",
        "findDocuments",
        "getDocument",
        "getIssue",
        "insightOptions",
        "insightRows",
        "listIssues",
        "searchAll",
        "searchProject",
        "similarIssues",
      ]),
    );
    expect(seen).not.toContain("listRestricted");
    const people = await callsWith(callers.viewer, ALL.map(personOf));
    expect(people).toEqual(expect.arrayContaining(["getIssue", "insightOptions", "listIssues", "listPersons"]));
    expect(await toolsWith(ALL)).toEqual(expect.arrayContaining(["get_issue", "list_issues", "search"]));
    // A person renamed by hand: the name is stored with the account, and the earlier one for undo.
    for (const name of ["by hand", "by hand again"]) {
      const { body } = await server.call("GET", `persons/?project=${slug}&q=${personOf(MARKS.jira)}`, {
        token: owner.token,
      });
      const identities = (body as ProjectPerson[])[0]?.identities.map(({ key }) => key);
      const merge = { project: slug, name: `${personOf(MARKS.jira)} ${name}`, identities };
      expect((await server.call("POST", "persons/merges/", { token: owner.token, body: merge })).status).toBe(201);
    }
    expect((await tablesWith(server.db, ALL)).length).toBeGreaterThan(3);
  }, 240_000);

  test("once it restricts them, no answer has them except those for the chosen role", async () => {
    for (const [host, number] of [
      ["gitlab", 40],
      ["jira", 41],
    ] as const) {
      Object.assign(works[host].issues.find((issue) => issue.number === number) ?? {}, {
        isHidden: true,
        updatedAt: at(9000),
      });
      Object.assign(works[host].issues[0] ?? {}, { updatedAt: at(9001) });
      Object.assign(works[host].issues[0]?.comments.at(-1) ?? {}, { hidden: "internal" });
    }
    Object.assign(works.confluence.pages.at(-1) ?? {}, { readers: ["ada"] });
    const logged = server.log.length;
    await sync();
    // Questions of this test name pages by their titles, and requests are logged.
    expect(server.log.slice(logged).join("\n").toLowerCase()).not.toMatch(new RegExp(ALL.join("|")));

    for (const caller of Object.values(callers)) {
      const [gitlab, jira, confluence] = await callsWithEach(caller, ALL);
      const isMaintainer = caller === callers.owner || caller === callers.maintainer;
      expect(gitlab).toEqual(isMaintainer ? ["listRestricted"] : []);
      expect(jira).toEqual([]);
      expect(confluence).toEqual(isMaintainer || caller === callers.developer ? ["listRestricted"] : []);
    }
    for (const mark of ALL) expect(await count(callers.owner, mark)).toBe(0);
    expect(await toolsWith(ALL)).toEqual([]);
    // An agent reads no restricted item, regardless of its token's owner.
    const asAgent = await fetch(`${server.url}/api/v1/restricted/?project=${slug}`, {
      headers: { authorization: `Bearer ${agent}` },
    });
    expect(asAgent.status).toBe(403);
    expect(JSON.stringify(heard.messages).toLowerCase()).not.toMatch(new RegExp(ALL.join("|")));
    expect(await tablesWith(server.db, [MARKS.jira])).toEqual([]);
    const tables = (await tablesWith(server.db, ALL)).map((found) => found.split(":")[0]);
    expect([...new Set(tables)]).toEqual(["public.restricted_items"]);
    const blobs = openBlobs({ driver: "files", folder: join(server.dataDir, "blobs") });
    expect(await blobsWith(blobs, ALL)).toEqual([]);
  }, 240_000);

  test("are listed whole for that role, searched by words, paged, and counted for all members", async () => {
    const { results } = await restricted(callers.maintainer);
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      "confidential_issue",
      "internal_comment",
      "restricted_page",
    ]);
    const issue = results.find(({ kind }) => kind === "confidential_issue");
    expect(issue).toMatchObject({ key: "#40", state: "open", author: expect.any(String) as string });
    expect(issue?.body).toContain(`said ${MARKS.gitlab}`);
    expect((await restricted(callers.developer)).results.map(({ kind }) => kind)).toEqual(["restricted_page"]);
    expect((await restricted(callers.viewer)).results).toEqual([]);
    expect((await restricted(callers.maintainer, "&q=IMPORTER fails")).results.map(({ key }) => key)).toEqual(["#40"]);
    expect((await restricted(callers.maintainer, "&q=importer nowhere")).results).toEqual([]);
    const first = await restricted(callers.maintainer, "&limit=2");
    const second = await restricted(callers.maintainer, `&limit=2&cursor=${first.next}`);
    expect([...first.results, ...second.results]).toEqual(results);
    expect(second.next).toBeNull();
    const { body } = await server.call("GET", `sources/?project=${slug}`, { token: callers.viewer.token });
    const leftOut = (body as { kind: string; left_out: unknown; restricted_role: unknown }[]).map(
      ({ left_out, restricted_role }) => ({ left_out, restricted_role }),
    );
    const trackers = (kind: string) => [
      { kind: kind === "confidential_issue" ? kind : "internal_comment", count: 1 },
      { kind: kind === "confidential_issue" ? "internal_comment" : kind, count: 1 },
    ];
    expect(leftOut).toHaveLength(3);
    expect(leftOut).toEqual(
      expect.arrayContaining([
        { left_out: trackers("confidential_issue"), restricted_role: "Maintainer" },
        { left_out: trackers("secured_issue"), restricted_role: null },
        { left_out: [{ kind: "restricted_page", count: 1 }], restricted_role: "Developer" },
      ]),
    );
    const { after } = await server.db
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "source.added")
      .where("subject_kind", "=", "wiki")
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ restricted: "Developer" });
    expect((await server.call("GET", `restricted/?project=${slug}`, { token: callers.stranger.token })).status).toBe(
      404,
    );
  });

  test("change no byte of the search's answers but the time they took, for callers with and without access", async () => {
    const queries = [`q=${MARKS.gitlab}`, `q=${MARKS.confluence}`, "q=importer", "q=kind:issue"];
    const answers = async (caller: SignedInUser) =>
      Promise.all(
        [...queries.map((query) => `projects/${slug}/search/?${query}`), `search/?q=${MARKS.gitlab}`].map(
          async (path) => {
            const answer = await fetch(`${server.url}/api/v1/${path}`, {
              headers: { authorization: `Bearer ${caller.token}` },
            });
            return [path, answer.status, (await answer.text()).replaceAll(/"took_ms":[\d.]+/g, "")];
          },
        ),
      );
    expect((await restricted(callers.maintainer, `&q=${MARKS.gitlab}`)).results).not.toEqual([]);
    const [ofViewer, ofMaintainer] = [await answers(callers.viewer), await answers(callers.maintainer)];
    const rows = await server.db.deleteFrom("restricted_items").returningAll().execute();
    expect(await answers(callers.viewer)).toEqual(ofViewer);
    expect(await answers(callers.maintainer)).toEqual(ofMaintainer);
    await server.db.insertInto("restricted_items").values(rows).execute();
  });

  test("an account is kept only for what is stored: every column that names one is checked", async () => {
    const { rows } = await sql<{ found: string }>`
      select c.conrelid::regclass::text || '.' || a.attname as found from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'accounts'::regclass order by 1`.execute(server.db);
    const naming = NAMING_COLUMNS.map((names) => names.join("."));
    expect(rows.map(({ found }) => found)).toEqual([...naming, "person_identities.account_id"].toSorted());
  });

  test("go with a role that is taken back, and with the host's mark", async () => {
    await server.db
      .updateTable("project_members")
      .set({ role: "Viewer" })
      .where("user_id", "=", callers.maintainer.id)
      .execute();
    expect((await restricted(callers.maintainer)).results).toEqual([]);
    for (const issue of works.gitlab.issues) Object.assign(issue, { isHidden: false, updatedAt: at(9100) });
    Object.assign(works.gitlab.issues[0]?.comments.at(-1) ?? {}, { hidden: undefined });
    Object.assign(works.confluence.pages.at(-1) ?? {}, { readers: [] });
    await sync();
    expect((await restricted(callers.owner)).results).toEqual([]);
    expect(await tablesWith(server.db, [MARKS.jira])).toEqual([]);
    expect(await count(callers.viewer, MARKS.gitlab)).not.toBe(0);
    expect(await server.db.selectFrom("restricted_items").selectAll().execute()).toEqual([]);
  }, 240_000);
});
