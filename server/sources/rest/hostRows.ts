/** Rows of a host's lists. One with a malformed field is skipped and reported, so that it does not stop all the others. */
import { z } from "zod";

/** A row that was skipped: how the host names it, and the field that no answer of the host should have. */
export interface SkippedRow {
  readonly item: string;
  readonly field: string;
}

/** Fields by which hosts name a row, the one that people know first. */
const NAMES = ["key", "number", "iid", "id", "sha", "hash", "tag_name"] as const;
const NUMBERS: ReadonlySet<string> = new Set(["number", "iid"]);
const MAX_NAME_LENGTH = 100;

/** @throws z.ZodError for what is no list, and for rows without a name of which none can be read: another kind of host answers */
export function readHostRows<T>(shape: z.ZodType<T>, data: unknown, onSkipped?: (row: SkippedRow) => void): T[] {
  const rows = z.array(z.unknown()).parse(data);
  const read = rows.map((row) => shape.safeParse(row));
  const isKnownHost = read.some(({ success }) => success);
  return read.flatMap((row, at) => {
    if (row.success) return [row.data];
    const name = nameOf(rows[at]) ?? (isKnownHost ? `row ${at + 1}` : null);
    if (name === null) throw row.error;
    const [issue] = row.error.issues;
    onSkipped?.({ item: name, field: (issue?.path ?? []).join(".").slice(0, MAX_NAME_LENGTH) });
    return [];
  });
}

function nameOf(row: unknown): string | null {
  if (typeof row !== "object" || row === null) return null;
  for (const field of NAMES) {
    const value: unknown = Reflect.get(row, field);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") continue;
    return `${NUMBERS.has(field) ? "#" : ""}${value}`.slice(0, MAX_NAME_LENGTH);
  }
  return null;
}
