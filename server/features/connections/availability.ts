import { CALENDARS } from "../../../contract/constants.ts";
import { MINUTE_MS, DAY_MS } from "../../../contract/durations.ts";
import type { Db } from "../../db/openDb.ts";
import { listConnectionsOfEmails } from "../../db/tables/sources/connections.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import { SourceError } from "../../sources/SourceError.ts";
import {
  CALENDAR_PROVIDERS,
  type CalendarProviderName,
  isCalendarProvider,
} from "../../sources/calendar/calendarProviders.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import type { Availability, AvailabilityReader } from "../../sources/connector/calendarTypes.ts";
import type { Connections } from "./service.ts";

/** Milliseconds that answers are cached: users often open the same experts again. */
const CACHE_TTL_MS = 10 * MINUTE_MS;
/** The time range that is read. */
const LOOKAHEAD_MS = 7 * DAY_MS;
const CALENDAR_TIMEOUT_MS = 3000;

export interface AvailabilityDeps {
  readonly db: Db;
  readonly connections: Pick<Connections, "token">;
  readonly egress: Pick<Egress, "fetch">;
  /** Servers instead of the providers' public ones, without a slash at the end. */
  readonly servers: Partial<Record<CalendarProviderName, string>>;
  readonly onError: (error: unknown) => void;
}

export function createAvailability({
  db,
  connections,
  egress,
  servers,
  onError,
}: AvailabilityDeps): AvailabilityReader {
  const cache = new Map<string, Availability>();
  const readBusy = async (email: string, connectionId: string, provider: string): Promise<void> => {
    if (!isCalendarProvider(provider)) return;
    const credential = await connections.token(connectionId, false);
    if (!credential) return;
    const { open, ownCalendar, apiPath } = CALENDAR_PROVIDERS[provider];
    const server = servers[provider];
    const api = server === undefined ? undefined : `${server}${apiPath}`;
    const calendar = open({ credential: new Credential(credential), egress, api });
    const now = new Date();
    const window = { from: now, to: new Date(now.getTime() + LOOKAHEAD_MS) };
    const name = ownCalendar(email);
    const busyByName = await calendar.busy([name], window, AbortSignal.timeout(CALENDAR_TIMEOUT_MS));
    const busy = busyByName.get(name);
    if (busy) cache.set(email, { busy, asOf: now });
  };
  return {
    async read(emails) {
      const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
      if (addresses.length === 0) return new Map();
      const rows = await listConnectionsOfEmails(db, addresses, CALENDARS);
      const connected = new Set(rows.map(({ email }) => email));
      // Drop the cached calendar of a disconnected account at once.
      for (const email of addresses) if (!connected.has(email)) cache.delete(email);
      const stale = rows.filter(
        ({ email }) => Math.abs(Date.now() - (cache.get(email)?.asOf.getTime() ?? 0)) > CACHE_TTL_MS,
      );
      await Promise.all(
        stale.map(({ email, id, provider }) =>
          readBusy(email, id, provider).catch((error: unknown) => {
            if (!(error instanceof SourceError)) onError(error);
          }),
        ),
      );
      return new Map(
        addresses.flatMap((email): [string, Availability][] => {
          const availability = cache.get(email);
          return availability ? [[email, availability]] : [];
        }),
      );
    },
  };
}
