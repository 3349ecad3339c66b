/** Where and how people sign in at the providers, and the smallest scopes that reading needs. */
import type { INTEGRATIONS } from "../../../contract/constants.ts";

export type OauthProviderName = (typeof INTEGRATIONS)[number];

/** What the operator has registered at a provider. */
export interface OauthClientSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** A self-hosted server instead of the provider's public one; without a slash at the end. */
  readonly url?: string | undefined;
}

export interface OauthProvider {
  readonly name: OauthProviderName;
  /** Where accounts are connected. Their tokens belong to it, see `serviceOf`. */
  readonly origin: string;
  readonly authorize: string;
  readonly token: string;
  readonly scopes: readonly string[];
  /** Proof of possession of the code (RFC 7636), where the provider understands it. */
  readonly hasPkce: boolean;
  /** How the client proves itself at the token endpoint. */
  readonly clientAuth: "basic" | "post";
  /** Parameters beyond the standard's that the sign-in page wants. */
  readonly extra: Readonly<Record<string, string>>;
  /** Address of the account's profile, and the fields of its answer that may name them, the best first. */
  readonly profile: { readonly url: string; readonly names: readonly string[] } | null;
  /** How access is given back: RFC 7009, GitHub's own call, or not at all. */
  readonly revoke: { readonly kind: "rfc7009" | "github"; readonly url: string } | null;
}

type Endpoints = Omit<OauthProvider, "origin" | "name">;

function github({ url, clientId }: OauthClientSettings): Endpoints {
  const web = url ?? "https://github.com";
  const api = url === undefined ? "https://api.github.com" : `${url}/api/v3`;
  return {
    authorize: `${web}/login/oauth/authorize`,
    token: `${web}/login/oauth/access_token`,
    // GitHub has no scope that reads private repositories and does not write; a public one needs none.
    scopes: ["repo", "read:user"],
    hasPkce: true,
    clientAuth: "post",
    extra: {},
    profile: { url: `${api}/user`, names: ["login"] },
    revoke: { kind: "github", url: `${api}/applications/${clientId}/token` },
  };
}

function gitlab({ url }: OauthClientSettings): Endpoints {
  const web = url ?? "https://gitlab.com";
  return {
    authorize: `${web}/oauth/authorize`,
    token: `${web}/oauth/token`,
    scopes: ["read_api", "read_repository"],
    hasPkce: true,
    clientAuth: "post",
    extra: {},
    profile: { url: `${web}/api/v4/user`, names: ["username", "name"] },
    revoke: { kind: "rfc7009", url: `${web}/oauth/revoke` },
  };
}

function bitbucket({ url }: OauthClientSettings): Endpoints {
  const web = url ?? "https://bitbucket.org";
  return {
    authorize: `${web}/site/oauth2/authorize`,
    token: `${web}/site/oauth2/access_token`,
    // Set at the consumer, and repeated here so that the consent page names them.
    scopes: ["account", "repository", "pullrequest"],
    hasPkce: false,
    clientAuth: "basic",
    extra: {},
    profile: {
      url: url === undefined ? "https://api.bitbucket.org/2.0/user" : `${url}/2.0/user`,
      names: ["nickname", "display_name"],
    },
    revoke: null,
  };
}

function atlassian({ url }: OauthClientSettings): Endpoints {
  const web = url ?? "https://auth.atlassian.com";
  return {
    authorize: `${web}/authorize`,
    token: `${web}/oauth/token`,
    // One account for both of the company's products that are read.
    scopes: [
      "read:jira-work",
      "read:jira-user",
      "read:space:confluence",
      "read:page:confluence",
      "read:content-details:confluence",
      "read:me",
      "offline_access",
    ],
    hasPkce: false,
    clientAuth: "post",
    extra: { audience: "api.atlassian.com", prompt: "consent" },
    profile: {
      url: url === undefined ? "https://api.atlassian.com/me" : `${url}/me`,
      names: ["email", "name", "nickname"],
    },
    revoke: null,
  };
}

function googleCalendar({ url }: OauthClientSettings): Endpoints {
  const web = url ?? "https://accounts.google.com";
  const tokens = url ?? "https://oauth2.googleapis.com";
  return {
    authorize: `${web}/o/oauth2/v2/auth`,
    token: `${tokens}/token`,
    scopes: ["https://www.googleapis.com/auth/calendar.freebusy"],
    hasPkce: true,
    clientAuth: "post",
    extra: { access_type: "offline", prompt: "consent" },
    // Free and busy times do not identify the account, and no other scope is requested.
    profile: null,
    revoke: { kind: "rfc7009", url: `${tokens}/revoke` },
  };
}

function outlookCalendar({ url }: OauthClientSettings): Endpoints {
  const web = url ?? "https://login.microsoftonline.com/organizations";
  return {
    authorize: `${web}/oauth2/v2.0/authorize`,
    token: `${web}/oauth2/v2.0/token`,
    scopes: ["https://graph.microsoft.com/Calendars.Read", "offline_access"],
    hasPkce: true,
    clientAuth: "post",
    extra: { prompt: "select_account" },
    profile: null,
    revoke: null,
  };
}

const ENDPOINTS: Readonly<Record<OauthProviderName, (settings: OauthClientSettings) => Endpoints>> = {
  github,
  gitlab,
  bitbucket,
  jira: atlassian,
  google_calendar: googleCalendar,
  outlook_calendar: outlookCalendar,
};

/** Everything about signing in at a provider, its public addresses or those of a self-hosted server. */
export function oauthProvider(name: OauthProviderName, settings: OauthClientSettings): OauthProvider {
  const endpoints = ENDPOINTS[name](settings);
  return { name, ...endpoints, origin: new URL(endpoints.authorize).origin };
}
