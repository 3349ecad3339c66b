/** The interface of a calendar, which returns busy times. */

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
