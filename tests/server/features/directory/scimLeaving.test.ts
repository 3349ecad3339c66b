/** A person leaves by the directory in the middle of everything: nothing of theirs continues, and nothing of others stops. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../../contract/durations.ts";
import { type GithubWriteStage, startGithubWriteStage } from "../../githubWriteStage.ts";
import { listen } from "../../http/testServer.ts";
import { addVerifiedDomain, PATCH } from "./scimServer.ts";

let stage: GithubWriteStage;
beforeAll(async () => {
  stage = await startGithubWriteStage();
  await stage.reset();
});
afterAll(() => stage.stop());

test("sessions, sockets, tokens, agents, held changes and mails of a deactivated person end at once", async () => {
  const { server, people, projectId } = stage;
  const { db } = server;
  const { admin, member, companyId } = people;
  await addVerifiedDomain(db, companyId, "example.org");
  await db
    .updateTable("project_members")
    .set({ role: "Developer" })
    .where("project_id", "=", projectId)
    .where("user_id", "=", member.id)
    .execute();
  const expires_at = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const call = (method: string, path: string, token: string, body?: unknown) =>
    server.call(method, path, { token, body });
  const made = await call("POST", `companies/${companyId}/directory/tokens/`, admin.token, {
    name: "Okta",
    expires_at,
  });
  const scim = (method: string, path: string, body: unknown) =>
    fetch(`${server.url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${(made.body as { token: string }).token}`,
        "content-type": "application/scim+json",
      },
      body: JSON.stringify(body),
    });
  expect((await scim("POST", "/Users", { userName: member.email })).status).toBe(201);

  // An agent, a script, an open page, a change that is held, a change of another member, and a mail on its way.
  const agent = await call("POST", "users/mcp-tokens/", member.token, {
    name: "agent",
    projects: ["maze"],
    expires_at: null,
  });
  const script = await call("POST", "users/me/api-tokens/", member.token, {
    name: "script",
    scope: "write",
    projects: null,
    expires_at,
  });
  const bearers = [agent.body, script.body].map((body) => (body as { token: string }).token);
  const read = async (bearer: string) =>
    (await fetch(`${server.url}/api/v1/projects/maze/`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  expect(await Promise.all(bearers.map(read))).toEqual([200, 200]);
  const ticket = await call("POST", "users/me/socket-ticket/", member.token);
  const heard = await listen(server, `ticket=${(ticket.body as { ticket: string }).ticket}`);
  await stage.connect(member.id, "t-ada", true);
  const held = await call("POST", "projects/maze/issue-writes/", member.token, {
    key: randomUUID(),
    account: "ada",
    issues: [stage.issueId],
    change: { action: "labels", add: ["search"], remove: [] },
  });
  expect([held.status, held.body]).toEqual([
    202,
    expect.objectContaining({ counts: expect.objectContaining({ held: 1 }) }),
  ]);
  await call("POST", "users/forgot-password/", member.token, { email: member.email });
  const unsent = async () => {
    const rows = db.selectFrom("outbox").select("state").where("recipient", "=", member.email);
    return (await rows.execute()).filter(({ state }) => state !== "sent").length;
  };
  await vi.waitFor(async () => expect(await unsent()).toBeGreaterThan(0));

  const left = await scim("PATCH", `/Users/${member.id}`, PATCH({ op: "Replace", path: "active", value: "False" }));
  expect(left.status).toBe(200);
  expect((await call("GET", "users/me/", member.token)).status).toBe(401);
  expect(await Promise.all(bearers.map(read))).toEqual([401, 401]);
  expect(await heard.closed).toBe(4401);
  const due = { send_at: new Date(Date.now() - 1000) };
  await db.updateTable("issue_writes").set(due).where("user_id", "=", member.id).where("state", "=", "held").execute();
  stage.forget();
  await stage.send();
  expect(stage.sent()).toEqual([]);
  expect(await unsent()).toBe(0);
  // Others continue.
  expect((await call("GET", "projects/maze/", admin.token)).status).toBe(200);
});
