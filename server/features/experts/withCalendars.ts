import type { Expert } from "../../../contract/experts.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listAddressesOfColleagues } from "../../db/tables/projectUsers.ts";
import type { AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import type { ExpertRanking } from "./expertRanking.ts";

interface CalendarDeps {
  readonly db: Db;
  readonly availability?: AvailabilityReader;
}

/**
 * The same experts with their busy times. A person is known by each of their commit addresses, but only calendars of users in the project or
 * its company are read: other committers have shared theirs with their own colleagues only.
 */
export async function withCalendars(
  { db, availability }: CalendarDeps,
  project: ProjectAccess,
  { table }: ExpertRanking,
  experts: readonly Expert[],
): Promise<Expert[]> {
  if (!availability || experts.length === 0) return [...experts];
  const emailsOf = new Map(
    experts.map(({ person }) => [person.id, [...(table.people.find(({ id }) => id === person.id)?.emails ?? [])]]),
  );
  const addresses = [...new Set([...emailsOf.values()].flat())];
  if (addresses.length === 0) return [...experts];
  const known = await availability.read(await listAddressesOfColleagues(db, project, addresses));
  return experts.map((expert) => {
    const found = (emailsOf.get(expert.person.id) ?? []).flatMap((email) => known.get(email) ?? [])[0];
    if (!found) return expert;
    const busy = found.busy.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() }));
    return { ...expert, availability: { busy, as_of: found.asOf.toISOString() } };
  });
}
