/** What is uploaded to Microsoft Teams as the app of a company. Source: learn.microsoft.com/microsoft-365/extensibility/schema (manifest 1.19). */
import { API_PREFIX } from "../../../contract/constants.ts";
import { zipOfFiles } from "../exports/zipOfFiles.ts";
import { ACCENT_COLOR, colorIcon, outlineIcon } from "./teamsIcons.ts";

/** Where the Bot Framework sends activities, for the app of one company. */
export const ACTIVITIES_PATH = `${API_PREFIX}teams/:companyId/activities/`;

/** What a user types before a code. */
export const TEAMS_COMMAND = "link";

/** The messaging endpoint of the Azure Bot of a company. */
export const messagingEndpoint = (companyId: string, link: (path: string) => string): string =>
  link(ACTIVITIES_PATH.replace(":companyId", companyId));

/** The manifest of an app whose bot has the id of its registration. */
export const teamsManifest = (appId: string, link: (path: string) => string) => ({
  $schema: "https://developer.microsoft.com/en-us/json-schemas/teams/v1.19/MicrosoftTeams.schema.json",
  manifestVersion: "1.19",
  version: "1.1.0",
  id: appId,
  developer: { name: "Clew", websiteUrl: link("/"), privacyUrl: link("/"), termsOfUseUrl: link("/") },
  name: { short: "Clew", full: "Clew" },
  description: {
    short: "Notices about issues, with buttons",
    full: "Clew sends you the notices that you have chosen, with buttons: open, mark as read, assign to yourself, close. Link your user first: Clew shows a code in your settings, and you send it here. In a team, Clew posts events of a project to the channel that an Admin has chosen.",
  },
  icons: { color: "color.png", outline: "outline.png" },
  accentColor: ACCENT_COLOR,
  bots: [
    {
      botId: appId,
      scopes: ["personal", "team"],
      supportsFiles: false,
      isNotificationOnly: false,
      commandLists: [
        {
          scopes: ["personal"],
          commands: [{ title: TEAMS_COMMAND, description: "Link your user to Clew: link CODE" }],
        },
      ],
    },
  ],
  validDomains: [],
});

/** The package as a zip, with the manifest and two icons. */
export async function teamsPackage(appId: string, link: (path: string) => string, at: Date): Promise<Buffer> {
  const file = (name: string, bytes: Uint8Array) => ({ name, bytes: once(bytes), level: 9 });
  const manifest = Buffer.from(`${JSON.stringify(teamsManifest(appId, link), null, 2)}\n`);
  const files = [file("manifest.json", manifest), file("color.png", colorIcon()), file("outline.png", outlineIcon())];
  const parts: Uint8Array[] = [];
  for await (const part of zipOfFiles(files, at)) parts.push(part);
  return Buffer.concat(parts);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
