/** A rule whose member the directory deactivates: nothing more is changed in the member's name, also not what was under way. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../../contract/durations.ts";
import type { Rules } from "../../../../contract/integrations/rules.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type RuleServer, startRuleServer } from "./ruleServer.ts";
import { addVerifiedDomain, PATCH } from "../directory/scimServer.ts";

onOneDatabase("rules of a member who leaves", (engine) => {
  let stage: RuleServer;
  beforeAll(async () => {
    stage = await startRuleServer(engine);
  });
  afterAll(() => stage.stop());

  test("a deactivation turns the rules off at once, stops what waits for its turn, and a return turns none on", async () => {
    const { db, server, users, call } = stage;
    const { grace, ada } = users;
    const { company_id: companyId } = await db
      .selectFrom("users")
      .select("company_id")
      .where("id", "=", grace.id)
      .executeTakeFirstOrThrow();
    await addVerifiedDomain(db, companyId ?? "", "example.org");
    await db
      .updateTable("users")
      .set({ company_role: "Admin", keeps_password: true })
      .where("id", "=", ada.id)
      .execute();
    const made = await call("POST", `companies/${companyId}/directory/tokens/`, {
      name: "Entra",
      expires_at: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    });
    const { token } = made.body as { token: string };
    const scim = (method: string, path: string, body: object) =>
      fetch(`${server.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        body: JSON.stringify(body),
      });
    expect((await scim("POST", "/Users", { userName: grace.email })).status).toBe(201);
    const changes = (): string[] => stage.host.requests.filter((request) => !request.startsWith("GET"));

    await stage.enable({ actions: [{ do: "label", label: "triage" }] });
    await stage.enable({
      name: "Stale",
      when: "issue.stale",
      days: 3,
      actions: [{ do: "comment", text: "Still so?" }],
    });
    // The host holds the first change, so that the others wait behind it.
    const answer = stage.holdChanges();
    for (const number of [301, 302, 303]) stage.openIssue(number);
    await stage.sync();
    await vi.waitFor(() => expect(changes()).toHaveLength(1), { timeout: 20_000 });
    const left = await scim("PATCH", `/Users/${grace.id}`, PATCH({ op: "Replace", path: "active", value: "False" }));
    expect(left.status).toBe(200);
    const rules = async () => ((await call("GET", "rules/?project=atlas", undefined, ada)).body as Rules).rules;
    expect((await rules()).map(({ is_enabled: isOn }) => isOn)).toEqual([false, false]);
    answer();

    // Those that the schedule finds later.
    stage.openIssue(304);
    expect((await call("POST", "projects/atlas/sync/", undefined, ada)).status).toBeLessThan(300);
    await vi.waitFor(
      async () =>
        expect(await db.selectFrom("issues").select("id").where("key", "=", "#304").execute()).toHaveLength(1),
      { timeout: 60_000 },
    );
    await vi.waitFor(async () => expect(await db.selectFrom("rule_events").select("key").execute()).toEqual([]), {
      timeout: 20_000,
    });
    expect(changes()).toHaveLength(1);
    // They stay off for a user who comes back.
    const back = await scim("PATCH", `/Users/${grace.id}`, PATCH({ op: "Replace", path: "active", value: "True" }));
    expect(back.status).toBe(200);
    expect((await rules()).map(({ is_enabled: isOn }) => isOn)).toEqual([false, false]);
    // Another Admin turns it on for the account of their own alone.
    const [rule] = await rules();
    expect((await stage.switchRule(rule?.id ?? "", true, ada, rule?.revision)).status).toBe(409);
  });
});
