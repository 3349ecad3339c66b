import { sql } from "kysely";
import type { Db } from "../../server/db/openDb.ts";

/**
 * The plain SQL form of a metric by label: the median hours from opening to closing of the issues that were closed in each bucket, for each
 * label. What someone with a replica of the database would write.
 * @param edges of the buckets, one more than there are
 */
export async function labelMediansBySql(
  db: Db,
  projectId: string,
  edges: readonly Date[],
): Promise<{ readonly label: string; readonly bucket: number; readonly median: number; readonly n: number }[]> {
  const { rows } = await sql<{ label: string; bucket: number; median: number; n: number }>`
    select label, width_bucket(i.closed_at, ${edges.map((edge) => edge.toISOString())}::timestamptz[]) - 1 as bucket,
      percentile_cont(0.5) within group (order by extract(epoch from i.closed_at - i.created_at) / 3600.0)::float8 as median,
      count(*)::int as n
    from issues i, jsonb_array_elements_text(i.labels) label
    where i.project_id = ${projectId} and i.closed_at >= ${edges[0]} and i.closed_at < ${edges.at(-1)}
    group by 1, 2`.execute(db);
  return rows;
}
