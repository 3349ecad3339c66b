import type { Expert } from "../../../contract/people/experts.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listAddressesOfColleagues } from "../../db/tables/projects/projectUsers.ts";
import type { Availability, AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import type { ExpertRanking } from "./expertRanking.ts";

interface CalendarDeps {
  readonly db: Db;
  readonly availability?: AvailabilityReader;
}

/** The same experts with their busy times. A person is known by each of their commit addresses. */
export async function withCalendars(
  deps: CalendarDeps,
  project: ProjectAccess,
  { table }: ExpertRanking,
  experts: readonly Expert[],
): Promise<Expert[]> {
  const emailsOf = new Map(
    experts.map(({ person }) => [person.id, [...(table.people.find(({ id }) => id === person.id)?.emails ?? [])]]),
  );
  const calendars = await readCalendars(deps, project, [...new Set([...emailsOf.values()].flat())]);
  return experts.map((expert) => ({
    ...expert,
    availability: firstOf(calendars, emailsOf.get(expert.person.id) ?? []),
  }));
}

/** When the person with these addresses is busy; null where no calendar says so. */
export async function readAvailability(
  deps: CalendarDeps,
  project: ProjectAccess,
  emails: readonly string[],
): Promise<Expert["availability"]> {
  return firstOf(await readCalendars(deps, project, emails), emails);
}

/** Only calendars of users in the project or its company are read: other committers have shared theirs with their own colleagues only. */
async function readCalendars(
  { db, availability }: CalendarDeps,
  project: ProjectAccess,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Availability>> {
  if (!availability || addresses.length === 0) return new Map();
  return availability.read(await listAddressesOfColleagues(db, project, addresses));
}

function firstOf(calendars: ReadonlyMap<string, Availability>, emails: readonly string[]): Expert["availability"] {
  const calendarUser = emails.flatMap((email) => calendars.get(email) ?? [])[0];
  if (!calendarUser) return null;
  const busy = calendarUser.busy.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() }));
  return { busy, as_of: calendarUser.asOf.toISOString() };
}
