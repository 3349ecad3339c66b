import { z } from "zod";
import { isLoopbackHost } from "../../../../contract/sources/isLoopbackHost.ts";
import { message } from "../../../messages/messages.ts";
import type {
  AppForm,
  AppHost,
  AppService,
  HostInstallation,
  NewApp,
  OpenedApp,
  RegisteredApp,
} from "../../connector/appTypes.ts";
import { Credential } from "../../egress/Credential.ts";
import type { Egress } from "../../egress/egress.ts";
import { RestClient, nextOf } from "../../rest/restClient.ts";
import { SourceError } from "../../SourceError.ts";
import { appToken, isSigningKey } from "./githubAppKey.ts";
import { PERMISSIONS_OF, missingRight } from "./githubAppRights.ts";
import { publishGithubCheck } from "./githubChecks.ts";
import { readGithubDelivery } from "./githubAppDelivery.ts";

const PAGE_SIZE = 100;
/** Pages of installations that are read: an app that is private to its owner has few. */
const MAX_PAGES = 10;
const PUBLIC: AppHost = { origin: "https://github.com", api: "https://api.github.com" };

const EVENTS = ["push", "issues", "issue_comment", "pull_request", "pull_request_review"] as const;

const HostId = z.union([z.number().int().positive(), z.bigint()]).transform(String);
const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/i);
const Conversion = z.object({
  id: HostId,
  slug: Slug,
  name: z.string().max(200),
  owner: z.object({ login: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/), type: z.string().optional() }),
  pem: z.string().max(20_000),
  webhook_secret: z.string().max(1000).nullish(),
});
const Installation = z.object({
  id: HostId,
  /** An enterprise has a slug and no login. */
  account: z.object({ login: z.string().max(200).optional(), slug: z.string().max(200).optional() }).nullish(),
  repository_selection: z.string().nullish(),
  html_url: z.string().nullish(),
  suspended_at: z.iso.datetime({ offset: true }).nullish(),
});
const Installations = z.array(Installation);
const Token = z.object({
  token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_at: z.iso.datetime({ offset: true }),
});
const Repositories = z.object({ repositories: z.array(z.unknown()) });
const Repository = z.object({
  full_name: z.string().regex(/^[A-Za-z0-9_-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/),
  private: z.boolean().optional(),
});

/** GitHub Apps, at github.com and at GitHub Enterprise Server. */
export const githubApp: AppService = {
  appHost,
  registrationForm,
  finishRegistration,
  installUrl: (pageUrl, state) => `${pageUrl}/installations/new?state=${encodeURIComponent(state)}`,
  installations,
  async installation(app, hostId, signal) {
    if (!/^\d{1,19}$/.test(hostId)) return null;
    try {
      const client = appClient(app);
      const { data } = await client.get(`/app/installations/${hostId}`, "description", signal);
      return presentInstallation(app, client.read(Installation, data));
    } catch (error) {
      if (error instanceof SourceError && error.code === "not_found") return null;
      throw error;
    }
  },
  async mintToken(app, hostId, use, signal) {
    const client = appClient(app);
    const body = { permissions: PERMISSIONS_OF[use] };
    const { data } = await client.post(`/app/installations/${hostId}/access_tokens`, body, "description", signal);
    const { token, expires_at: expiresAt } = client.read(Token, data);
    return { token, expiresAt: new Date(expiresAt) };
  },
  missingRight: (app, at, use, signal) => missingRight(appClient(app), app, at, use, signal),
  publishCheck: (app, token, check, signal) =>
    publishGithubCheck(
      clientAt(app, app.egress, new Credential({ token, origin: app.origin })),
      app.hostId,
      check,
      signal,
    ),
  async repositories(at, token, cursor, signal) {
    const client = clientAt(at, at.egress, new Credential({ token, origin: at.origin }));
    const page = cursor !== null && /^\d{1,6}$/.test(cursor) ? Number(cursor) : 1;
    const path = `/installation/repositories?per_page=${PAGE_SIZE}&page=${page}`;
    const response = await client.get(path, "page", signal);
    const listed = client.read(Repositories, response.data).repositories;
    return {
      repositories: client.rows(Repository, listed).map((row) => ({
        name: row.full_name,
        url: `${at.origin}/${row.full_name}`,
        visibility: row.private === undefined ? "unknown" : row.private ? "private" : "public",
      })),
      next: nextOf(response) === null && listed.length < PAGE_SIZE ? null : String(page + 1),
    };
  },
  readDelivery: readGithubDelivery,
};

function appHost(url: string | undefined, egress: Pick<Egress, "check">): AppHost {
  if (url === undefined || url === "") return PUBLIC;
  const typed = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  const address = URL.canParse(typed) ? new URL(typed) : null;
  if (!address || !["https:", "http:"].includes(address.protocol) || !["", "/"].includes(address.pathname))
    throw new SourceError("address", message("app.address"));
  if (/^(?:www\.|api\.)?github\.com$/i.test(address.hostname)) return PUBLIC;
  egress.check(address);
  // GitHub Enterprise Server has its API at this path; a simulated host on this machine has none.
  const path = isLoopbackHost(address.hostname) ? "" : "/api/v3";
  return { origin: address.origin, api: address.origin + path };
}

function registrationForm({ origin }: AppHost, app: NewApp): AppForm {
  const owner = app.organization === undefined ? "" : `/organizations/${app.organization}`;
  const uses = ["read" as const, ...(app.writes ?? [])];
  const manifest = {
    name: app.name,
    url: app.homepage,
    redirect_url: app.redirectUrl,
    setup_url: app.setupUrl,
    setup_on_update: true,
    // Only the account that owns it can install it: installations are of the company that registered it.
    public: false,
    default_permissions: Object.fromEntries(uses.flatMap((use) => Object.entries(PERMISSIONS_OF[use]))),
    // GitHub refuses events without a webhook, and a webhook that it cannot reach.
    ...(app.webhookUrl !== null && {
      hook_attributes: { url: app.webhookUrl, active: true },
      default_events: EVENTS,
    }),
  };
  return {
    action: `${origin}${owner}/settings/apps/new?state=${encodeURIComponent(app.state)}`,
    fields: { manifest: JSON.stringify(manifest) },
  };
}

async function finishRegistration(
  at: AppHost,
  egress: Pick<Egress, "fetch">,
  code: string,
  signal: AbortSignal,
): Promise<RegisteredApp> {
  const client = clientAt(at, egress, null);
  // Sent once: a code whose answer was lost is spent.
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  const { data } = await client.change("POST", path, undefined, "description", signal);
  const app = client.read(Conversion, data);
  if (!isSigningKey(app.pem)) throw new SourceError("bad_answer", message("app.key_unusable"));
  const { origin } = at;
  const isOrganization = app.owner.type === "Organization";
  const settings = `${isOrganization ? `/organizations/${app.owner.login}` : ""}/settings/apps/${app.slug}`;
  return {
    hostId: app.id,
    slug: app.slug,
    name: app.name,
    owner: app.owner.login,
    pageUrl: `${origin}/${origin === PUBLIC.origin ? "apps" : "github-apps"}/${app.slug}`,
    settingsUrl: origin + settings,
    privateKey: app.pem,
    webhookSecret: app.webhook_secret ?? null,
  };
}

async function installations(app: OpenedApp, signal: AbortSignal): Promise<HostInstallation[]> {
  const client = appClient(app);
  const hostInstallations: HostInstallation[] = [];
  let path: string | null = `/app/installations?per_page=${PAGE_SIZE}`;
  for (let page = 1; path !== null; page += 1) {
    if (page > MAX_PAGES) throw new SourceError("too_large", message("app.too_many_installations"));
    const response = await client.get(path, "page", signal);
    // Those that are not listed count as removed, so that a row that cannot be read must not be skipped.
    hostInstallations.push(...client.read(Installations, response.data).map((row) => presentInstallation(app, row)));
    path = nextOf(response);
  }
  return hostInstallations;
}

function presentInstallation({ origin }: AppHost, row: z.infer<typeof Installation>): HostInstallation {
  const { id, account, html_url: page, suspended_at: suspendedAt } = row;
  const isOwnPage = typeof page === "string" && URL.canParse(page) && new URL(page).origin === origin;
  return {
    hostId: id,
    account: account?.login ?? account?.slug ?? id,
    // A host's address that leads elsewhere is not shown.
    pageUrl: isOwnPage ? page : `${origin}/settings/installations/${id}`,
    isSelective: row.repository_selection === "selected",
    suspendedAt: suspendedAt ? new Date(suspendedAt) : null,
  };
}

const appClient = (app: OpenedApp): RestClient =>
  clientAt(app, app.egress, new Credential({ token: appToken(app.hostId, app.privateKey), origin: app.origin }));

const clientAt = ({ api }: AppHost, egress: Pick<Egress, "fetch">, credential: Credential | null): RestClient =>
  new RestClient({
    api,
    egress,
    authorization: credential && credential.as("bearer"),
    provider: "GitHub",
    host: api === PUBLIC.api ? "github.com" : new URL(api).host,
    thing: "app",
    scopes: [],
    hasCredential: credential !== null,
    retries: 1,
  });
