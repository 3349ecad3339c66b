/** A project follows who may see its sources at their host. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatorOf } from "../../../../server/access/auditLog.ts";
import { openProject } from "../../../../server/access/hostAccess/openProject.ts";
import { listen, signedIn } from "../../http/testServer.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type AccessStage, REPOSITORY, startAccessStage } from "./accessStage.ts";

/** A change is noticed within seconds: a round is five, and the queue looks every two. */
const SOON = { timeout: 20_000, interval: 100 };

onOneDatabase("mirrored access", (engine) => {
  let stage: AccessStage;
  beforeAll(async () => {
    stage = await startAccessStage(engine);
  });
  afterAll(() => stage.stop());

  test("who may not see a source at its host does not see the project, and the others do", async () => {
    const owner = await stage.addUser("owner1", [REPOSITORY]);
    const sees = await stage.addUser("sees1", [REPOSITORY]);
    const refused = await stage.addUser("refused1", []);
    const without = await stage.addUser("without1", null);
    const { sources } = await stage.addProject("one", [owner, sees, refused, without]);
    const [source = ""] = sources;
    expect(
      (await stage.server.call("GET", `sources/${source}/host-access/`, { token: owner.token })).body,
    ).toMatchObject({ mirrored: false, provider: "github", account: "GitHub", members: 4, connected: 3, closed: 0 });
    const heard = await listen(stage.server, `token=${refused.token}`);
    expect((await stage.mirror(owner, source)).status).toBe(200);
    expect(await stage.sees(owner, "one")).toBe(200);
    // No one else was asked yet: closed on doubt, in the same transaction.
    expect(await stage.sees(refused, "one")).toBe(404);
    expect(await stage.sees(without, "one")).toBe(404);
    await expect.poll(() => heard.messages, SOON).toMatchObject([{ type: "project.removed", project: "one" }]);
    await expect.poll(() => stage.sees(sees, "one"), SOON).toBe(200);
    const { host } = new URL(stage.host.url);
    await expect
      .poll(() => stage.closed(refused), SOON)
      .toEqual([
        { slug: "one", name: "one", hosts: [{ host, provider: "github", account: "GitHub", reason: "refused" }] },
      ]);
    expect(await stage.closed(without)).toMatchObject([{ slug: "one", hosts: [{ reason: "account" }] }]);
    expect(await stage.closed(sees)).toEqual([]);
    // The repository's name is not given.
    expect(JSON.stringify(await stage.closed(refused))).not.toContain("labyrinth");
    const members = await stage.server.call("GET", "projects/one/users/", { token: owner.token });
    expect(members.body).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ email: refused.email, pending: false, closed: "refused" }),
        expect.objectContaining({ email: without.email, pending: false, closed: "account" }),
      ]),
    );
  });

  test("an own account opens it at once, and one that is disconnected closes it at once", async () => {
    const owner = await stage.addUser("owner2", [REPOSITORY]);
    const member = await stage.addUser("member2", null);
    const { sources } = await stage.addProject("two", [owner, member]);
    await stage.mirror(owner, sources[0] ?? "");
    expect(await stage.sees(member, "two")).toBe(404);
    await stage.connect(member, [REPOSITORY]);
    const checked = await stage.server.call("POST", "closed-projects/check/", { token: member.token });
    expect([checked.status, checked.body]).toEqual([200, []]);
    expect(await stage.sees(member, "two")).toBe(200);
    expect(
      (await stage.server.call("DELETE", "users/oauth/disconnect/github/", { token: member.token })).status,
    ).toBeLessThan(300);
    expect(await stage.sees(member, "two")).toBe(404);
  });

  test("a collaborator who is removed is closed out at the next check, and opened when the host allows it again", async () => {
    const owner = await stage.addUser("owner3", [REPOSITORY]);
    const member = await stage.addUser("member3", [REPOSITORY]);
    const [source = ""] = (await stage.addProject("three", [owner, member])).sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.sees(member, "three"), SOON).toBe(200);
    stage.see(member);
    await stage.age(source, 1);
    await expect.poll(() => stage.sees(member, "three"), SOON).toBe(404);
    expect(await stage.sees(owner, "three")).toBe(200);
    stage.see(member, REPOSITORY);
    await stage.db
      .updateTable("source_access_checks")
      .set({ checked_at: new Date(0) })
      .execute();
    await stage.server.call("POST", "closed-projects/check/", { token: member.token });
    expect(await stage.sees(member, "three")).toBe(200);
  });

  test("another repository under the former name opens nothing to its readers", async () => {
    const owner = await stage.addUser("owner-squat", ["ariadne/squatted"]);
    const member = await stage.addUser("member-squat", []);
    const [source = ""] = (await stage.addProject("squat", [owner, member], ["ariadne/squatted"])).sources;
    await stage.mirror(owner, source);
    await expect.poll(() => stage.closed(member), SOON).toMatchObject([{ hosts: [{ reason: "refused" }] }]);
    stage.host.ids.set("ariadne/squatted", 4242);
    stage.see(member, "ariadne/squatted");
    await stage.db
      .updateTable("source_access_checks")
      .set({ checked_at: new Date(0) })
      .execute();
    await stage.server.call("POST", "closed-projects/check/", { token: member.token });
    expect(await stage.sees(member, "squat")).toBe(404);
    // Who saw the former one does not see the other one by it either.
    await stage.age(source, 1);
    await expect.poll(() => stage.sees(owner, "squat"), SOON).toBe(404);
  });

  describe("a host that does not answer", () => {
    test("holds no one out for a day, and closes after it", async () => {
      const owner = await stage.addUser("owner4", [REPOSITORY]);
      const member = await stage.addUser("member4", [REPOSITORY]);
      const [source = ""] = (await stage.addProject("four", [owner, member])).sources;
      await stage.mirror(owner, source);
      await expect.poll(() => stage.sees(member, "four"), SOON).toBe(200);
      stage.host.fault = () => ({ status: 503, body: {} });
      await stage.age(source, 23);
      const stateOf = async () =>
        (
          await stage.db
            .selectFrom("source_access_checks")
            .select("state")
            .where("source_id", "=", source)
            .where("user_id", "=", member.id)
            .executeTakeFirst()
        )?.state;
      await expect.poll(stateOf, SOON).toBe("unknown");
      expect(await stage.sees(member, "four")).toBe(200);
      await stage.db
        .updateTable("source_access_checks")
        .set({ allowed_at: new Date(Date.now() - 25 * 3_600_000), due_at: new Date(), checked_at: new Date(0) })
        .where("source_id", "=", source)
        .execute();
      await expect.poll(() => stage.sees(member, "four"), SOON).toBe(404);
      expect(await stage.closed(member)).toMatchObject([{ slug: "four", hosts: [{ reason: "unanswered" }] }]);
      stage.host.fault = undefined;
    });

    test("a token that was taken back is no refusal", async () => {
      const owner = await stage.addUser("owner5", [REPOSITORY]);
      const member = await stage.addUser("member5", [REPOSITORY]);
      const [source = ""] = (await stage.addProject("five", [owner, member])).sources;
      await stage.mirror(owner, source);
      await expect.poll(() => stage.sees(member, "five"), SOON).toBe(200);
      stage.revoke(member);
      await stage.age(source, 2);
      const row = () =>
        stage.db.selectFrom("source_access_checks").select("state").where("user_id", "=", member.id).executeTakeFirst();
      await expect.poll(row, SOON).toEqual({ state: "unknown" });
      expect(await stage.sees(member, "five")).toBe(200);
    });
  });

  describe("turning it on", () => {
    test("needs an own account that sees the source, and one of this host", async () => {
      const owner = await stage.addUser("owner6", null);
      const { id, sources } = await stage.addProject("six", [owner]);
      const [source = ""] = sources;
      const refusal = async () => {
        const { status, body } = await stage.mirror(owner, source);
        return [status, (body as { detail: string }).detail];
      };
      expect(await refusal()).toEqual([409, expect.stringContaining("Connect your GitHub account first")]);
      await stage.connect(owner, []);
      expect(await refusal()).toEqual([409, expect.stringContaining("does not show this source to your own")]);
      stage.see(owner, REPOSITORY);
      stage.host.fault = () => ({ status: 500, body: {} });
      expect(await refusal()).toEqual([409, expect.stringContaining("did not answer")]);
      stage.host.fault = undefined;
      await stage.db
        .updateTable("sources")
        .set({ url: "https://code.example.org/a/b" })
        .where("id", "=", source)
        .execute();
      expect(await refusal()).toEqual([409, expect.stringContaining("cannot follow who may see it")]);
      await stage.db
        .updateTable("sources")
        .set({ provider: "git", url: stage.host.url + "/a/b.git" })
        .where("id", "=", source)
        .execute();
      expect((await refusal())[0]).toBe(409);
      expect(await stage.sees(owner, "six")).toBe(200);
      expect(id).not.toBe("");
    });

    test("is for who may change sources, and turning it off for who sees the project", async () => {
      const owner = await stage.addUser("owner7", [REPOSITORY]);
      const developer = await stage.addUser("developer7", [REPOSITORY]);
      const maintainer = await stage.addUser("maintainer7", []);
      const { id, sources } = await stage.addProject("seven", [owner, developer, maintainer]);
      await stage.db
        .updateTable("project_members")
        .set({ role: "Maintainer" })
        .where("project_id", "=", id)
        .where("user_id", "=", maintainer.id)
        .execute();
      const [source = ""] = sources;
      expect((await stage.mirror(developer, source)).status).toBe(403);
      expect((await stage.mirror(stage.stranger, source)).status).toBe(404);
      expect((await stage.mirror(owner, source)).status).toBe(200);
      expect((await stage.mirror(maintainer, source, false)).status).toBe(404);
      expect(await stage.sees(maintainer, "seven")).toBe(404);
      expect((await stage.mirror(owner, source, false)).status).toBe(200);
      expect(await stage.sees(maintainer, "seven")).toBe(200);
      const log = await stage.db
        .selectFrom("audit_log")
        .select("after")
        .where("action", "=", "source.host_access_changed")
        .where("subject_id", "=", source)
        .orderBy("id")
        .execute();
      expect(log).toMatchObject([{ after: { mirrored: true, closed: 2 } }, { after: { mirrored: false } }]);
    });

    test("on and off at the same time end as one of both, with memberships that fit", async () => {
      const owner = await stage.addUser("owner8", [REPOSITORY]);
      const member = await stage.addUser("member8", []);
      const [source = ""] = (await stage.addProject("eight", [owner, member])).sources;
      for (let round = 0; round < 4; round += 1) {
        await Promise.all([true, false, true, false].map((mirrored) => stage.mirror(owner, source, mirrored)));
        const { access_mirrored: isMirrored } = await stage.db
          .selectFrom("sources")
          .select("access_mirrored")
          .where("id", "=", source)
          .executeTakeFirstOrThrow();
        expect(await stage.sees(member, "eight")).toBe(isMirrored ? 404 : 200);
        expect(await stage.sees(owner, "eight")).toBe(200);
      }
    });
  });

  test("each of two sources closes, and one that is removed does not any more", async () => {
    const other = "ariadne/thread";
    const owner = await stage.addUser("owner9", [REPOSITORY, other]);
    const member = await stage.addUser("member9", [REPOSITORY]);
    const { sources } = await stage.addProject("nine", [owner, member], [REPOSITORY, other]);
    for (const source of sources) await stage.mirror(owner, source);
    await expect
      .poll(() => stage.closed(member), SOON)
      .toMatchObject([{ slug: "nine", hosts: [{ reason: "refused" }] }]);
    expect(await stage.sees(member, "nine")).toBe(404);
    const removed = await stage.server.call("DELETE", `projects/nine/repositories/${sources[1]}/`, {
      token: owner.token,
    });
    expect(removed.status).toBe(204);
    await expect.poll(() => stage.sees(member, "nine"), SOON).toBe(200);
  });

  describe("members", () => {
    test("who register, or are added, or come back, are closed until the host allows them", async () => {
      const owner = await stage.addUser("owner10", [REPOSITORY]);
      const { id, sources } = await stage.addProject("ten", [owner]);
      await stage.mirror(owner, sources[0] ?? "");
      const added = await stage.addUser("added10", null);
      const emails = [added.email, "expected10@example.org"];
      await stage.server.call("POST", "projects/ten/users/", { token: owner.token, body: { emails } });
      expect(await stage.sees(added, "ten")).toBe(404);
      expect(await stage.closed(added)).toMatchObject([{ slug: "ten", hosts: [{ reason: "account" }] }]);
      const registered = await signedIn(stage.db, { companyId: stage.companyId, email: "expected10@example.org" });
      // As a registration gives the row of an expected member to its user.
      await stage.db
        .updateTable("project_members")
        .set({ user_id: registered.id })
        .where("project_id", "=", id)
        .where("email", "=", registered.email)
        .execute();
      expect(await stage.sees(registered, "ten")).toBe(404);
      await stage.connect(registered, [REPOSITORY]);
      await expect.poll(() => stage.sees(registered, "ten"), SOON).toBe(200);
      // What the host answered about a former member opens nothing.
      const leave = { token: owner.token, body: { emails: [registered.email] } };
      expect((await stage.server.call("DELETE", "projects/ten/users/", leave)).status).toBe(204);
      stage.see(registered);
      await stage.server.call("POST", "projects/ten/users/", {
        token: owner.token,
        body: { emails: [registered.email] },
      });
      expect(await stage.sees(registered, "ten")).toBe(404);
    });

    test("who are closed out can be given another role and removed, and do not count as the last Owner", async () => {
      const owner = await stage.addUser("owner11", [REPOSITORY]);
      const second = await stage.addUser("second11", null);
      const { sources } = await stage.addProject("eleven", [owner, second]);
      await stage.mirror(owner, sources[0] ?? "");
      const change = (user: { id: string }, role: string) =>
        stage.server.call("PUT", `projects/eleven/users/${user.id}/`, { token: owner.token, body: { role } });
      expect(await change(second, "Owner")).toMatchObject({ status: 200, body: { role: "Owner", closed: "account" } });
      expect((await change(owner, "Viewer")).status).toBe(409);
      const remove = (email: string) =>
        stage.server.call("DELETE", "projects/eleven/users/", { token: owner.token, body: { emails: [email] } });
      expect((await remove(owner.email)).status).toBe(409);
      expect((await remove(second.email)).status).toBe(204);
      expect(await stage.closed(second)).toEqual([]);
    });

    test("who all lost the source are let in again by an operator, and by no Maintainer", async () => {
      const owner = await stage.addUser("owner13", [REPOSITORY]);
      const { sources } = await stage.addProject("thirteen", [owner]);
      await stage.mirror(owner, sources[0] ?? "");
      await stage.server.call("DELETE", "users/oauth/disconnect/github/", { token: owner.token });
      expect((await stage.mirror(owner, sources[0] ?? "", false)).status).toBe(404);
      const opened = await openProject(stage.db, stage.companyId, "thirteen", operatorOf(stage.companyId));
      expect(opened).toHaveLength(1);
      expect(await stage.sees(owner, "thirteen")).toBe(200);
    });

    test("who leave the company take the closed membership with them, and a project without an Owner passes on", async () => {
      const owner = await stage.addUser("owner12", [REPOSITORY]);
      const { id, sources } = await stage.addProject("twelve", [owner]);
      await stage.mirror(owner, sources[0] ?? "");
      await stage.server.call("DELETE", "users/oauth/disconnect/github/", { token: owner.token });
      expect(await stage.sees(owner, "twelve")).toBe(404);
      const removed = await stage.server.call("DELETE", `companies/${stage.companyId}/users/${owner.id}/`, {
        token: stage.admin.token,
      });
      expect(removed.status).toBe(204);
      const rows = await stage.db
        .selectFrom("project_members")
        .select(["user_id", "closed_user_id", "role"])
        .where("project_id", "=", id)
        .execute();
      // The Admin is not let in by it either.
      expect(rows).toEqual([{ user_id: null, closed_user_id: stage.admin.id, role: "Owner" }]);
      expect(await stage.sees(stage.admin, "twelve")).toBe(404);
    });
  });
});
