/** What an app of GitHub may do: what each use needs, and which page of GitHub grants what is missing. */
import { z } from "zod";
import type { AppWrite } from "../../../../contract/integrations/apps.ts";
import type { AppHost, MissingRight, TokenUse } from "../../connector/appTypes.ts";
import type { RestClient } from "../../rest/restClient.ts";

/** The least that each use needs. An app is registered with those for reading, and those of the uses that its Admin has chosen. */
export const PERMISSIONS_OF = {
  read: { contents: "read", issues: "read", metadata: "read", pull_requests: "read" },
  comment: { issues: "write", metadata: "read" },
  check: { checks: "write", metadata: "read", pull_requests: "read" },
} as const satisfies Record<TokenUse, Readonly<Record<string, string>>>;

/** How much a level allows; one that is not listed allows nothing. */
const LEVELS: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 };

const Permissions = z.record(z.string().max(100), z.string().max(100));
const App = z.object({ permissions: Permissions });
const Installation = z.object({ html_url: z.string().nullish(), permissions: Permissions });

/** Both are asked: an installation keeps what it has accepted when its app asks for more. */
export async function missingRight(
  client: RestClient,
  { origin }: AppHost,
  { hostId, settingsUrl }: { readonly hostId: string; readonly settingsUrl: string },
  use: AppWrite,
  signal: AbortSignal,
): Promise<MissingRight | null> {
  const installed = await client.get(`/app/installations/${hostId}`, "description", signal);
  const { html_url: page, permissions } = client.read(Installation, installed.data);
  if (isGranted(permissions, use)) return null;
  const { data } = await client.get("/app", "description", signal);
  if (!isGranted(client.read(App, data).permissions, use)) return { by: "app", url: `${settingsUrl}/permissions` };
  // GitHub documents the address of this page alone; it leads to what the app asks for.
  const isOwnPage = typeof page === "string" && URL.canParse(page) && new URL(page).origin === origin;
  return { by: "installation", url: isOwnPage ? page : `${origin}/settings/installations/${hostId}` };
}

const isGranted = (granted: Readonly<Record<string, string>>, use: AppWrite): boolean =>
  Object.entries(PERMISSIONS_OF[use]).every(
    ([name, level]) => (LEVELS[granted[name] ?? ""] ?? 0) >= (LEVELS[level] ?? 0),
  );
