/** Lengths of time in the units that clocks give: milliseconds (`Date`, timers), seconds (git, headers) and microseconds (the database). */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const WEEK_SECONDS = 7 * DAY_SECONDS;
export const YEAR_SECONDS = 365 * DAY_SECONDS;

/** A time of `Date` in the unit of git's, rounded down. */
export const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / SECOND_MS);

/** A time of git in the unit of `Date`. */
export const millisecondsOf = (seconds: number): number => seconds * SECOND_MS;

/** A time of the database, in microseconds, in the unit of `Date`, rounded down. */
export const millisecondsOfMicros = (micros: number): number => Math.floor(micros / 1000);
