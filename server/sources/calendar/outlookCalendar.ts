import { z } from "zod";
import type { OauthClientSettings, OauthRules } from "../connector/oauthTypes.ts";
import { HostTime } from "../rest/hostFields.ts";
import { RestClient } from "../rest/restClient.ts";
import type { BusySpan, Calendar, CalendarOptions, CalendarProvider } from "../connector/calendarTypes.ts";

/** Above about twenty people the answer takes very long. */
const MAX_ACCOUNTS = 20;

/** The answer has subjects and places as well. They are not read, so nothing here can keep them. */
const Schedules = z.object({
  value: z.array(
    z.object({
      scheduleId: z.string(),
      error: z.unknown().optional(),
      scheduleItems: z
        .array(
          z.object({
            status: z.string(),
            start: z.object({ dateTime: HostTime }),
            end: z.object({ dateTime: HostTime }),
          }),
        )
        .nullish(),
    }),
  ),
});
const STATUS: ReadonlyMap<string, BusySpan["status"]> = new Map<string, BusySpan["status"]>(
  Object.entries({
    busy: "busy",
    tentative: "tentative",
    oof: "away",
  }),
);

/** Free and busy from Microsoft's calendars, by `getSchedule`. Accounts of persons (not of an organisation) have no such call. */
export function createOutlookCalendar({ credential, egress, api, retries = 1 }: CalendarOptions): Calendar {
  const client = new RestClient({
    api: api ?? "https://graph.microsoft.com/v1.0",
    provider: "Microsoft Graph",
    host: "Microsoft 365",
    thing: "calendar",
    scopes: ["Calendars.Read"],
    hasCredential: true,
    isOauth: true,
    authorization: credential.as("bearer"),
    headers: { prefer: 'outlook.timezone="UTC"' },
    egress,
    retries,
  });
  return {
    async busy(emails, { from, to }, signal) {
      const result = new Map<string, readonly BusySpan[]>();
      for (let at = 0; at < emails.length; at += MAX_ACCOUNTS) {
        const body = {
          schedules: emails.slice(at, at + MAX_ACCOUNTS),
          startTime: { dateTime: from.toISOString().slice(0, 19), timeZone: "UTC" },
          endTime: { dateTime: to.toISOString().slice(0, 19), timeZone: "UTC" },
          availabilityViewInterval: 30,
        };
        const { value } = client.read(
          Schedules,
          (await client.post("/me/calendar/getSchedule", body, "calendar", signal)).data,
        );
        for (const { scheduleId, error, scheduleItems } of value) {
          if (error) continue;
          const spans = (scheduleItems ?? []).flatMap(({ status, start, end }): BusySpan[] => {
            const busyStatus = STATUS.get(status.toLowerCase());
            return busyStatus ? [{ start: inUtc(start.dateTime), end: inUtc(end.dateTime), status: busyStatus }] : [];
          });
          result.set(scheduleId, spans);
        }
      }
      return result;
    },
  };
}

/** `2026-11-21T09:00:00.0000000`, in the requested zone. */
const inUtc = (text: string): Date => new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.slice(0, 23)}Z`);

export const outlookCalendar: CalendarProvider = {
  open: createOutlookCalendar,
  ownCalendar: (email) => email,
  apiPath: "/v1.0",
  oauth: {
    accountName: "Microsoft",
    registerUrl: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
    rules: oauthRules,
  },
};

function oauthRules({ url }: OauthClientSettings): OauthRules {
  const web = url ?? "https://login.microsoftonline.com/organizations";
  return {
    authorize: `${web}/oauth2/v2.0/authorize`,
    token: `${web}/oauth2/v2.0/token`,
    scopes: ["https://graph.microsoft.com/Calendars.Read", "offline_access"],
    hasPkce: true,
    extra: { prompt: "select_account" },
  };
}
