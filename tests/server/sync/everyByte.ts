import { sql } from "kysely";
import type { Db } from "../../../server/db/openDb.ts";
import type { Blobs } from "../../../server/index/blobs/blobs.ts";
import { ContentPack } from "../../../server/index/segment/contentPack.ts";

/** The tables of the database, including those of the queue, with a row that contains one of these texts, ignoring case. */
export async function tablesWith(db: Db, marks: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`.execute(
    db,
  );
  if (!tables.some(({ name }) => name === "public.sources")) throw new Error("The tables were not found.");
  const found: string[] = [];
  for (const { name } of tables) {
    for (const mark of marks) {
      const { rows } = await sql<{ row: string }>`
        select left(t::text, 300) as row from ${sql.raw(name)} t where strpos(lower(t::text), ${mark.toLowerCase()}) > 0 limit 1`.execute(
        db,
      );
      if (rows[0]) found.push(`${name}: ${mark}: ${rows[0].row}`);
    }
  }
  return found;
}

/** The blobs whose bytes, or packed texts, contain one of these texts. */
export async function blobsWith(blobs: Blobs, marks: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { hash } of blobs.list()) {
    const text = (await textsOf(await blobs.get(hash))).toLowerCase();
    for (const mark of marks) if (text.includes(mark.toLowerCase())) found.push(`${hash}: ${mark}`);
  }
  return found;
}

async function textsOf(bytes: Buffer | null): Promise<string> {
  if (!bytes) return "";
  // Both widths in which a table may keep its letters.
  const plain = `${bytes.toString("latin1")}\n${bytes.toString("utf16le")}\n${bytes.toString("utf8")}`;
  try {
    const pack = new ContentPack(bytes);
    return `${plain}\n${Array.from({ length: pack.items }, (_, at) => pack.text(at)).join("\n")}`;
  } catch {
    return plain;
  }
}
