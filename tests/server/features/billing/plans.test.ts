import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointName } from "../../../../contract/endpoints.ts";
import { PLAN_NAMES, PLANS } from "../../../../contract/constants.ts";
import {
  FEATURES_WITHOUT_CALLS,
  PLAN_COUNTED_KINDS,
  PLAN_LOSSES,
  PLAN_PART_KINDS,
} from "../../../../contract/billing/planLosses.ts";
import { FEATURE_OF, planHas, upgradeCode } from "../../../../contract/billing/planFeatures.ts";
import type { PlanChange } from "../../../../contract/billing/planChange.ts";
import { ENGLISH } from "../../../../server/messages/en.ts";
import { findMcpPrincipal } from "../../../../server/access/tokens/mcpTokens.ts";
import { sourcesBeyondPlan } from "../../../../server/access/limits/planLimits.ts";
import { addProject } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { addPeople, startTestServer, type TestServer } from "../../http/testServer.ts";

const gated = Object.keys(FEATURE_OF) as EndpointName[];

test("every call of a gated area has its feature", () => {
  const areas = /^(?:insights|dashboards|users\/mcp-tokens|projects\/:id\/(?:documents|experts))\//;
  const inside = (Object.keys(endpoints) as EndpointName[]).filter((name) => areas.test(endpoints[name].path));
  expect(inside.filter((name) => FEATURE_OF[name] === undefined)).toEqual([]);
});

test("each feature of the plans has a call or a named place, and what depends on it is known", () => {
  const features = new Set<string>(PLAN_NAMES.flatMap((name) => [...PLANS[name].features]));
  const places = new Set<string>([...Object.values(FEATURE_OF), ...Object.keys(FEATURES_WITHOUT_CALLS)]);
  expect([...places].toSorted()).toEqual([...features].toSorted());
  expect(Object.keys(PLAN_LOSSES).toSorted()).toEqual([...features].toSorted());
  // A change to a smaller plan says something about each feature that a call requires.
  for (const feature of new Set(Object.values(FEATURE_OF))) {
    const { parts = [], counted = [] } = PLAN_LOSSES[feature];
    expect([feature, parts.length + counted.length]).not.toEqual([feature, 0]);
  }
  const named = Object.values(PLAN_LOSSES).flatMap(({ parts = [], counted = [] }) => [...parts, ...counted]);
  expect(["projects", "sources", ...named].toSorted()).toEqual([...PLAN_COUNTED_KINDS, ...PLAN_PART_KINDS].toSorted());
});

