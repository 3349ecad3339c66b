import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../../../server/db/newId.ts";
import { resolveIdentities } from "../../../../server/engines/identities/identities.ts";
import { loadPersons } from "../../../../server/project/loadPersons.ts";
import { listPersons, mergePersons, undoMerge } from "../../../../server/features/persons/service.ts";
import { factPeople } from "../../../../server/engines/insights/factPeople.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../../testDb.ts";
import { addSource, makeProject } from "../../sync/syncFixture.ts";
import { accountRow } from "../../rows.ts";

onOneDatabase("the people of a project", (engine) => {
  let database: TestDb;
  let project: { id: string };
  let userId: string;
  beforeEach(async () => {
    database = await openTestDb(engine);
    const made = await makeProject(database);
    project = { id: made.projectId };
    userId = made.userId;
    const { db } = database;
    const git = await addSource(database, project.id, {
      kind: "repository",
      provider: "git",
      url: "https://x.example/a",
    });
    const hub = await addSource(database, project.id, {
      kind: "tracker",
      provider: "github",
      url: "https://x.example/b",
    });
    await db
      .insertInto("git_authors")
      .values([
        { source_id: git, name: "Ada Lovelace", email: "ada@example.org" },
        { source_id: git, name: "ada", email: "12+ada@users.noreply.github.com" },
        { source_id: git, name: "A. Lovelace", email: "ada@home.example" },
        { source_id: git, name: "renovate[bot]", email: "bot@renovate.example" },
      ])
      .execute();
    await db
      .insertInto("accounts")
      .values(
        accountRow({
          id: newId(),
          source_id: hub,
          external_id: "1",
          login: "ada",
          name: "ada",
          email: "Ada@example.org",
        }),
      )
      .execute();
  });
  afterEach(() => database.close());
  const named = async () =>
    (await listPersons(database.db, project.id, "")).map(({ name, identities, is_bot, is_settled }) => [
      name,
      identities.length,
      is_bot,
      is_settled,
    ]);

  test("are recognized by address, login and no-reply address; a manual merge is kept, and undone", async () => {
    const byRule = [
      ["Ada Lovelace", 3, false, false],
      ["A. Lovelace", 1, false, false],
      ["renovate[bot]", 1, true, false],
    ];
    expect(await named()).toEqual(byRule);
    const people = await listPersons(database.db, project.id, "lovelace");
    const identities = people.flatMap((person) => person.identities.map(({ key }) => key));
    const first = await mergePersons(database.db, project, userId, { name: "Ada", identities: identities.slice(0, 2) });
    const second = await mergePersons(database.db, project, userId, { name: "Ada L.", identities });
    expect(await named()).toEqual([
      ["Ada L.", 4, false, true],
      ["renovate[bot]", 1, true, false],
    ]);
    await expect(undoMerge(database.db, project, first.id)).rejects.toThrow(/later merge/);
    await undoMerge(database.db, project, second.id);
    expect((await named()).find(([name]) => name === "Ada")).toEqual(["Ada", 2, false, true]);
    await undoMerge(database.db, project, first.id);
    expect(await named()).toEqual(byRule);
    await expect(undoMerge(database.db, project, first.id)).rejects.toThrow(/already/);
    for (const key of ["author:999999", "author:999999999999999999", "account:none"]) {
      const merge = mergePersons(database.db, project, userId, {
        name: "X",
        identities: [...identities.slice(0, 1), key],
      });
      await expect(merge).rejects.toMatchObject({ fields: { identities: [{ code: "person.identity_gone" }] } });
    }
    expect(await named()).toEqual(byRule);
  });

  test("name what joined them, and one can be separated from what the rules join", async () => {
    const ada = async () => {
      const people = await listPersons(database.db, project.id, "");
      return people.map(({ name, identities }) => [
        name,
        identities.map(({ label, why }) => `${label}: ${why}`).toSorted(),
      ]);
    };
    expect(await ada()).toEqual([
      [
        "Ada Lovelace",
        [
          "Ada Lovelace · ada@example.org: email",
          "ada · 12+ada@users.noreply.github.com: no_reply",
          "ada · Ada@example.org: email",
        ],
      ],
      ["A. Lovelace", ["A. Lovelace · ada@home.example: null"]],
      ["renovate[bot]", ["renovate[bot] · bot@renovate.example: null"]],
    ]);
    const [person] = await listPersons(database.db, project.id, "noreply");
    const alone = person?.identities.find(({ label }) => label.includes("noreply"))?.key ?? "";
    const merge = await mergePersons(database.db, project, userId, { name: "Another Person", identities: [alone] });
    expect((await named()).filter(([, , , isSettled]) => isSettled)).toEqual([["Another Person", 1, false, true]]);
    expect(await named()).toContainEqual(["Ada Lovelace", 2, false, false]);
    await undoMerge(database.db, project, merge.id);
    expect(await named()).toContainEqual(["Ada Lovelace", 3, false, false]);
  });

  test("follow the .mailmap of any of the repositories, before the names of signatures", async () => {
    const { db } = database;
    const url = "https://z.example";
    const [one, two] = await Promise.all([
      addSource(database, project.id, { kind: "repository", provider: "git", url: `${url}/one` }),
      addSource(database, project.id, { kind: "repository", provider: "git", url: `${url}/two` }),
    ]);
    await db
      .insertInto("git_authors")
      .values([
        { source_id: one, name: "Eda Su", email: "eda@x.example" },
        { source_id: two, name: "es", email: "eda@old.example" },
        // A shared address of two people whom the file distinguishes by name.
        { source_id: one, name: "Fay Tan", email: "desk@x.example" },
        { source_id: one, name: "Gil Uz", email: "desk@x.example" },
      ])
      .execute();
    const content = [
      "Eda Su <eda@x.example> <eda@old.example>",
      "Fay Tan <fay@x.example> Fay Tan <desk@x.example>",
      "Gil Uz <gil@x.example> Gil Uz <desk@x.example>",
    ].join("\n");
    await db
      .insertInto("mailmaps")
      .values({ source_id: one, head: "a".repeat(40), content })
      .execute();
    const found = async () =>
      (await listPersons(db, project.id, "x.example"))
        .filter(({ name }) => /^(Eda|Fay|Gil)/.test(name))
        .map(({ name, identities }) => [name, identities.map(({ why }) => why)]);
    expect(await found()).toEqual([
      ["Eda Su", ["mailmap", "mailmap"]],
      ["Fay Tan", [null]],
      ["Gil Uz", [null]],
    ]);
    const { list } = factPeople(await loadPersons(db, project.id));
    expect(list.map(({ name }) => name).filter((name) => /^(Eda|Fay|Gil)/.test(name))).toEqual([
      "Eda Su",
      "Fay Tan",
      "Gil Uz",
    ]);
    await db.deleteFrom("mailmaps").where("source_id", "=", one).execute();
    expect((await found()).map(([name]) => name)).toEqual(["Fay Tan", "Eda Su"]);
  });

  test("are joined by their full name as in Experts, by one account of several clouds, and not by a first name", async () => {
    const { db } = database;
    const url = "https://y.example";
    const git = await addSource(database, project.id, { kind: "repository", provider: "git", url: `${url}/git` });
    const jira = await addSource(database, project.id, { kind: "tracker", provider: "jira", url: `${url}/jira` });
    const wiki = await addSource(database, project.id, {
      kind: "wiki",
      provider: "confluence",
      url: `${url}/confluence`,
    });
    const hub = await addSource(database, project.id, { kind: "tracker", provider: "github", url: `${url}/github` });
    await db
      .insertInto("git_authors")
      .values([
        { source_id: git, name: "Grace Hopper", email: "grace@navy.example" },
        { source_id: git, name: "Grace  Hopper", email: "hopper@home.example" },
        { source_id: git, name: "Linus", email: "linus@one.example" },
        { source_id: git, name: "penguin", email: "7+penguin@users.noreply.github.com" },
        { source_id: git, name: "root", email: "root@localhost" },
        { source_id: git, name: "Root", email: "root@localhost" },
      ])
      .execute();
    const account = { avatar_url: null, is_bot: false };
    await db
      .insertInto("accounts")
      .values([
        { ...account, id: newId(), source_id: jira, external_id: "5b1", login: "Alex", name: "Alex", email: null },
        { ...account, id: newId(), source_id: wiki, external_id: "5b1", login: "Alex", name: "Alex", email: null },
        { ...account, id: newId(), source_id: wiki, external_id: "5b2", login: "Alex", name: "Alex", email: null },
        // It has the address of one author and the login of another.
        {
          ...account,
          id: newId(),
          source_id: hub,
          external_id: "9",
          login: "penguin",
          name: "penguin",
          email: "linus@one.example",
        },
      ])
      .execute();
    const people = await listPersons(db, project.id, "");
    const find = (text: string) =>
      people
        .filter(({ identities }) => identities.some(({ label }) => label.includes(text)))
        .map(({ identities }) => identities.map(({ why }) => why));
    expect(find("Hopper")).toEqual([["name", "name"]]);
    expect(find("Alex").toSorted((a, b) => b.length - a.length)).toEqual([["login", "login"], [null]]);
    expect(find("penguin").map((reasons) => reasons.map(String).toSorted((a, b) => a.localeCompare(b)))).toEqual([
      ["email", "email", "no_reply"],
    ]);
    expect(find("localhost")).toEqual([[null], [null]]);

    /** Whose aliases Experts takes for one person's. */
    const experts = async () => {
      const rows = await db
        .selectFrom("git_authors")
        .select(["id", "name", "email", "source_id as sourceId"])
        .orderBy("id")
        .execute();
      const aliases = rows.map((row) => ({ ...row, lastUsedAt: 1 }));
      const { personNumbers } = resolveIdentities(aliases, (person) => person, await loadPersons(db, project.id));
      return [...Map.groupBy(rows.keys(), (at) => personNumbers[at]).values()]
        .map((members) => members.map((at) => `author:${rows[at]?.id}`).join(" "))
        .toSorted();
    };
    const listed = async () =>
      (await listPersons(db, project.id, "")).flatMap(({ identities }) => {
        const authors = identities.map(({ key }) => key).filter((key) => key.startsWith("author:"));
        return authors.length === 0
          ? []
          : [authors.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })).join(" ")];
      });
    /** And whose Insights counts as one person's. */
    const insights = async () => {
      const rows = await db.selectFrom("git_authors").select("id").orderBy("id").execute();
      const { ofAuthor } = factPeople(await loadPersons(db, project.id));
      return [...Map.groupBy(rows, ({ id }) => ofAuthor(id)).values()]
        .map((members) => members.map(({ id }) => `author:${id}`).join(" "))
        .toSorted();
    };
    const agree = async () => {
      const own = (await listed()).toSorted();
      expect(own).toEqual(await experts());
      expect(own).toEqual(await insights());
    };
    await agree();

    // Two of one name: one is set apart, in both, and that is undone.
    const [first] = people.find(({ name }) => name.startsWith("Grace"))?.identities ?? [];
    const merge = await mergePersons(db, project, userId, { name: "Another Grace", identities: [first?.key ?? ""] });
    expect(await listed()).toContain(first?.key);
    await agree();
    await undoMerge(db, project, merge.id);
    expect(await listed()).not.toContain(first?.key);
    await agree();

    // An account that was split joins no identities any more, and belongs to no committer.
    const { id } = await db
      .selectFrom("accounts")
      .select("id")
      .where("login", "=", "penguin")
      .executeTakeFirstOrThrow();
    const penguin = { key: `account:${id}`, login: "penguin", name: "penguin", email: "linus@one.example" };
    const whose = async () => {
      const rows = await db.selectFrom("git_authors").select(["name", "email"]).orderBy("id").execute();
      const aliases = rows.map((row) => ({ ...row, lastUsedAt: 1 }));
      return resolveIdentities(aliases, (person) => person, await loadPersons(db, project.id)).find(penguin);
    };
    expect(await whose()).toBeGreaterThanOrEqual(0);
    const key = people
      .flatMap(({ identities }) => identities)
      .find(({ label }) => label.startsWith("penguin · linus@"))?.key;
    const together = await mergePersons(db, project, userId, {
      name: "Two of them",
      identities: people
        .filter(({ name }) => name === "root" || name === "Root")
        .flatMap((one) => one.identities[0]?.key ?? []),
    });
    await agree();
    // A later identity with the name of a manual merge stays a separate person on all screens.
    const later = { source_id: git, name: "Two of them", email: "later@example.org" };
    const { id: newest } = await db.insertInto("git_authors").values(later).returning("id").executeTakeFirstOrThrow();
    expect(await listed()).toContain(`author:${newest}`);
    await agree();
    await undoMerge(db, project, together.id);
    await agree();
    const apart = await mergePersons(db, project, userId, { name: "Penguin", identities: [key ?? ""] });
    expect(await whose()).toBe(-1);
    await agree();
    await undoMerge(db, project, apart.id);
    expect(await whose()).toBeGreaterThanOrEqual(0);
  });
});
