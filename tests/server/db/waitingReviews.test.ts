import { expect, test } from "vitest";
import { newId } from "../../../server/db/newId.ts";
import { countWaitingReviews } from "../../../server/db/tables/requests/requestReviews.ts";
import { upsertRequests } from "../../../server/db/tables/requests/requestStorage.ts";
import { accountRow, addCompany, addProject, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb } from "../testDb.ts";

onEachDatabase("reviews that wait", (engine) => {
  test("are counted over a project, and of one repository alone", async () => {
    const database = await openTestDb(engine);
    const { db } = database;
    const companyId = await addCompany(db);
    const ownerId = await addUser(db, { companyId, email: "a@b.example" });
    const project = await addProject(db, { companyId, ownerId });
    const addReview = async (source: string, account: string, isDraft = false) => {
      const id = newId();
      await upsertRequests(db, [
        {
          id,
          source_id: source,
          project_id: project,
          external_id: id,
          number: 1,
          key: "!1",
          title: "",
          body: "",
          state: "open",
          is_draft: isDraft,
          url: "https://example.org",
          created_at: new Date(),
          updated_at: new Date(),
          base_hash: null,
        },
      ]);
      await db
        .insertInto("request_accounts")
        .values({ request_id: id, account_id: account, role: "reviewer" })
        .execute();
    };
    const accounts: string[] = [];
    const sources: string[] = [];
    for (const name of ["public", "secret"]) {
      const source = await addSource(db, project, `https://example.org/${name}.git`);
      const account = accountRow({ id: newId(), source_id: source, external_id: name, login: "grace", name: "Grace" });
      await db.insertInto("accounts").values(account).execute();
      sources.push(source);
      accounts.push(account.id);
    }
    const [open = "", secret = ""] = sources;
    const [here = "", there = ""] = accounts;
    await addReview(open, here);
    await addReview(open, here, true);
    await addReview(secret, there);
    await addReview(secret, there);
    const counted = async (of: Parameters<typeof countWaitingReviews>[1]) =>
      new Map((await countWaitingReviews(db, of)).map((row) => [row.account_id, Number(row.waiting)]));
    expect(await counted({ projectId: project })).toEqual(
      new Map([
        [here, 1],
        [there, 2],
      ]),
    );
    expect(await counted({ sourceId: open })).toEqual(new Map([[here, 1]]));
    await database.close();
  });
});
