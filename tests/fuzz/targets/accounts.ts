import { Credential } from "../../../server/sources/egress/Credential.ts";
import { SourceError } from "../../../server/sources/SourceError.ts";
import { createGoogleCalendar } from "../../../server/sources/calendar/googleCalendar.ts";
import { createOutlookCalendar } from "../../../server/sources/calendar/outlookCalendar.ts";
import { OauthRefusedError, OauthClient } from "../../../server/sources/oauth/OauthClient.ts";
import type { ConnectorInput } from "../../../server/sources/connector/Connector.ts";
import { providerTarget } from "../engine/scriptedHost.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const HOST = "https://host.example";
const DAYS = { from: new Date("2026-11-21T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") };
const PEOPLE = ["ada@example.org", "grace@example.org", "__proto__"];

const calendar = ({ egress }: ConnectorInput) => ({
  credential: new Credential({ token: "t", isOauth: true, origin: HOST }),
  egress,
  api: HOST,
  retries: 0,
});
const oauth = ({ egress }: ConnectorInput) =>
  new OauthClient("gitlab", { clientId: "id", clientSecret: "secret", url: HOST }, egress);

/** Calendars, and the tokens of connected accounts. A refusal in the provider's own words is declared as well. */
export const target = providerTarget(HOST, {
  google: (input, signal) => createGoogleCalendar(calendar(input)).busy(PEOPLE, DAYS, signal),
  outlook: (input, signal) => createOutlookCalendar(calendar(input)).busy(PEOPLE, DAYS, signal),
  refresh: (input) => oauth(input).refresh("old").catch(refused),
  accountName: (input) => oauth(input).accountName("token"),
  revoke: (input) => oauth(input).revoke({ access: "a", refresh: "r" }),
});

function refused(error: unknown): never {
  throw error instanceof OauthRefusedError
    ? new SourceError("unauthorized", verbatim(error.code), { cause: error })
    : error;
}