onOneDatabase("plans", (engine) => {
  let server: TestServer;
  let people: Awaited<ReturnType<typeof addPeople>>;
  beforeAll(async () => {
    server = await startTestServer(engine);
    people = await addPeople(server.db);
    await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "own" });
    await addProject(server.db, { companyId: people.otherCompanyId, ownerId: people.stranger.id, slug: "foreign" });
  });
  afterAll(() => server.stop());

  const onPlan = (plan: "Standard" | "Premium" | "Enterprise") =>
    server.db.updateTable("companies").set({ plan }).where("id", "=", people.companyId).execute();

  describe.each(["Standard", "Premium", "Enterprise"] as const)("%s", (plan) => {
    beforeAll(() => onPlan(plan));
    test.each(gated)("%s is refused with its sentence, or not for the plan", async (name) => {
      const { method, path } = endpoints[name];
      const feature = FEATURE_OF[name] ?? "mcp";
      const answer = await server.call(
        method,
        path.replace("projects/:id", "projects/own").replaceAll(/:\w+/g, "none"),
        {
          token: people.admin.token,
        },
      );
      const isRefused = answer.status === 402;
      expect(isRefused).toBe(!planHas(plan, feature));
      const text = isRefused ? (answer.body as { detail: string }).detail : ENGLISH[upgradeCode(feature)];
      expect(text).toBe(ENGLISH[upgradeCode(feature)]);
    });
  });

  test("Standard links open source of code-hosting providers: nothing private, unknown, or of plain git", async () => {
    const requests = [
      { kind: "repository", provider: "github", visibility: "public" },
      { kind: "repository", provider: "github", visibility: "private" },
      { kind: "repository", provider: "gitlab", visibility: "unknown" },
      { kind: "repository", provider: "git", visibility: "public" },
      { kind: "tracker", provider: "jira", visibility: "public" },
      { kind: "wiki", provider: "confluence", visibility: "public" },
    ] as const;
    const problems = () => sourcesBeyondPlan(server.db, people.companyId, requests);
    await onPlan("Standard");
    expect(await problems()).toEqual([
      undefined,
      { url: [{ code: "plan.private_source" }] },
      { url: [{ code: "plan.unknown_visibility" }] },
      { provider: [{ code: "plan.open_source_provider" }] },
      { provider: [{ code: "plan.open_source_provider" }] },
      undefined,
    ]);
    await onPlan("Premium");
    expect(await problems()).toEqual(requests.map(() => undefined));
  });

  test("an Admin sees what another plan would take away, and the seats", async () => {
    await onPlan("Enterprise");
    const second = await addProject(server.db, { companyId: people.companyId, ownerId: people.admin.id, slug: "two" });
    const get = (path: string, token = people.admin.token) =>
      server.call("GET", `companies/${people.companyId}/${path}`, { token });
    const { status, body } = await get("plan/preview/?plan=Standard");
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: "Enterprise", to: "Standard" });
    const { losses } = body as PlanChange;
    expect(losses).toContainEqual({ kind: "projects", used: 2, allowed: 1 });
    expect(losses).toContainEqual({ kind: "insights", used: null, allowed: null });
    expect(losses.map(({ kind }) => kind)).not.toContain("rules");
    expect((await get("plan/preview/?plan=Enterprise")).body).toMatchObject({ losses: [] });
    expect((await get("plan/preview/?plan=Gold")).status).toBe(400);
    // Both signed in; the other company's Admin did, too.
    expect((await get("seats/")).body).toMatchObject({ included: null, open_invitations: 0, months: [{ used: 2 }] });
    for (const path of ["plan/preview/?plan=Standard", "seats/"]) {
      expect((await get(path, people.member.token)).status).toBe(403);
      expect((await get(path, people.stranger.token)).status).toBe(404);
    }
    await server.db.deleteFrom("projects").where("id", "=", second).execute();
  });

  describe("a token for agents", () => {
    beforeAll(() => onPlan("Premium"));
    const make = (body: Record<string, unknown>) =>
      server.call("POST", "users/mcp-tokens/", { token: people.admin.token, body });

    test("is shown once, stored as a hash, and opens the projects that it names", async () => {
      const options = await server.call("GET", "users/mcp-tokens/project-options/", { token: people.admin.token });
      expect(options.body).toEqual([{ slug: "own", name: "own", may_write: true }]);
      const { status, body } = await make({ name: "Editor", projects: ["own"], user_id: people.member.id });
      expect(status).toBe(201);
      const made = body as { id: string; token: string; preview: string };
      expect(made).toMatchObject({ name: "Editor", projects: ["own"], last_used_at: null, expires_at: null });
      expect(made.token.startsWith(made.preview.slice(0, -1))).toBe(true);
      const list = await server.call("GET", "users/mcp-tokens/", { token: people.admin.token });
      expect(JSON.stringify(list.body)).not.toContain(made.token);
      expect(list.body).toMatchObject([{ id: made.id }]);
      const stored = await server.db.selectFrom("mcp_tokens").selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(made.token);
      // No session: the API does not take it.
      expect((await server.call("GET", "users/me/", { token: made.token })).status).toBe(401);

      const caller = await findMcpPrincipal(server.db, made.token);
      expect(caller).toMatchObject({ caller: { id: people.admin.id }, projects: [{ slug: "own" }] });
      const used = await server.call("GET", "users/mcp-tokens/", { token: people.admin.token });
      expect((used.body as { last_used_at: string | null }[])[0]?.last_used_at).not.toBeNull();

      const remove = (token: string) => server.call("DELETE", `users/mcp-tokens/${made.id}/`, { token });
      expect((await remove(people.member.token)).status).toBe(404);
      expect((await remove(people.admin.token)).status).toBe(204);
      expect(await findMcpPrincipal(server.db, made.token)).toBeUndefined();
    });

    test("opens a project only while its owner is a member, and nothing after its end", async () => {
      const { body } = await make({ name: "Late", projects: ["own"], expires_at: "2999-01-01T00:00:00Z" });
      const { token, id } = body as { token: string; id: string };
      await server.db.deleteFrom("project_members").where("user_id", "=", people.admin.id).execute();
      expect((await findMcpPrincipal(server.db, token))?.projects).toEqual([]);
      await server.db
        .updateTable("mcp_tokens")
        .set({ expires_at: new Date(0) })
        .where("id", "=", id)
        .execute();
      expect(await findMcpPrincipal(server.db, token)).toBeUndefined();
      expect(await findMcpPrincipal(server.db, "nonsense")).toBeUndefined();
    });

    test("cannot be made for the projects of others, for none, or for the past", async () => {
      const missing = { projects: ["There is no such project."] };
      expect((await make({ name: "X", projects: ["foreign"] })).body).toEqual(missing);
      expect((await make({ name: "X", projects: ["nowhere"] })).body).toEqual(missing);
      expect((await make({ name: "X", projects: [] })).status).toBe(400);
      expect((await make({ name: "X", projects: ["own"], expires_at: "2020-01-01T00:00:00Z" })).body).toEqual({
        expires_at: ["Must lie in the future"],
      });
    });
  });
});
