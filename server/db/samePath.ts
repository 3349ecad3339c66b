import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whether two paths are equal. The indexes are on the digest, because a path may be longer than an entry of an index. */
export const isSamePath = (path: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(md5(${path}) = md5(${other}) and ${path} = ${other})`;
