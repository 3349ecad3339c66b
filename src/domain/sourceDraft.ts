import { PROVIDERS } from "../../contract/constants.ts";
import type { UsableInstallation } from "../../contract/integrations/apps.ts";
import type { ProjectRole, RepositorySource, SourceValid, TrackerSource, WikiSource } from "../../contract/projects.ts";
import type { SourceKind } from "./linkedSources.ts";

export type Provider = RepositorySource["provider"] | TrackerSource["provider"] | WikiSource["provider"];

/** `connected`: with the user's connected account at the provider; `app`: with an installation of an app of the company. */
export const SIGN_INS = ["none", "connected", "app", "token"] as const;
export type SignIn = (typeof SIGN_INS)[number];

/** Content of a source form before it is sent. The token is kept in memory only. */
export interface SourceDraft {
  provider: Provider;
  url: string;
  signIn: SignIn;
  /** The user has not chosen the sign-in: an app takes its place where there is one. */
  isPreset?: boolean | undefined;
  token: string;
  username: string;
  /** The id of the chosen installation. */
  installation?: string | undefined;
  /** The least role of the members who may read restricted items; null: they are skipped. */
  restrictedRole: ProjectRole | null;
  /** Names of the custom fields to read, as they are typed. */
  customFields: string;
  /** Folders that a repository is limited to, one a line, as they are typed. */
  folders: string;
}

/** Whether a provider has restricted items. */
export const restrictsItems = (kind: SourceKind, provider: Provider): boolean =>
  kind !== "repository" && provider !== "github";

export const emptyDraft = (kind: SourceKind): SourceDraft => ({
  provider: PROVIDERS[kind][0],
  url: "",
  // Jira and Confluence reject requests without a token.
  signIn: kind === "wiki" ? "token" : "none",
  isPreset: true,
  token: "",
  username: "",
  restrictedRole: null,
  customFields: "",
  folders: "",
});

/** Whether a provider has custom fields that can be chosen. */
export const hasCustomFields = (kind: SourceKind, provider: Provider): boolean =>
  kind === "tracker" && (provider === "jira" || provider === "github");

/** Names that are separated by commas or lines. */
const parseNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ),
];

/** Folders of a text with one a line. A slash at the end is not a part of the path; everything else is left to the server. */
export const parseFolders = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/(?<=[^/])\/$/, ""))
    .filter((line) => line !== "");

/** A source as in a request body, with the provider of any kind. */
export interface SourceBody {
  provider: Provider;
  url: string;
  credential?: { token: string; username?: string } | undefined;
  use_connection?: true | undefined;
  installation_id?: string | undefined;
  restricted_role?: ProjectRole | undefined;
  custom_fields?: string[] | undefined;
  folders?: string[] | undefined;
}

/** The body of validate and add requests. */
export const toSourceBody = ({
  provider,
  url,
  signIn,
  token,
  username,
  installation,
  restrictedRole,
  customFields,
  folders,
}: SourceDraft): SourceBody => ({
  provider,
  url: url.trim(),
  ...(restrictedRole !== null && provider !== "github" && { restricted_role: restrictedRole }),
  ...(hasCustomFields("tracker", provider) &&
    parseNames(customFields).length > 0 && { custom_fields: parseNames(customFields) }),
  ...(parseFolders(folders).length > 0 && { folders: parseFolders(folders) }),
  ...(signIn === "connected" && { use_connection: true as const }),
  ...(signIn === "app" && { installation_id: installation ?? "" }),
  ...(signIn === "token" && {
    credential: { token: token.trim(), ...(username.trim() !== "" && { username: username.trim() }) },
  }),
});

/** Whether two addresses name one source: case, a trailing slash and `.git` make no difference at any of the hosts. */
export const isSameSource = (a: { provider: string; url: string }, b: { provider: string; url: string }): boolean => {
  const plain = (url: string) =>
    url
      .trim()
      .replace(/\/+$/, "")
      .replace(/\.git$/i, "")
      .toLowerCase();
  return a.provider === b.provider && plain(a.url) === plain(b.url);
};

/** The messages of a rejection by field. `other` has those without a field. */
export interface SourceErrors {
  provider?: readonly string[];
  url?: readonly string[];
  token?: readonly string[];
  username?: readonly string[];
  customFields?: readonly string[];
  folders?: readonly string[];
  other?: readonly string[];
}

export type SourceCheck =
  | { status: "idle" }
  | { status: "checking" }
  | { status: "adding" }
  | { status: "valid"; found: SourceValid }
  | { status: "refused"; errors: SourceErrors };

/** Atlassian's tokens require the e-mail address of their owner. */
export const needsUsername = (provider: Provider): boolean => provider === "jira" || provider === "confluence";

/** The help text of the user name. */
export const usernameHelp = (provider: Provider) =>
  needsUsername(provider) ? "jira" : provider === "bitbucket" ? "bitbucket" : "default";

/** Whether one of the connected accounts can read a provider. Atlassian's is one account for its tracker and its wiki. */
export const hasConnectedAccount = (connected: readonly string[], provider: Provider): boolean =>
  connected.includes(provider === "confluence" ? "jira" : provider);

/** Whether the way to sign in of a draft is there at another provider too. */
export const keepsSignIn = (
  { signIn }: Pick<SourceDraft, "signIn">,
  provider: Provider,
  connected: readonly string[],
  installations: readonly Pick<UsableInstallation, "provider">[],
): boolean => {
  if (signIn === "connected") return hasConnectedAccount(connected, provider);
  return signIn !== "app" || installations.some((installation) => installation.provider === provider);
};
