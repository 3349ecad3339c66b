/** What members of a project are notified of, by real syncs of a tracker that answers as GitHub. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../http/testServer.ts";
import { addMember } from "../../rows.ts";
import { onOneDatabase } from "../../testDb.ts";
import { type NoticeServer, gist, startNoticeServer } from "./noticeServer.ts";

onOneDatabase("notices", (engine) => {
  let fixture: NoticeServer;
  beforeAll(async () => {
    fixture = await startNoticeServer(engine);
  });
  afterAll(() => fixture.stop());
  const readAll = async (): Promise<void> => {
    for (const user of Object.values(fixture.users))
      await fixture.server.call("POST", "notices/read/", {
        token: user.token,
        body: { until: new Date(Date.now() + 60_000).toISOString() },
      });
  };

  test("the first import notifies no user", async () => {
    const { users, list } = fixture;
    for (const user of Object.values(users)) expect(await list(user)).toEqual([]);
  });

  test("a new assignee, a mention, a comment and the end of an issue are notices of those whom they concern", async () => {
    const { users, list, sync, change, comment, open } = fixture;
    change(1, { assignees: ["ada"] });
    open(52, { author: "linus", body: "Ask @Grace, not `@ada` and not mail@linus.example" });
    comment(3, "linus", "I see it too");
    change(2, { state: "closed", closedAt: new Date().toISOString().slice(0, 19) + "Z" });
    await sync();
    expect((await list(users.ada)).map(gist)).toEqual(
      expect.arrayContaining([
        { kind: "assigned", about: "#1", count: 1, read: false },
        { kind: "commented", about: "#3", count: 1, actor: "linus", read: false },
      ]),
    );
    // Issue 2 is assigned to grace and was opened by linus.
    expect((await list(users.grace)).map(gist)).toEqual(
      expect.arrayContaining([
        { kind: "mentioned", about: "#52", count: 1, actor: "linus", read: false },
        { kind: "closed", about: "#2", count: 1, read: false },
      ]),
    );
    expect((await list(users.linus)).map(({ kind }) => kind)).toEqual(["closed"]);
    expect((await list(users.ada)).map(({ kind }) => kind)).not.toContain("mentioned");
    // A user with the same account who is not a member has no notice.
    expect(await list(users.stranger)).toEqual([]);
    const before = (await list(users.grace)).length;
    await sync();
    expect(await list(users.grace)).toHaveLength(before);
    await readAll();
  });

  test("comments on one issue are one notice until it is read, and those of the receiver none", async () => {
    const { server, users, list, sync, comment } = fixture;
    comment(3, "linus", "first");
    comment(3, "grace", "second");
    comment(3, "ada", "mine");
    await sync();
    comment(3, "linus", "third");
    await sync();
    const unread = await list(users.ada, "?unread=true");
    expect(unread.map(gist)).toEqual([{ kind: "commented", about: "#3", count: 3, actor: "linus", read: false }]);
    const answer = await server.call("PUT", `notices/${unread[0]?.id}/read/`, { token: users.ada.token });
    expect(answer).toMatchObject({ status: 200, body: { unread: 0 } });
    comment(3, "linus", "fourth");
    await sync();
    expect((await list(users.ada, "?unread=true")).map(gist)).toEqual([
      { kind: "commented", about: "#3", count: 1, actor: "linus", read: false },
    ]);
    await readAll();
  });

  test("an issue that is reopened and one that its own author takes", async () => {
    const { users, list, sync, change, open } = fixture;
    change(2, { state: "open", closedAt: null });
    open(51, { author: "ada", assignees: ["ada"] });
    await sync();
    expect((await list(users.grace, "?unread=true")).map(gist)).toEqual([
      { kind: "reopened", about: "#2", count: 1, read: false },
    ]);
    expect(await list(users.ada, "?unread=true")).toEqual([]);
    await readAll();
  });

  test("reading on one device is read on the other, and the socket reports both", async () => {
    const { server, users, list, sync, change } = fixture;
    const [one, two] = [
      await listen(server, `token=${users.ada.token}`),
      await listen(server, `token=${users.ada.token}`),
    ];
    change(4, { assignees: ["ada"] });
    await sync();
    const typesOf = ({ messages }: typeof one) =>
      messages.flatMap(({ type }) => (String(type).startsWith("notice.") ? [type] : []));
    await expect.poll(() => typesOf(two)).toEqual(["notice.added"]);
    const [notice] = await list(users.ada, "?unread=true");
    await server.call("PUT", `notices/${notice?.id}/read/`, { token: users.ada.token });
    await expect.poll(() => typesOf(one)).toEqual(["notice.added", "notice.read"]);
    await expect.poll(() => typesOf(two)).toEqual(["notice.added", "notice.read"]);
    expect((await server.call("GET", "notices/unread/", { token: users.ada.token })).body).toEqual({ unread: 0 });
    one.socket.close();
    two.socket.close();
  });

  test("a notice of another user is as if there were none", async () => {
    const { server, users, list, sync, change } = fixture;
    change(5, { assignees: ["linus"] });
    await sync();
    const [notice] = await list(users.linus, "?unread=true");
    expect(notice?.kind).toBe("assigned");
    for (const user of [users.ada, users.stranger]) {
      const answer = await server.call("PUT", `notices/${notice?.id}/read/`, { token: user.token });
      expect(answer.status).toBe(404);
    }
    expect((await list(users.linus, "?unread=true")).map(({ id }) => id)).toEqual([notice?.id]);
    await readAll();
  });

  test("who loses access sees nothing of it, nor does anyone of an issue that is gone", async () => {
    const { server, users, projectId, page, sync, change, data } = fixture;
    change(5, { assignees: ["ada", "linus"] });
    change(6, { assignees: ["ada"] });
    await sync();
    expect((await page(users.ada, "?unread=true")).unread).toBe(2);
    await server.db.deleteFrom("project_members").where("user_id", "=", users.ada.id).execute();
    expect(await page(users.ada)).toEqual({ results: [], next: null, unread: 0 });
    await addMember(server.db, projectId, users.ada.id, "Developer");
    expect((await page(users.ada, "?unread=true")).unread).toBe(2);
    await server.db.deleteFrom("issues").where("key", "=", "#6").execute();
    expect((await page(users.ada, "?unread=true")).results.map(gist)).toMatchObject([{ about: "#5" }]);
    data.issues.splice(5, 1);
    await readAll();
  });

  test("a sync that fails is one notice of those who can change it, until it succeeds", async () => {
    const { users, list, sync, refuse } = fixture;
    refuse({ status: 410, body: { message: "Issues are disabled" } });
    await sync("failed");
    await sync("failed");
    expect((await list(users.grace, "?unread=true")).map(({ kind, count }) => [kind, count])).toEqual([
      ["sync_failed", 1],
    ]);
    expect(await list(users.ada, "?unread=true")).toEqual([]);
    refuse(undefined);
    await sync();
    expect(await list(users.grace, "?unread=true")).toEqual([]);
    expect((await list(users.grace, "?kind=sync_failed"))[0]).toMatchObject({ read: true, resolved: true });
    refuse({ status: 410, body: { message: "Issues are disabled" } });
    await sync("failed");
    expect(await list(users.grace, "?unread=true")).toHaveLength(1);
    refuse(undefined);
    await sync();
  });

  test("a kind that is off is not stored, in the project or everywhere", async () => {
    const { server, users, list, sync, comment } = fixture;
    const settings = {
      time_zone: "Europe/Istanbul",
      mails: true,
      digest_hour: 8,
      quiet: null,
      channels: { commented: "off" },
      projects: [{ project: "atlas", channels: { commented: "app" } }],
    };
    const put = (body: object) => server.call("PUT", "notice-settings/", { token: users.ada.token, body });
    expect(await put(settings)).toMatchObject({ status: 200, body: { channels: { commented: "off" } } });
    comment(3, "linus", "still here");
    await sync();
    expect(await list(users.ada, "?unread=true")).toHaveLength(1);
    await readAll();
    await put({ ...settings, projects: [] });
    comment(3, "linus", "silence");
    await sync();
    expect(await list(users.ada, "?unread=true")).toEqual([]);
    expect((await put({ ...settings, projects: [{ project: "elsewhere", all: "off" }] })).status).toBe(404);
    await put({ ...settings, channels: {}, projects: [] });
  });

  test("the time zone of mails may be an alias, and must exist", async () => {
    const { server, users } = fixture;
    const put = (time_zone: string) =>
      server.call("PUT", "notice-settings/", {
        token: users.linus.token,
        body: { time_zone, mails: true, digest_hour: 8, quiet: null, channels: {}, projects: [] },
      });
    expect(await put("US/Pacific")).toMatchObject({ status: 200, body: { time_zone: "US/Pacific" } });
    expect((await put("Mars/Olympus")).status).toBe(400);
  });

  test("pages follow each other without a gap, the unread ones first", async () => {
    const { server, users, page } = fixture;
    const all = await page(users.ada, "?limit=100");
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const next = await page(users.ada, `?limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...next.results.map(({ id }) => id));
      cursor = next.next;
    }
    expect(seen).toEqual(all.results.map(({ id }) => id));
    expect(seen.length).toBeGreaterThan(3);
    expect((await server.call("GET", "notices/?cursor=1,2,3", { token: users.ada.token })).status).toBe(400);
  });
});
