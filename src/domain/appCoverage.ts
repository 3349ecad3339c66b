import type { HostApp, UsableInstallation } from "../../contract/integrations/apps.ts";
import { APP_PROVIDERS } from "../../contract/constants.ts";
import type { Provider, SourceDraft } from "./sourceDraft.ts";

/** Whether a company can register an app at a provider. */
export const isAppProvider = (provider: Provider): boolean => APP_PROVIDERS.some((name) => name === provider);

/** An account at a host, as the address of a repository names it. */
interface HostAccount {
  readonly origin: string;
  readonly account: string;
}

/** Hosts compare names of accounts without case. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The account that an address belongs to: `acme` of `https://github.com/acme/atlas`. Null for a text that names none. */
export function accountOf(url: string): HostAccount | null {
  const typed = url.trim();
  if (!URL.canParse(typed)) return null;
  const { origin, pathname } = new URL(typed);
  const account = pathname.split("/")[1] ?? "";
  return account === "" ? null : { origin: origin.replace("://www.", "://"), account };
}

/** The installation of an app on the account of an address. */
export const installationFor = (
  url: string,
  installations: readonly UsableInstallation[],
): UsableInstallation | undefined => {
  const at = accountOf(url);
  return at === null
    ? undefined
    : installations.find(({ origin, account }) => origin === at.origin && isSameName(account, at.account));
};

/** The app that can be installed on the account of an address: an app is private to its owner. Without an address the first one. */
export function appFor<App extends Pick<HostApp, "origin" | "owner">>(
  url: string,
  apps: readonly App[],
): App | undefined {
  const at = accountOf(url);
  return at === null
    ? apps[0]
    : apps.find(({ origin, owner }) => origin === at.origin && isSameName(owner, at.account));
}

/**
 * The draft with an app as its sign-in, while its user has not chosen one. The same object where nothing changes.
 * @param installsAt providers at which the user can install an app of the company
 */
export function withPresetApp(
  draft: SourceDraft,
  installations: readonly UsableInstallation[],
  installsAt: readonly Provider[],
): SourceDraft {
  if (draft.isPreset !== true) return draft;
  const offered = installations.filter(({ provider }) => provider === draft.provider);
  if (offered.length === 0 && !installsAt.includes(draft.provider)) return draft;
  const installation = (installationFor(draft.url, offered) ?? offered[0])?.id;
  return draft.signIn === "app" && draft.installation === installation
    ? draft
    : { ...draft, signIn: "app", installation };
}
