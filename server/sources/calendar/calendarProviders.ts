/** The providers of calendars, one row each. */
import type { CALENDARS } from "../../../contract/constants.ts";
import type { CalendarProvider } from "../connector/calendarTypes.ts";
import { googleCalendar } from "./googleCalendar.ts";
import { outlookCalendar } from "./outlookCalendar.ts";

export type CalendarProviderName = (typeof CALENDARS)[number];

export const CALENDAR_PROVIDERS: Readonly<Record<CalendarProviderName, CalendarProvider>> = {
  google_calendar: googleCalendar,
  outlook_calendar: outlookCalendar,
};

export const isCalendarProvider = (name: string): name is CalendarProviderName =>
  Object.hasOwn(CALENDAR_PROVIDERS, name);
