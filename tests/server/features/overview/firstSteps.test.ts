import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dashboard } from "../../../../contract/access/users.ts";
import { addPeople, signedIn, startTestServer, type SignedInUser, type TestServer } from "../../http/testServer.ts";
import { addCompany, addMember, addProject, addSource } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";

onOneDatabase("the first steps of a user", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  const stepsOf = async ({ token }: SignedInUser): Promise<string[] | null> => {
    const { status, body } = await server.call("GET", "users/dashboard/", { token });
    expect(status).toBe(200);
    return (body as Dashboard).first_steps?.flatMap(({ name, done }) => (done ? [name] : [])) ?? null;
  };
  const startAlone = async (email: string): Promise<SignedInUser & { readonly companyId: string }> => {
    const companyId = await addCompany(server.db);
    return { ...(await signedIn(server.db, { companyId, email, role: "Admin" })), companyId };
  };

  test("are ticked by what is stored, and end when all are done", async () => {
    const user = await startAlone("alone@example.org");
    expect(await stepsOf(user)).toEqual([]);
    const { companyId, token } = user;
    const projectId = await addProject(server.db, { companyId, ownerId: user.id, slug: "first-steps" });
    expect(await stepsOf(user)).toEqual([]);
    const repository = await addSource(server.db, projectId);
    expect(await stepsOf(user)).toEqual(["repository"]);
    const tracker = await addSource(server.db, projectId, "https://example.org/tracker");
    await server.db
      .updateTable("sources")
      .set({ kind: "tracker", provider: "github" })
      .where("id", "=", tracker)
      .execute();
    expect(await stepsOf(user)).toEqual(["repository", "tracker"]);
    const sync = { sync_state: "failed", sync_error: "{}", sync_finished_at: new Date() } as const;
    await server.db.updateTable("sources").set(sync).where("id", "=", repository).execute();
    expect(await stepsOf(user)).toEqual(["repository", "tracker"]);
    const ready = { sync_state: "ready", sync_error: null } as const;
    await server.db.updateTable("sources").set(ready).where("id", "=", repository).execute();
    expect(await stepsOf(user)).toEqual(["repository", "tracker", "sync"]);

    expect((await server.call("GET", "projects/first-steps/search/?q=loom", { token })).status).toBe(200);
    await expect.poll(() => stepsOf(user)).toEqual(["repository", "tracker", "sync", "search"]);
    const invitation = { email: "colleague@example.org", role: "Member" };
    expect((await server.call("POST", `companies/${companyId}/invitations/`, { token, body: invitation })).status).toBe(
      201,
    );
    expect(await stepsOf(user)).toBeNull();
  });

  test("a refused search is none", async () => {
    const user = await startAlone("refused@example.org");
    expect((await server.call("GET", "projects/no-such/search/?q=loom", { token: user.token })).status).toBe(404);
    expect(await stepsOf(user)).toEqual([]);
  });

  test("can be hidden by each user, and another's steps stay", async () => {
    const user = await startAlone("hides@example.org");
    const colleague = await signedIn(server.db, { companyId: user.companyId, email: "stays@example.org" });
    expect(await stepsOf(user)).toEqual(["invite"]);
    expect((await server.call("DELETE", "users/me/first-steps/", { token: user.token })).status).toBe(204);
    expect(await stepsOf(user)).toBeNull();
    expect(await stepsOf(colleague)).toEqual(["invite"]);
  });

  test("are not for a member who may link nothing, nor for a user without a company", async () => {
    const { admin, member, companyId } = await addPeople(server.db);
    const projectId = await addProject(server.db, { companyId, ownerId: admin.id, slug: "theirs" });
    await addMember(server.db, projectId, member.id, "Viewer");
    expect(await stepsOf(admin)).toEqual(["invite"]);
    expect(await stepsOf(member)).toBeNull();
    expect(await stepsOf(await signedIn(server.db, { companyId: null, email: "outside@example.org" }))).toBeNull();
  });
});
