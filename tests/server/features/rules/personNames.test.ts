/** A person with several identities in the query of a rule. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRuleIssues } from "../../../../server/db/tables/rules/ruleItems.ts";
import { newId } from "../../../../server/db/newId.ts";
import { compileItemQuery } from "../../../../server/engines/rules/itemQuery.ts";
import { ruleItemOf } from "../../../../server/features/rules/loadItems.ts";
import { personNames } from "../../../../server/features/rules/personNames.ts";
import { accountRow, addCompany, addProject, addSource, addUser, issueRow } from "../../rows.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../../testDb.ts";

onOneDatabase("persons in rules", (engine) => {
  let opened: TestDb;
  beforeAll(async () => {
    opened = await openTestDb(engine);
  });
  afterAll(() => opened.close());

  test("an author and an assignee go by the names of all identities of the person, as in the search", async () => {
    const { db } = opened;
    const companyId = await addCompany(db);
    const projectId = await addProject(db, { companyId, ownerId: await addUser(db, { companyId }) });
    const [tracker, other] = [
      await addSource(db, projectId),
      await addSource(db, projectId, "https://example.org/other.git"),
    ];
    const account = async (sourceId: string, login: string): Promise<string> => {
      const id = newId();
      const email = "linus@example.org";
      const row = accountRow({ id, source_id: sourceId, external_id: id, login, name: "Linus", email });
      await db.insertInto("accounts").values(row).execute();
      return id;
    };
    const [linus] = [await account(tracker, "linus"), await account(other, "penguin")];
    const id = newId();
    await db
      .insertInto("issues")
      .values({
        ...issueRow({
          id,
          project_id: projectId,
          source_id: tracker,
          number: 1,
          title: "One",
          created_at: new Date(),
        }),
        author_id: linus,
      })
      .execute();
    await db.insertInto("issue_assignees").values({ issue_id: id, account_id: linus }).execute();
    const fits = async (query: string) => {
      const [row] = await listRuleIssues(db, projectId, [id]);
      if (!row) throw new Error("The issue is there.");
      const item = ruleItemOf("issue", row, await personNames(db, projectId, [{ query }]));
      return compileItemQuery(query)(item, new Date());
    };
    for (const query of ["author:penguin", "assignee:penguin", "assignee:linus", "assignee:linus@example.org"])
      expect([query, await fits(query)]).toEqual([query, true]);
    expect(await fits("assignee:walrus")).toBe(false);
    expect((await personNames(db, projectId, [{ query: "label:penguin" }])).size).toBe(0);
  });
});
