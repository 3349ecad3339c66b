import type { HostApp, UsableInstallation } from "../../contract/integrations/apps.ts";
import { APP_PROVIDERS } from "../../contract/constants.ts";
import type { Provider, SourceDraft } from "./sourceDraft.ts";

/** What of a draft decides which app reads it: that of a source, or of a group. */
export type AppDraft = Pick<SourceDraft, "provider" | "url" | "signIn" | "isPreset" | "installation">;

/** Whether a company can register an app at a provider. */
export const isAppProvider = (provider: Provider): boolean => APP_PROVIDERS.some((name) => name === provider);

/** An account at a host, as the address of a repository names it. */
interface HostAccount {
  readonly origin: string;
  readonly account: string;
}

/** Hosts compare names of accounts without case. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Pages of accounts, at addresses that no account has. */
const ACCOUNT_PAGES: ReadonlySet<string> = new Set(["orgs", "users"]);

/**
 * The account that an address belongs to: `acme` of `https://github.com/acme/atlas`, `github.com/acme` and `https://github.com/orgs/acme`. Null for a text that
 * names none.
 */
export function parseAccount(url: string): HostAccount | null {
  const typed = url.trim();
  const address = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i.test(typed) ? `https://${typed}` : typed;
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  const [, first = "", second = ""] = pathname.split("/");
  const account = ACCOUNT_PAGES.has(first) && second !== "" ? second : first;
  return account === "" ? null : { origin: origin.replace("://www.", "://"), account };
}

/** The installation of an app on the account of an address. */
export const installationFor = (
  url: string,
  installations: readonly UsableInstallation[],
): UsableInstallation | undefined => {
  const hostAccount = parseAccount(url);
  return hostAccount === null
    ? undefined
    : installations.find(
        ({ origin, account }) => origin === hostAccount.origin && isSameName(account, hostAccount.account),
      );
};

/** The app that can be installed on the account of an address: an app is private to its owner. Without an address the first one. */
export function appFor<App extends Pick<HostApp, "origin" | "owner">>(
  url: string,
  apps: readonly App[],
): App | undefined {
  const hostAccount = parseAccount(url);
  return hostAccount === null
    ? apps[0]
    : apps.find(({ origin, owner }) => origin === hostAccount.origin && isSameName(owner, hostAccount.account));
}

/**
 * The draft with an app as its sign-in, while its user has not chosen one. An app of another host than that of the address cannot read it, and
 * is not preselected. The same object where nothing changes.
 * @param apps those of the company that the user can install
 */
export function withPresetApp<Draft extends AppDraft>(
  draft: Draft,
  installations: readonly UsableInstallation[],
  apps: readonly Pick<HostApp, "provider" | "origin">[],
): Draft {
  if (draft.isPreset !== true) return draft;
  const hostAccount = parseAccount(draft.url);
  const isAtHost = ({ provider, origin }: Pick<HostApp, "provider" | "origin">): boolean =>
    provider === draft.provider && (hostAccount === null || origin === hostAccount.origin);
  const offered = installations.filter(isAtHost);
  if (offered.length === 0 && !apps.some(isAtHost))
    return draft.signIn === "app" ? { ...draft, signIn: "none", installation: undefined } : draft;
  const installation = (installationFor(draft.url, offered) ?? offered[0])?.id;
  return draft.signIn === "app" && draft.installation === installation
    ? draft
    : { ...draft, signIn: "app", installation };
}
