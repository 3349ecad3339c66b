/** Every call of the contract, by every role, with right and with hostile input. What a call does is tested elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type Endpoint, type EndpointName } from "../../../contract/endpoints.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { newId } from "../../../server/db/newId.ts";
import { sampled } from "../../wholeRun.ts";
import { addMember, addProject, addSource } from "../rows.ts";
import { ONE_ENGINE, onEachDatabase } from "../testDb.ts";
import { BODIES, QUERIES } from "./callInputs.ts";
import { CALLERS, refusalFor, type CallerName } from "./everyCall.ts";
import { HOSTILE, HOSTILE_BODIES, HOSTILE_PARAMS, HOSTILE_QUERY, malformed, MASS_ASSIGNMENT } from "./hostileValues.ts";
import { addPeople, signedIn, startTestServer, type Answer, type TestServer } from "./testServer.ts";

/** Occurs in everything that belongs to the other company. */
const FOREIGN = "minotaur";
/** Occurs in everything that belongs to this company. */
const OWN = "ariadne";

/** In the gate a field takes every third of the hostile values, and the next field other ones. */
const EVERY = 3;

const names = Object.keys(endpoints) as EndpointName[];
const rowOf = (name: EndpointName): Endpoint => endpoints[name];

onEachDatabase("every call", (engine) => {
  let server: TestServer;
  let companyId: string;
  let foreign: Record<string, string>;
  let ids: Record<CallerName, string>;

  beforeAll(async () => {
    server = await startTestServer(engine);
    const { db } = server;
    const people = await addPeople(db, { plan: "Enterprise" });
    companyId = people.companyId;
    await db.updateTable("companies").set({ name: OWN }).where("id", "=", companyId).execute();
    await db
      .updateTable("companies")
      .set({ name: FOREIGN, plan: "Enterprise" })
      .where("id", "=", people.otherCompanyId)
      .execute();
    await db.updateTable("users").set({ name: FOREIGN }).where("id", "=", people.stranger.id).execute();
    const inProject = async (name: string) => (await signedIn(db, { companyId, email: `${name}@${OWN}.example` })).id;
    ids = {
      anonymous: "",
      outsider: people.stranger.id,
      admin: people.admin.id,
      member: people.member.id,
      viewer: await inProject("viewer"),
      developer: await inProject("developer"),
      maintainer: await inProject("maintainer"),
      owner: await inProject("owner"),
    };
    const secret = await addProject(db, { companyId: people.otherCompanyId, ownerId: ids.outsider, slug: FOREIGN });
    const invitation = newId();
    await db
      .insertInto("invitations")
      .values({
        id: invitation,
        token_hash: "none",
        company_id: people.otherCompanyId,
        email: `${FOREIGN}@example.org`,
        role: "Admin",
        invited_by: ids.outsider,
        expires_at: new Date(Date.now() + 86_400_000),
        accepted_at: null,
        revoked_at: null,
      })
      .execute();
    foreign = {
      slug: FOREIGN,
      companyId: people.otherCompanyId,
      userId: ids.outsider,
      invitationId: invitation,
      itemId: await addSource(db, secret, `https://example.org/${FOREIGN}.git`),
    };
    await ownProject("own");
  });
  afterAll(() => server.stop());

  /** A project with one member of each role. */
  async function ownProject(slug: string): Promise<void> {
    const id = await addProject(server.db, { companyId, ownerId: ids.owner, slug });
    await addMember(server.db, id, ids.viewer, "Viewer");
    await addMember(server.db, id, ids.developer, "Developer");
    await addMember(server.db, id, ids.maintainer, "Maintainer");
    await addSource(server.db, id, `https://example.org/${OWN}-${slug}.git`);
  }
  const sessionOf = async (caller: CallerName) =>
    caller === "anonymous" ? undefined : startSession(server.db, ids[caller]);

  /** The address of a call, with `:id` of the company's own rows and every other parameter as `rest`. */
  const pathOf = (name: EndpointName, rest = "none", id?: string): string =>
    endpoints[name].path.replaceAll(/:(\w+)/g, (_, param: string) => {
      if (param !== "id") return rest;
      if (id !== undefined) return id;
      if (endpoints[name].path.startsWith("companies/")) return companyId;
      return /^(?:projects|code)\//.test(endpoints[name].path) ? "own" : rest;
    });
  const withQuery = (path: string, query: string | undefined): string => (query ? `${path}?${query}` : path);

  /** Sends a call and checks the invariants of every response. */
  async function call(
    name: EndpointName,
    caller: CallerName,
    given: { path?: string; query?: string | undefined; body?: unknown; raw?: string; token?: string | undefined },
  ): Promise<Answer> {
    const { method, body: schema } = rowOf(name);
    const path = withQuery(given.path ?? pathOf(name), given.query ?? QUERIES[name]);
    const body = schema && given.raw === undefined ? (given.body ?? BODIES[name] ?? {}) : undefined;
    const token = "token" in given ? given.token : await sessionOf(caller);
    const raw = given.raw;
    const answer = await server.call(method, path, { token, body, ...(raw !== undefined && { raw }) });
    const said = `${name} by ${caller} with ${JSON.stringify(raw ?? body)?.slice(0, 120)} at ${path.slice(0, 160)}`;
    expect(
      malformed(answer.status, answer.body),
      `${said}: ${JSON.stringify(answer.body).slice(0, 300)}`,
    ).toBeUndefined();
    // An error may echo the caller's input, but no data of other companies.
    const bodyText = JSON.stringify(answer.body);
    const others = caller === "outsider" ? OWN : FOREIGN;
    expect(!path.includes(others) && bodyText.includes(others), `${said}: ${bodyText.slice(0, 300)}`).toBe(false);
    return answer;
  }

  /** Without a handler the path itself is unknown to every caller; app.test.ts lists these paths. */
  const isMounted = async (name: EndpointName): Promise<boolean> => {
    const { status, body } = await server.call(endpoints[name].method, pathOf(name));
    return !(status === 404 && (body as { detail?: string }).detail === "Not found.");
  };

  /** Roles of users and plans of companies: no input of a caller may change them. */
  const storedState = async () => ({
    users: await server.db
      .selectFrom("users")
      .select(["id", "company_id", "company_role", "email"])
      .orderBy("id")
      .execute(),
    companies: await server.db
      .selectFrom("companies")
      .select(["id", "plan", "subscription_status", "trial_ends_at"])
      .orderBy("id")
      .execute(),
    projects: await server.db
      .selectFrom("projects")
      .select(["id", "slug", "company_id", "created_by"])
      .where("slug", "in", ["own", FOREIGN])
      .orderBy("id")
      .execute(),
  });

  describe("by each role", () => {
    test.each(names)("%s", async (name) => {
      if (!(await isMounted(name))) return;
      for (const caller of CALLERS) {
        // Each deletion gets a new project.
        const slug = name === "deleteProject" ? `gone-${caller}` : undefined;
        if (slug) await ownProject(slug);
        const { status, body } = await call(name, caller, slug ? { path: pathOf(name, "none", slug) } : {});
        const refusal = refusalFor(name, caller);
        const said = `${name} by ${caller}: ${JSON.stringify(body).slice(0, 200)}`;
        const isRefused =
          [401, 403].includes(status) ||
          /There is no such (?:project|company)\./.test((body as { detail?: string } | undefined)?.detail ?? "");
        expect(isRefused ? status : null, said).toBe(refusal);
      }
    });
  });

  // Hundreds of requests each. The groups before and after call every endpoint on both databases.
  describe.runIf(engine === ONE_ENGINE)("with hostile input", { timeout: 120_000 }, () => {
    test.each(names)("%s", async (name) => {
      const { body: schema, query, path } = rowOf(name);
      const before = await storedState();
      const offset = names.indexOf(name);
      // One session for all of it, but where the call ends it.
      const roles = path.startsWith("companies/") ? (["admin"] as const) : (["owner"] as const);
      for (const caller of [...roles, "outsider"] as const) {
        const token = await sessionOf(caller);
        const make = (given: Parameters<typeof call>[2]) =>
          call(name, caller, {
            // The project is needed for the other calls.
            ...(name === "deleteProject" && { path: "projects/none/" }),
            ...given,
            ...(name !== "logout" && name !== "logoutAtProvider" && { token }),
          });
        // Fields are checked alike for every caller: of an outsider one is enough.
        const fewer = <T>(all: readonly T[]): readonly T[] => (caller === "outsider" ? all.slice(0, 1) : all);
        if (schema) {
          const right = BODIES[name] ?? {};
          for (const raw of HOSTILE_BODIES) await make({ raw });
          for (const [at, field] of fewer(Object.keys(right)).entries()) {
            for (const value of sampled(HOSTILE, EVERY, offset + at))
              await make({ body: { ...right, [field]: value } });
          }
          if (name !== "createProject") await make({ body: { ...MASS_ASSIGNMENT, ...right } });
        }
        if (path.includes(":")) {
          for (const param of HOSTILE_PARAMS) {
            if (/:(?!id\/)/.test(path)) await make({ path: pathOf(name, param) });
            await make({ path: pathOf(name, "none", param) });
          }
        }
        const keys = query && "shape" in query ? Object.keys(query.shape as object) : [];
        for (const [at, key] of fewer([...keys, "__proto__", "constructor"]).entries()) {
          for (const value of sampled(HOSTILE_QUERY, EVERY, offset + at)) await make({ query: `${key}=${value}` });
          await make({ query: `${key}=a&${key}=b` });
        }
      }
      expect(await storedState()).toEqual(before);
    });
  });

  // Access is checked before a statement that the first group does not run.
  describe.runIf(engine === ONE_ENGINE)("with the ids of another company", () => {
    const withParams = names.filter((name) => endpoints[name].path.includes(":") && endpoints[name].auth === "user");
    test.each(withParams)("%s", async (name) => {
      const { path } = endpoints[name];
      const before = await storedState();
      for (const caller of ["admin", "owner"] as const) {
        const id = path.startsWith("companies/") ? foreign["companyId"] : foreign["slug"];
        const whole = path.includes(":id/") ? pathOf(name, "none", id) : pathOf(name, foreign["itemId"]);
        expect((await call(name, caller, { path: whole })).status, `${name} by ${caller}`).toBeGreaterThanOrEqual(400);
        // A foreign id below an own one.
        for (const rest of [foreign["userId"], foreign["invitationId"], foreign["itemId"]]) {
          if (!/:(?!id\/)/.test(path)) continue;
          const { status, body } = await call(name, caller, { path: pathOf(name, rest) });
          // An unknown name is answered with people of similar names.
          const isUnknownPerson = name === "getPerson" && (body as { profile?: unknown }).profile === null;
          expect(isUnknownPerson || status >= 400, `${name} by ${caller} with ${rest}: ${JSON.stringify(body)}`).toBe(
            true,
          );
        }
      }
      expect(await storedState()).toEqual(before);
    });
  });
});
