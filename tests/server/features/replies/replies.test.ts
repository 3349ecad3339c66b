/** Replies on issues, from a report at GitHub to the one comment there, as the installation of the app. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR_MS } from "../../../../contract/durations.ts";
import { MAX_REPLIES_PER_HOUR } from "../../../../contract/issues/replyKinds.ts";
import { tryConsume } from "../../../../server/db/tables/operations/rateLimits.ts";
import { databaseNow } from "../../../../server/db/sqlTime.ts";
import { updateReplyFault } from "../../../../server/db/tables/chats/replies.ts";
import { message, serializeMessage } from "../../../../server/messages/messages.ts";
import { mayName } from "../../../../server/features/replies/readFacts.ts";
import { readCommands } from "../../../../server/features/replies/replyCommands.ts";
import { onOneDatabase } from "../../testDb.ts";
import { REPORT, type ReplyStage, startReplyStage } from "./replyStage.ts";

onOneDatabase("replies", (engine) => {
  let stage: ReplyStage;
  beforeAll(async () => {
    stage = await startReplyStage(engine);
  });
  afterAll(() => stage.stop());
  beforeEach(async () => {
    stage.host.fault = undefined;
    await stage.db.deleteFrom("rate_limits").execute();
    await stage.db.updateTable("reply_settings").set({ waits_until: null }).execute();
  });
  const posts = () =>
    stage.host.requests.filter((line) => /^POST \/repos\/.*\/issues\/\d+\/comments/.test(line)).length;
  const texts = (number: number) => stage.issue(number).comments.map(({ author, body }) => [author, body]);
  const again = () =>
    stage.db.updateTable("issue_replies").set({ next_at: new Date() }).where("state", "=", "due").execute();
  const login = () => `${stage.host.apps[0]?.slug ?? ""}[bot]`;

  test("are off until a Maintainer turns them on, as an account that the host lets write", async () => {
    stage.open(1);
    await stage.sync();
    const before = await stage.settings();
    expect(before).toMatchObject({ enabled: false, by: null, account: null, written: 0 });
    expect(before.accounts).toEqual([
      { by: "app", name: null, reason: expect.stringContaining("Issues: read and write") },
      { by: "account", name: null, reason: expect.any(String) },
    ]);
    expect((await stage.turn()).status).toBe(409);
    stage.installation.permissions = { contents: "read", issues: "write", metadata: "read", pull_requests: "read" };
    expect((await stage.settings()).accounts[0]).toEqual({ by: "app", name: login(), reason: null });
    const { member, stranger } = stage.people;
    expect((await stage.turn({}, member.token)).status).toBe(403);
    expect((await stage.turn({}, stranger.token)).status).toBe(404);
    expect((await stage.turn({ account: "grace" })).status).toBe(409);
    expect(await stage.turn({ template: "{nothing}" })).toMatchObject({
      status: 400,
      body: { template: [expect.stringContaining("{nothing}")] },
    });
    const on = await stage.turn();
    expect([on.status, on.body]).toMatchObject([200, { enabled: true, by: "app", account: login() }]);
    await stage.sync();
    await stage.settled();
    // What was reported before is not commented on.
    expect([posts(), texts(1)]).toEqual([0, []]);
  });

  test("name the place at the indexed revision, and similar issues of the tracker, in one comment that is edited in place", async () => {
    stage.open(2);
    await stage.sync();
    await stage.settled();
    const [comment, ...more] = stage.issue(2).comments;
    expect(more).toEqual([]);
    const revision = "[0-9a-f]{40}";
    expect(comment?.author).toBe(login());
    expect(comment?.body).toMatch(
      new RegExp(
        `^Place of #2\n\n- \`src/search/tokenizer.ts\` \\(\\[lines? [^\\]]+\\]\\(${stage.host.url}/acme/rocket/blob/${revision}/src/search/tokenizer.ts#L\\d+\\)\\)`,
      ),
    );
    expect(comment?.body).toContain(`[#1](${stage.host.url}/acme/rocket/issues/1) \`${REPORT.title}\``);
    expect(comment?.body).toMatch(/End\.\n\n<!-- clew-reply [0-9a-f]{32} -->$/);
    stage.change(2, {
      title: "Something else @everyone <img src=x>",
      body: "The mail of `src/mail/send.ts` is not sent by `send`.",
    });
    await stage.sync();
    await stage.settled();
    expect(stage.issue(2).comments.map(({ id }) => id)).toEqual([comment?.id]);
    expect(stage.issue(2).comments[0]?.body).toContain("src/mail/send.ts");
    expect(posts()).toBe(1);
    // Its own comment, and one of a person, are no reasons to write.
    const edits = stage.host.requests.filter((line) => line.startsWith("PATCH")).length;
    stage.say(2, "ada", "I see it too.");
    await stage.sync();
    await stage.settled();
    expect(stage.host.requests.filter((line) => line.startsWith("PATCH")).length).toBe(edits);
    expect(await stage.settings()).toMatchObject({ written: 1, waiting: 0, failed: 0, fault: null });
  });

  test("are for reports of people alone, and many reports of the host about one issue are one comment", async () => {
    stage.open(3, { author: "renovate[bot]" });
    stage.open(4);
    const before = posts();
    const repository = { html_url: `${stage.host.url}/acme/rocket` };
    const about = { action: "opened", installation: { id: stage.installation.id }, repository };
    for (let count = 0; count < 400; count += 40)
      await Promise.all(Array.from({ length: 40 }, () => stage.host.deliver("issues", about)));
    await stage.sync();
    await stage.settled();
    expect([texts(3), stage.issue(4).comments.length, posts() - before]).toEqual([[], 1, 1]);
  });

  test("wait while a repository is read for the first time, and then have its places", async () => {
    const { db, repositoryId } = stage;
    // The first sync of a large repository takes minutes, in which its tracker has synced several times.
    await sql`create function hold() returns trigger language plpgsql as
      'begin new.sync_state := ''running''; new.sync_finished_at := null; return new; end'`.execute(db);
    await sql`create trigger hold before update on sources for each row when (new.kind = 'repository') execute function hold()`.execute(
      db,
    );
    await db.updateTable("sources").set({ sync_items: 1 }).where("id", "=", repositoryId).execute();
    stage.open(11);
    const about = {
      action: "opened",
      installation: { id: stage.installation.id },
      repository: { html_url: `${stage.host.url}/acme/rocket` },
    };
    await stage.host.deliver("issues", about);
    const waits = async () =>
      (await db.selectFrom("reply_settings").select("waits_until").executeTakeFirstOrThrow()).waits_until;
    await expect.poll(waits, { timeout: 20_000 }).not.toBeNull();
    expect([texts(11), await stage.settings()]).toMatchObject([[], { waiting: 1, fault: null }]);
    await sql`drop trigger hold on sources`.execute(db);
    const now = { sync_state: "ready", sync_finished_at: new Date() } as const;
    await db.updateTable("sources").set(now).where("id", "=", repositoryId).execute();
    await db.updateTable("reply_settings").set({ waits_until: null }).execute();
    await expect.poll(() => texts(11)[0]?.[1], { timeout: 20_000 }).toContain("src/search/tokenizer.ts");
    expect(texts(11)).toHaveLength(1);
  });

  test("have a limit for each hour, and the others wait for the next one", async () => {
    const { sourceId: id } = stage;
    const key = `replies ${id}`;
    const bucket = { key, size: MAX_REPLIES_PER_HOUR, windowMs: HOUR_MS };
    for (let count = 0; count < MAX_REPLIES_PER_HOUR; count += 1) await tryConsume(stage.db, bucket, databaseNow());
    stage.open(9);
    await stage.sync();
    await vi.waitFor(async () => expect((await stage.settings()).waiting).toBe(1), 20_000);
    await vi.waitFor(async () => {
      const settings = stage.db.selectFrom("reply_settings").select("waits_until");
      expect((await settings.executeTakeFirstOrThrow()).waits_until).not.toBeNull();
    }, 20_000);
    expect([texts(9), (await stage.settings()).fault]).toEqual([[], null]);
    await stage.db.deleteFrom("rate_limits").execute();
    await stage.db.updateTable("reply_settings").set({ waits_until: null }).execute();
    await stage.settled();
    expect(texts(9)).toHaveLength(1);
  });

  test("mention the account that has the address of an expert, and none that is only called so", async () => {
    const { issue_id: issue } = await stage.replyRow(2);
    const body = { issue, template: "{people}", mentions: true, names_all: false };
    const preview = async () => (await stage.call("POST", `sources/${stage.sourceId}/replies/preview/`, body)).body;
    const mallory = { id: "mallory", source_id: stage.sourceId, external_id: "666", login: "mallory", is_bot: false };
    const values = { ...mallory, name: "ada@example.org", email: null, avatar_url: null };
    await stage.db.insertInto("accounts").values(values).execute();
    expect(await preview()).toEqual({ text: "- `Ada Example`" });
    await stage.db.updateTable("accounts").set({ email: "ada@example.org" }).where("id", "=", "mallory").execute();
    expect(await preview()).toEqual({ text: "- @mallory" });
    await stage.db.deleteFrom("accounts").where("id", "=", "mallory").execute();
  });

  test("wait as long as a host has asked for, also where another process has written one meanwhile", async () => {
    const { db, sourceId: id } = stage;
    await updateReplyFault(db, id, { fault: serializeMessage(message("reply.unsupported")), waitMs: HOUR_MS });
    await updateReplyFault(db, id, { fault: null });
    const settings = db.selectFrom("reply_settings").select(["waits_until", "fault"]);
    const { waits_until: until, fault } = await settings.executeTakeFirstOrThrow();
    expect([until?.getTime(), fault]).toEqual([expect.any(Number), expect.any(String)]);
    await db.updateTable("reply_settings").set({ waits_until: null }).execute();
    await updateReplyFault(db, id, { fault: null });
    expect((await settings.executeTakeFirstOrThrow()).fault).toBeNull();
  });

  describe("nothing is written twice", () => {
    test("after an answer that was lost", async () => {
      stage.open(5);
      stage.host.fault = (request) =>
        /^POST .*\/issues\/5\/comments$/.test(request)
          ? async (response, answer) => {
              response.writeHead = () => response;
              response.end = () => response.destroy();
              await answer();
            }
          : undefined;
      await stage.sync();
      await vi.waitFor(() => expect(stage.issue(5).comments).toHaveLength(1), 20_000);
      stage.host.fault = undefined;
      await vi.waitFor(async () => expect((await stage.replyRow(5)).leased_until).toBeNull(), 20_000);
      expect((await stage.replyRow(5)).comment_id).toBeNull();
      await again();
      await stage.settled();
      expect([stage.issue(5).comments.length, (await stage.replyRow(5)).state]).toEqual([1, "seen"]);
    });

    test("by a process that ended between sending and noting", async () => {
      stage.open(6);
      await stage.sync();
      await stage.settled();
      const [first] = stage.issue(6).comments;
      const { issue_id: id } = await stage.replyRow(6);
      await stage.db
        .updateTable("issue_replies")
        .set({ comment_id: null, digest: null, state: "due", is_wanted: true, leased_until: new Date(Date.now() - 1) })
        .where("issue_id", "=", id)
        .execute();
      await stage.settled();
      expect(stage.issue(6).comments.map((one) => one.id)).toEqual([first?.id]);
      expect((await stage.replyRow(6)).comment_id).toBe(String(first?.id));
    });

    test("after people have deleted it, unless one of them asks for it", async () => {
      stage.issue(6).comments.length = 0;
      stage.change(6, { title: "splitWords of the tokenizer forgets the first word" });
      await stage.sync();
      await stage.settled();
      expect([texts(6), (await stage.replyRow(6)).state]).toEqual([[], "removed"]);
      stage.say(6, "grace", "/clew where");
      await stage.sync();
      await stage.settled();
      expect(stage.issue(6).comments.map(({ author }) => author)).toEqual(["grace", login()]);
    });

    test("after people have deleted it, where the process ended before its work did", async () => {
      const { db } = stage;
      stage.issue(6).comments.splice(1, 1);
      stage.change(6, { title: "splitWords of the tokenizer forgets each word" });
      await sql`create function ends() returns trigger language plpgsql as 'begin raise exception ''ended''; end'`.execute(
        db,
      );
      await sql`create trigger ends before update on issue_replies for each row
        when (old.is_wanted and not new.is_wanted) execute function ends()`.execute(db);
      await stage.sync();
      await stage.settled();
      await sql`drop function ends() cascade`.execute(db);
      await db
        .updateTable("issue_replies")
        .set({ next_at: new Date(0) })
        .where("state", "=", "due")
        .execute();
      await stage.settled();
      expect(stage.issue(6).comments.map(({ author }) => author)).toEqual(["grace"]);
      expect((await stage.replyRow(6)).state).toBe("removed");
    });
  });

  describe("commands", () => {
    const bodyOf = (number: number) =>
      stage.issue(number).comments.find(({ author }) => author === login())?.body ?? "";

    test("of accounts that may not write, and of programs, do nothing", async () => {
      stage.open(7);
      await stage.sync();
      await stage.settled();
      const body = bodyOf(7);
      stage.say(7, "linus", "/clew wrong src/search/tokenizer.ts");
      stage.say(7, "renovate[bot]", "/clew duplicate of #1");
      await stage.sync();
      await stage.settled();
      expect(bodyOf(7)).toBe(body);
      expect(stage.issue(7).comments.flatMap(({ reactions = [] }) => reactions)).toEqual([]);
      expect(await stage.db.selectFrom("localization_feedback").selectAll().execute()).toEqual([]);
      expect((await stage.replyRow(7)).duplicate_of).toBeNull();
    });

    test("of accounts that may write reach the feedback of files and of duplicates, and edit the one comment", async () => {
      const before = posts();
      expect(bodyOf(7)).toContain("src/search/tokenizer.ts");
      const id = stage.say(7, "grace", "/clew wrong\n/clew duplicate of #2");
      await stage.sync();
      await stage.settled();
      const feedback = await stage.db
        .selectFrom("localization_feedback")
        .select(["path", "verdict", "user_id"])
        .execute();
      expect(feedback).toEqual([{ path: "src/search/tokenizer.ts", verdict: "wrong", user_id: stage.people.admin.id }]);
      expect(bodyOf(7)).not.toContain("- `src/search/tokenizer.ts`");
      expect(bodyOf(7)).toContain(
        `[#2](${stage.host.url}/acme/rocket/issues/2) \`Something else @everyone <img src=x>\` (marked as a duplicate)`,
      );
      expect(stage.issue(7).comments.find((one) => one.id === id)?.reactions).toEqual([`${login()} +1`]);
      expect([posts() - before, stage.issue(7).state]).toEqual([0, "open"]);
      const { issue_id: issueId } = await stage.replyRow(7);
      const { body } = await stage.call("GET", `projects/maze/issues/${issueId}/similar/`);
      expect(
        (body as { issue: { key: string }; is_marked: boolean }[]).find(({ issue }) => issue.key === "#2")?.is_marked,
      ).toBe(true);
      // Each is run once.
      await stage.sync();
      await stage.settled();
      expect(stage.issue(7).comments.flatMap(({ reactions = [] }) => reactions)).toHaveLength(1);
    });

    test("that judge the first place are noted before a process may end, so that another one does not judge the next", async () => {
      stage.open(8);
      await stage.sync();
      await stage.settled();
      const id = stage.say(8, "grace", "/clew wrong");
      let noted: number | undefined;
      stage.host.fault = (request) =>
        request.includes("/reactions")
          ? async (_, answer) => {
              const rows = stage.db.selectFrom("reply_commands").select("issue_id");
              noted = (await rows.where("comment_id", "=", String(id)).execute()).length;
              await answer();
            }
          : undefined;
      await stage.sync();
      await stage.settled();
      expect(noted).toBe(1);
    });

    test("that name what the comment does not have are answered so", async () => {
      const id = stage.say(7, "grace", "/clew wrong /etc/passwd\n/clew duplicate of #7\n/clew dance");
      await stage.sync();
      await stage.settled();
      expect(stage.issue(7).comments.find((one) => one.id === id)?.reactions).toEqual([`${login()} confused`]);
    });
  });

  describe("a refusal", () => {
    const refuse = (status: number, message: string, headers = {}) => {
      stage.host.fault = (request) =>
        /^POST .*\/comments$/.test(request)
          ? (response) =>
              void response
                .writeHead(status, { "content-type": "application/json", ...headers })
                .end(JSON.stringify({ message }))
          : undefined;
    };

    test.each([
      [16, 422, "Validation Failed", "Validation Failed"],
      [17, 410, "This issue was deleted", "This issue was deleted"],
    ])(
      "of issue %i with %i is shown at the source, and keeps no other from being written",
      async (number, status, words, shown) => {
        refuse(status, words);
        stage.open(number);
        await stage.sync();
        await stage.settled();
        stage.host.fault = undefined;
        stage.open(number + 20);
        await stage.sync();
        await stage.settled();
        const { failure, fault } = await stage.settings();
        expect([failure, fault]).toEqual([expect.stringMatching(new RegExp(`#${number}: .*${shown}`)), null]);
        expect(stage.issue(number + 20).comments).toHaveLength(1);
      },
    );

    test("of a locked conversation is shown in words", async () => {
      refuse(403, "Unable to create comment because issue is locked.");
      stage.open(12, { isLocked: true });
      await stage.sync();
      await stage.settled();
      expect((await stage.settings()).failure).toMatch(/#12: .*has locked the conversation/);
    });

    test("by a rate limit waits for the time in its answer, and continues", async () => {
      refuse(403, "You have exceeded a secondary rate limit.", { "retry-after": "120" });
      stage.open(13);
      await stage.sync();
      await vi.waitFor(async () => expect((await stage.settings()).fault).toMatch(/rate|limit/i), 20_000);
      const { waits_until: until } = await stage.db
        .selectFrom("reply_settings")
        .select("waits_until")
        .executeTakeFirstOrThrow();
      expect((until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
      stage.host.fault = undefined;
      await stage.db.updateTable("reply_settings").set({ waits_until: null }).execute();
      await stage.settled();
      expect([stage.issue(13).comments.length, (await stage.settings()).fault]).toEqual([1, null]);
    });

    test("of a permission that was taken back names what its owner does", async () => {
      stage.installation.permissions = { contents: "read", issues: "read", metadata: "read", pull_requests: "read" };
      stage.host.valid.clear();
      stage.open(14);
      await stage.sync();
      await vi.waitFor(async () => expect((await stage.settings()).fault).toContain("Issues: read and write"), 20_000);
      stage.installation.permissions = { contents: "read", issues: "write", metadata: "read", pull_requests: "read" };
      await stage.db.updateTable("reply_settings").set({ waits_until: null }).execute();
      await stage.settled();
      expect(stage.issue(14).comments).toHaveLength(1);
    });
  });

  test("a preview shows what a template makes of an issue, and writes nothing", async () => {
    const before = posts();
    const { issues } = await stage.settings();
    expect(issues.length).toBeLessThanOrEqual(20);
    const { id } = issues.find(({ key }) => key === "#4") ?? { id: "" };
    const body = { issue: id, template: "Only {issue}\n{places}", mentions: false, names_all: false };
    const answer = await stage.call("POST", `sources/${stage.sourceId}/replies/preview/`, body);
    expect([answer.status, (answer.body as { text: string }).text]).toEqual([
      200,
      expect.stringMatching(/^Only #4\n\n- `src\/search\/tokenizer.ts`/),
    ]);
    expect(posts()).toBe(before);
  });

  test("end when the member who turned them on may no longer change sources", async () => {
    const { admin, member } = stage.people;
    await stage.db.updateTable("reply_settings").set({ enabled_by: member.id }).execute();
    stage.open(15);
    await stage.sync();
    await vi.waitFor(async () => expect((await stage.settings()).enabled).toBe(false), 20_000);
    expect((await stage.settings()).fault).toContain("may no longer change the sources");
    expect(texts(15)).toEqual([]);
    await stage.db.updateTable("reply_settings").set({ enabled_by: admin.id }).execute();
  });
});

test("files are named of repositories that everyone who sees the tracker may see", () => {
  const at = (provider: string, name: string, visibility: "public" | "private" | "unknown") => ({
    provider,
    url: `https://${provider}.example/acme/${name}`,
    visibility,
  });
  const tracker = at("github", "rocket", "public");
  expect(mayName(at("github", "rocket", "unknown"), tracker, false)).toBe(true);
  expect(mayName(at("github", "engine", "public"), tracker, false)).toBe(true);
  expect(mayName(at("github", "engine", "private"), tracker, true)).toBe(false);
  expect(mayName(at("github", "engine", "unknown"), tracker, true)).toBe(false);
  // Guests of a project at GitLab read its issues and not its code, and Jira has no code.
  const gitlab = at("gitlab", "rocket", "private");
  expect([mayName(gitlab, gitlab, false), mayName(gitlab, gitlab, true)]).toEqual([false, true]);
  expect([
    mayName(gitlab, at("jira", "ABC", "unknown"), false),
    mayName(gitlab, at("jira", "ABC", "unknown"), true),
  ]).toEqual([false, true]);
});

test("a command is a whole line outside of code", () => {
  expect(
    readCommands("Hi\n/clew where\n> /clew where\n```\n/clew wrong\n```\n/clewwhere\n/clew DUPLICATE of abc-12"),
  ).toEqual([{ do: "where" }, { do: "duplicate", of: "ABC-12" }]);
  // A fence ends with its own sign alone, and a code span of three backticks is none.
  expect(readCommands("````\n```\n/clew wrong\n````\n~~~\n```\n/clew wrong\n~~~\n```a\n``` b\n/clew wrong")).toEqual(
    [],
  );
  expect(readCommands("```a``` b\n/clew where")).toEqual([{ do: "where" }]);
  expect(readCommands("/clew wrong src/a\\_b.ts")).toEqual([{ do: "wrong", path: "src/a_b.ts" }]);
  expect(readCommands("/clew ".repeat(3) + "x\n".repeat(9))).toEqual([{ do: "unknown" }]);
});
