import { readDayRange } from "../../contract/query/dayRange.ts";
import type { ProjectAccess } from "../access/policy.ts";
import type { Db } from "../db/openDb.ts";
import type { TimeSpan } from "../db/timeSpan.ts";
import { spanOfDays } from "../engines/insights/calendarDays.ts";
import { timeZoneOf } from "./requestedProjects.ts";

/** The time of ranges of days, in the zone of the project's company. A text that is no range has none. */
export async function companySpans<Name extends string>(
  db: Db,
  { companyId }: Pick<ProjectAccess, "companyId">,
  texts: Readonly<Record<Name, string | undefined>>,
): Promise<Partial<Record<Name, TimeSpan>>> {
  const ranges = (Object.entries(texts) as [Name, string | undefined][]).flatMap(([name, text]) => {
    const range = text === undefined ? null : readDayRange(text);
    return range ? [{ name, range }] : [];
  });
  if (ranges.length === 0) return {};
  const timeZone = await timeZoneOf(db, companyId);
  const spans: Partial<Record<Name, TimeSpan>> = {};
  for (const { name, range } of ranges) spans[name] = spanOfDays(range, timeZone);
  return spans;
}
