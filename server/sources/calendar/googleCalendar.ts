import { z } from "zod";
import type { OauthClientSettings, OauthRules } from "../connector/oauthTypes.ts";
import { HostTime } from "../rest/hostFields.ts";
import { RestClient } from "../rest/restClient.ts";
import type { BusySpan, Calendar, CalendarOptions, CalendarProvider } from "../connector/calendarTypes.ts";

/** Calendars that one question may name. */
const MAX_ACCOUNTS = 50;

const FreeBusy = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: HostTime, end: HostTime })).nullish(),
      errors: z.array(z.unknown()).nullish(),
    }),
  ),
});

/** Free and busy from Google Calendar. The requested scope gives access to nothing else. */
export function createGoogleCalendar({ credential, egress, api, retries = 1 }: CalendarOptions): Calendar {
  const client = new RestClient({
    api: api ?? "https://www.googleapis.com/calendar/v3",
    provider: "Google Calendar",
    host: "Google Calendar",
    thing: "calendar",
    scopes: ["https://www.googleapis.com/auth/calendar.freebusy"],
    hasCredential: true,
    isOauth: true,
    authorization: credential.as("bearer"),
    egress,
    retries,
  });
  return {
    async busy(emails, { from, to }, signal) {
      const result = new Map<string, readonly BusySpan[]>();
      for (let at = 0; at < emails.length; at += MAX_ACCOUNTS) {
        const requested = emails.slice(at, at + MAX_ACCOUNTS);
        const body = {
          timeMin: from.toISOString(),
          timeMax: to.toISOString(),
          timeZone: "UTC",
          items: requested.map((id) => ({ id })),
        };
        const { calendars } = client.read(FreeBusy, (await client.post("/freeBusy", body, "calendar", signal)).data);
        for (const email of requested) {
          const calendar = calendars[email];
          // A calendar that the account may not read is reported as an error: no answer does not mean free.
          if (!calendar || (calendar.errors && calendar.errors.length > 0)) continue;
          result.set(
            email,
            (calendar.busy ?? []).map(({ start, end }) => ({
              start: new Date(start),
              end: new Date(end),
              status: "busy" as const,
            })),
          );
        }
      }
      return result;
    },
  };
}

export const googleCalendar: CalendarProvider = {
  open: createGoogleCalendar,
  // To its own account Google's calendar is "primary", regardless of the address.
  ownCalendar: () => "primary",
  apiPath: "/calendar/v3",
  oauth: {
    accountName: "Google",
    registerUrl: "https://console.cloud.google.com/apis/credentials",
    rules: oauthRules,
  },
};

function oauthRules({ url }: OauthClientSettings): OauthRules {
  const web = url ?? "https://accounts.google.com";
  const tokens = url ?? "https://oauth2.googleapis.com";
  return {
    authorize: `${web}/o/oauth2/v2/auth`,
    token: `${tokens}/token`,
    scopes: ["https://www.googleapis.com/auth/calendar.freebusy"],
    hasPkce: true,
    extra: { access_type: "offline", prompt: "consent" },
    // Without a profile: free and busy times do not identify the account, and no other scope is requested.
    revoke: { kind: "rfc7009", url: `${tokens}/revoke` },
  };
}
