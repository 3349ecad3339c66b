/** What a user asks for in the moment in which the user leaves: nothing of it opens anything afterwards. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { endAccess } from "../../../server/access/endAccess.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { signedIn, type SignedInUser } from "../http/testServer.ts";
import { ask, allow } from "../mcp/oauthClient.ts";
import { type McpProject, startMcpProject } from "../mcp/mcpProject.ts";
import { addMember } from "../rows.ts";
import { onEachDatabase } from "../testDb.ts";

const DAY = 24 * 3_600_000;

onEachDatabase("who leaves at this moment", (engine) => {
  let project: McpProject;
  beforeAll(async () => {
    project = await startMcpProject(engine);
  });
  afterAll(() => project.stop());
  afterEach(() => project.server.db.deleteFrom("rate_limits").execute());

  let made = 0;
  const newUser = async (): Promise<SignedInUser> => {
    const { server, companyId, projectId } = project;
    const user = await signedIn(server.db, { companyId, email: `leaver-${(made += 1)}@example.org` });
    await addMember(server.db, projectId, user.id, "Viewer");
    return user;
  };
  /** The user is deactivated while the work is in progress, and comes back. @returns what is there then */
  const leaveDuring = async ({ id }: SignedInUser, work: () => Promise<unknown>) => {
    const { db } = project.server;
    const membership = await db
      .selectFrom("project_members")
      .select(["id", "project_id", "user_id", "email", "role"])
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>();
    const leaving = db.transaction().execute(async (tx) => {
      await tx.deleteFrom("project_members").where("user_id", "=", id).execute();
      await tx
        .updateTable("users")
        .set({ company_id: null, deactivated_at: new Date() })
        .where("id", "=", id)
        .execute();
      await endAccess(tx, id);
      resolve();
      // The end is stored after the work has had its time.
      await sleep(1000);
    });
    await hasLeft;
    await Promise.all([leaving, work()]);
    await db
      .updateTable("users")
      .set({ company_id: project.companyId, deactivated_at: null })
      .where("id", "=", id)
      .execute();
    await db.insertInto("project_members").values(membership).execute();
    const of = (table: "mcp_tokens" | "api_tokens" | "sessions") =>
      db.selectFrom(table).select("user_id").where("user_id", "=", id).execute();
    return (await Promise.all([of("mcp_tokens"), of("api_tokens"), of("sessions")])).flat();
  };
  const post = (user: SignedInUser, path: string, body: object) =>
    project.server.call("POST", path, { token: user.token, body });

  test("gets no grant for a remote client", async () => {
    const user = await newUser();
    const { query } = await ask(project.server);
    expect(await leaveDuring(user, () => allow(project.server, user.token, query))).toEqual([]);
  });

  test("gets no token for agents, and none for the API", async () => {
    const agent = await newUser();
    const mcp = { name: "agent", projects: ["sample"], expires_at: null };
    expect(await leaveDuring(agent, () => post(agent, "users/mcp-tokens/", mcp))).toEqual([]);
    const script = await newUser();
    const expires_at = new Date(Date.now() + DAY).toISOString();
    const api = { name: "script", scope: "write", projects: null, expires_at };
    expect(await leaveDuring(script, () => post(script, "users/me/api-tokens/", api))).toEqual([]);
  });

  test("gets no session", async () => {
    const user = await newUser();
    const signIn = () =>
      project.server.db
        .transaction()
        .execute((tx) => startSession(tx, user.id))
        .catch(() => undefined);
    expect(await leaveDuring(user, signIn)).toEqual([]);
  });
});
