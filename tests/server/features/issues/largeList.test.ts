/** The list of a large project against the simplest equivalent statement: every order and every filter, page by page. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IssuesQuery } from "../../../../contract/issues/issues.ts";
import { insertRows } from "../../../../server/db/insertRows.ts";
import { findIssues } from "../../../../server/features/issues/findIssues.ts";
import { addSource, makeProject } from "../../sync/syncFixture.ts";
import { type TestDb, onEachDatabase, openTestDb } from "../../testDb.ts";

/** More than are asked for by their ids. */
const COUNT = 1300;
const LONG = "a very long title that begins as others do ".repeat(5);
const TITLES = [
  "Crash of the PARSER",
  "crash",
  "İstanbul'da çöküş",
  "ISTANBUL",
  "ılık Ilık",
  "STRASSE straße",
  "100% _odd_ \\path",
  "ΟΔΟΣ",
  "",
];

const titleOf = (number: number): string => {
  const words = TITLES[number % TITLES.length] ?? "";
  if (number % 50 === 0) return `${LONG}${number % 200} ${words}`;
  // Many have the very same one.
  return number % 4 === 0 ? words : `${words} ${number % 90}`;
};

onEachDatabase("the list of a large project", (engine) => {
  let database: TestDb;
  let project: string;
  let tracker: string;
  beforeAll(async () => {
    database = await openTestDb(engine);
    ({ projectId: project } = await makeProject(database));
    tracker = await addSource(database, project, { kind: "tracker", provider: "github", url: "https://x.example/a/b" });
    const at = (minutes: number): string => new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString();
    await insertRows(
      database.db,
      "issues",
      Array.from({ length: COUNT }, (_, number) => ({
        id: `${tracker}-${String((number * 7919) % 10_007).padStart(5, "0")}`,
        source_id: tracker,
        project_id: project,
        external_id: String(number),
        number,
        key: `#${number}`,
        title: titleOf(number),
        body: "",
        state: number % 3 === 0 ? ("open" as const) : ("closed" as const),
        url: `https://x.example/a/b/issues/${number}`,
        labels: JSON.stringify(number % 100 === 0 ? ["rare"] : [`label${number % 7}`]),
        comments_count: (number * 31) % 11,
        created_at: at((number * 13) % 600),
        updated_at: at((number * 17) % 400),
      })),
    );
    await sql`insert into issue_analyses (issue_id, project_id, type, severity, likely_files, similar_count, print, analysed_at)
      select id, project_id, 'bug', null, '[]'::jsonb, number % 6, 'x', now() from issues where number % 4 <> 0`.execute(
      database.db,
    );
    for (const table of ["issues", "issue_words", "issue_analyses"])
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(database.db);
  });
  afterAll(() => database.close());

  const ORDERS = {
    "-updated_at": sql`updated_at desc, id`,
    updated_at: sql`updated_at, id`,
    "-created_at": sql`created_at desc, id`,
    "-comments": sql`comments_count desc, id desc`,
    title: sql`title, id`,
    "-similar": sql`coalesce((select similar_count from issue_analyses a where a.issue_id = issues.id), 0) desc, id desc`,
  } as const;
  // Every key has the sign, which is more than are asked for by their ids.
  const LOOKED_FOR = ["", "#", "# CRASH parser", "%", "_", "\\", "istanbul", "ILIK", "οδος", "#12", "nowhere"];
  const NARROWED: readonly { state?: string[]; label?: string[] }[] = [
    {},
    { state: ["open"] },
    { label: ["rare"] },
    { state: ["closed"], label: ["label3", "rare"] },
  ];

  test.each(Object.keys(ORDERS) as (keyof typeof ORDERS)[])("by %s lists every issue once, in order", async (sort) => {
    const { db } = database;
    for (const narrowed of NARROWED) {
      for (const q of LOOKED_FOR) {
        const words = q
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
        const conditions = [
          sql`project_id = ${project}`,
          ...words.map((pattern) => sql`(title ilike ${pattern} or key ilike ${pattern})`),
          ...(narrowed.state ? [sql`state = any(${narrowed.state}::text[])`] : []),
          ...(narrowed.label ? [sql`labels ?| ${narrowed.label}::text[]`] : []),
        ];
        const { rows: expected } = await sql<{ id: string }>`
          select id from issues where ${sql.join(conditions, sql` and `)} order by ${ORDERS[sort]}`.execute(db);
        const found: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await findIssues(db, project, IssuesQuery.parse({ ...narrowed, q, sort, cursor, limit: 200 }));
          expect([sort, narrowed, q, page.count]).toEqual([sort, narrowed, q, expected.length]);
          found.push(...page.rows.map(({ id }) => id));
          cursor = page.next ?? undefined;
        } while (cursor !== undefined);
        expect([sort, narrowed, q, found]).toEqual([sort, narrowed, q, expected.map(({ id }) => id)]);
      }
    }
  });

  test("words follow a title that changes, a key that changes and an issue that goes", async () => {
    const { db } = database;
    const find = async (q: string) => (await findIssues(db, project, IssuesQuery.parse({ q }))).count;
    expect([await find("unheard"), await find("#7")]).toEqual([0, 111]);
    await db.updateTable("issues").set({ title: "Unheard of" }).where("number", "=", 7).execute();
    expect([await find("unheard"), await find("unheard #7")]).toEqual([1, 1]);
    await db.updateTable("issues").set({ key: "MOVED-7" }).where("number", "=", 7).execute();
    expect([await find("unheard #7"), await find("moved-7")]).toEqual([0, 1]);
    await db.deleteFrom("issues").where("number", "=", 7).execute();
    expect(await find("unheard")).toBe(0);
    const { rows } = await sql<{ odd: number }>`
      select count(*) as odd from issues i full join issue_words w on w.issue_id = i.id
      where w.words is distinct from lower(i.key || ' ' || i.title)`.execute(db);
    expect(Number(rows[0]?.odd)).toBe(0);
  });
});
