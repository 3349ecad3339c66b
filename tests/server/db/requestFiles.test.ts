import { CompiledQuery, type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../../server/db/openDb.ts";
import { listRequestsOfPath } from "../../../server/db/tables/commits/graphEdges.ts";
import { listReviewsOfPaths } from "../../../server/db/tables/requests/requestReviews.ts";
import { addCompany, addProject, addSource, addUser } from "../rows.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";

const PATH = "package.json";

onEachDatabase("the requests of a file", (engine) => {
  let database: TestDb;
  const projects: { readonly id: string; readonly source: string }[] = [];

  beforeAll(async () => {
    database = await openTestDb(engine);
    const { db } = database;
    for (const requests of [40, 4000]) {
      const companyId = await addCompany(db);
      const ownerId = await addUser(db, { companyId, email: `${requests}@example.org` });
      const id = await addProject(db, { companyId, ownerId });
      const source = await addSource(db, id);
      projects.push({ id, source });
      await sql`
        insert into change_requests
          (id, source_id, project_id, external_id, number, key, title, body, state, is_draft, url, created_at, updated_at)
        select ${source} || n, ${source}, ${id}, n::text, n, '#' || n, 'Title', '', 'open', false, 'https://example.org', now(), now()
        from generate_series(1, ${requests}::int) n`.execute(db);
      await sql`
        insert into request_files (request_id, project_id, path)
        select ${source} || n, ${id}, p from generate_series(1, ${requests}::int) n, unnest(${[PATH, "src/index.ts"]}::text[]) p`.execute(
        db,
      );
      await sql`insert into accounts (id, source_id, external_id, login, name, is_bot)
        values (${id}, ${source}, '1', 'ada', 'Ada', false)`.execute(db);
      await sql`insert into request_reviews (id, request_id, external_id, account_id, state, submitted_at, body)
        select ${source} || n, ${source} || n, '1', ${id}, 'approved', now(), ''
        from generate_series(1, ${requests}::int) n`.execute(db);
    }
    await sql`analyze`.execute(db);
  }, 60_000);
  afterAll(() => database.close());

  /** The plan of the statement that a function of `server/db/tables` runs. */
  async function planOf(run: (db: Db) => Promise<unknown>): Promise<string> {
    const { db } = database;
    const statements: CompiledQuery[] = [];
    const record: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        statements.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await run(db.withPlugin(record));
    expect(statements).toHaveLength(1);
    const [statement] = statements;
    const { rows } = await db.executeQuery<{ "QUERY PLAN": string }>(
      CompiledQuery.raw(`explain ${statement?.sql ?? ""}`, [...(statement?.parameters ?? [])]),
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }

  const ofProject = /Index Cond: \(\(project_id = [^)]*\) AND \(path = /;

  test("are found by their project and path, however many other companies have such a file", async () => {
    const [small] = projects;
    const found = await listRequestsOfPath(database.db, small?.id ?? "", [small?.source ?? ""], PATH, 50);
    expect(found).toHaveLength(40);
    const plan = await planOf((db) => listRequestsOfPath(db, small?.id ?? "", [small?.source ?? ""], PATH, 50));
    expect(plan).toContain("request_files_path");
    expect(plan).toMatch(ofProject);
  });

  test("are found so with their reviews too", async () => {
    const plan = await planOf((db) => listReviewsOfPaths(db, projects[0]?.id ?? "", [PATH], 50));
    expect(plan).toContain("request_files_path");
    expect(plan).toMatch(ofProject);
  });
});
