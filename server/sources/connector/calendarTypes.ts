/** The interfaces of a provider of calendars, which return busy times. */
import type { Credential } from "../egress/Credential.ts";
import type { Egress } from "../egress/egress.ts";
import type { OauthService } from "./oauthTypes.ts";

/** A busy time of a user. Nothing else of a calendar is ever read into this server. */
export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
  readonly status: "busy" | "tentative" | "away";
}

export interface Calendar {
  /** Free and busy of these addresses, as far as the account may see them; an address that it may not see is left out. */
  busy(
    emails: readonly string[],
    window: { readonly from: Date; readonly to: Date },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly BusySpan[]>>;
}

export interface CalendarOptions {
  readonly credential: Credential;
  readonly egress: Pick<Egress, "fetch">;
  /** Root of the API; the provider's public one when left out. */
  readonly api?: string | undefined;
  readonly retries?: number;
}

/** What a provider of calendars is to this server: a row of `server/sources/calendar/calendarProviders.ts`. */
export interface CalendarProvider {
  readonly open: (options: CalendarOptions) => Calendar;
  /** The name by which an account with this address reads its own calendar. */
  readonly ownCalendar: (email: string) => string;
  /** Path of the API at a server other than the provider's public one. */
  readonly apiPath: string;
  readonly oauth: OauthService;
}

export interface Availability {
  readonly busy: readonly BusySpan[];
  readonly asOf: Date;
}

/** When people are busy, by their connected calendars. */
export interface AvailabilityReader {
  /**
   * The next seven days of these addresses. Addresses without a connected calendar, or whose calendar does not respond within three seconds,
   * are omitted: unknown is not free.
   */
  read(emails: readonly string[]): Promise<ReadonlyMap<string, Availability>>;
}
