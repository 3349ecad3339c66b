import { type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { rowsAsText, rowsOfText } from "../../rowsAsText.ts";
import type { ProjectMembersTable } from "../../schema/schema.ts";
import type { SourceRow } from "../sources/sources.ts";

/** What changes with every sync of a project and with every correction of its people. */
export interface ProjectVersionRow {
  /** Generation of the project's index; null before the first. */
  readonly generation: number | null;
  /** How many merges of people there are and how many were undone: both only grow. */
  readonly merges: string;
  /** What the last sync of each source has changed, as text. */
  readonly syncs: string;
}

export interface ProjectStateRow extends ProjectVersionRow {
  /** In the order in which they were linked. */
  readonly sources: readonly SourceRow[];
}

/** Sums and not each value as text: of thousands of projects that takes three times as long. */
const SYNCS = sql`concat_ws('/', count(*), max(s.id), sum(s.sync_items), sum(s.sync_finished_at - timestamptz 'epoch'))`;
/** What SYNCS and MERGES are without rows. */
const NO_SYNCS = "0";
const NO_MERGES = "0/0";
const MERGES = sql`concat_ws('/', count(*), count(m.undone_at))`;

/** The project's sources and its version, read in one statement. */
export async function findProjectState(db: Db, projectId: string): Promise<ProjectStateRow> {
  const generation = sql<number | null>`(select a.generation from artifacts a where a.project_id = ${projectId})`;
  const merges = sql<string>`(select ${MERGES} from person_merges m where m.project_id = ${projectId})`;
  const syncs = sql<string>`(select ${SYNCS} from sources s where s.project_id = ${projectId})`;
  const rows = await db
    .selectFrom("sources")
    .selectAll()
    .select([generation.as("generation"), merges.as("merges"), syncs.as("syncs")])
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const [first] = rows;
  const row =
    first ??
    (
      await sql<ProjectVersionRow>`
      select ${generation} as generation, ${merges} as merges, ${syncs} as syncs`.execute(db)
    ).rows[0];
  return {
    generation: row?.generation ?? null,
    merges: row?.merges ?? NO_MERGES,
    syncs: row?.syncs ?? NO_SYNCS,
    sources: rows,
  };
}

/** A project as far as access needs it, with the role of a member. */
export interface ProjectOfMemberRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly company_id: string;
  readonly role: Selectable<ProjectMembersTable>["role"];
}

/** The project with this slug and its state, in one statement; undefined where there is none, and for a user who is no member. */
export async function findProjectStateOfMember(
  db: Db,
  slug: string,
  companyId: string | null,
  userId: string,
): Promise<{ readonly project: ProjectOfMemberRow; readonly state: ProjectStateRow } | undefined> {
  const rows = await db
    .with(
      // Otherwise its aggregates are computed for each source.
      (name) => name("of_member").materialized(),
      (query) =>
        query
          .selectFrom("projects as p")
          .innerJoin("project_members as of_project", "of_project.project_id", "p.id")
          .select([
            "p.id as of_id",
            "p.slug as of_slug",
            "p.name as of_name",
            "p.company_id as of_company",
            "of_project.role as of_role",
            sql<number | null>`(select a.generation from artifacts a where a.project_id = p.id)`.as("generation"),
            sql<string>`(select ${MERGES} from person_merges m where m.project_id = p.id)`.as("merges"),
            sql<string>`(select ${SYNCS} from sources s where s.project_id = p.id)`.as("syncs"),
          ])
          .where("p.slug", "=", slug)
          .where("p.company_id", "=", companyId)
          .where("of_project.user_id", "=", userId),
    )
    .selectFrom("of_member")
    .leftJoin("sources", "sources.project_id", "of_member.of_id")
    .selectAll("sources")
    .select(["of_id", "of_slug", "of_name", "of_company", "of_role", "generation", "merges", "syncs"])
    .orderBy("sources.created_at")
    .orderBy("sources.id")
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  return {
    project: {
      id: first.of_id,
      slug: first.of_slug,
      name: first.of_name,
      company_id: first.of_company,
      role: first.of_role,
    },
    state: {
      generation: first.generation,
      merges: first.merges,
      syncs: first.syncs,
      // A project without sources has one row, in which all of their columns are null.
      sources: rows.filter(({ id }) => id !== null) as unknown as SourceRow[],
    },
  };
}

/** The versions of many projects, in one statement: each search over a company reads them. */
export async function listProjectVersions(
  db: Db,
  projectIds: readonly string[],
): Promise<(ProjectVersionRow & { readonly id: string })[]> {
  if (projectIds.length === 0) return [];
  // The ids are long, so they are sent once.
  const { rows } = await sql<{ readonly versions: string | null }>`
    with wanted as materialized (select unnest(${[...projectIds]}::text[]) as id)
    select ${rowsAsText(
      sql`p.id, a.generation, coalesce(m.merges, ${NO_MERGES}), coalesce(s.syncs, ${NO_SYNCS})`,
      sql`p.id`,
    )} as versions
    from wanted w
    join projects p on p.id = w.id
    left join artifacts a on a.project_id = p.id
    left join (
      select m.project_id, ${MERGES} as merges from person_merges m
      where m.project_id in (select id from wanted) group by 1
    ) m on m.project_id = p.id
    left join (
      select s.project_id, ${SYNCS} as syncs from sources s where s.project_id in (select id from wanted) group by 1
    ) s on s.project_id = p.id`.execute(db);
  return rowsOfText<[id: string, generation: number | null, merges: string, syncs: string]>(rows[0]?.versions).map(
    ([id, generation, merges, syncs]) => ({ id, generation, merges, syncs }),
  );
}
