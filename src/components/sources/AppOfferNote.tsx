import type { HostApp, UsableInstallation } from "../../../contract/integrations/apps.ts";
import { parseAccount, appFor, installationFor } from "../../domain/appCoverage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SourceForm.module.css";

/** How a user gets an app of the company, or an installation of it. */
export interface AppOffer {
  /** Apps of the company at the provider; empty for those who are no Admins. */
  apps: readonly Pick<HostApp, "id" | "name" | "origin" | "owner">[];
  /** Where an app is registered; null for those who are no Admins. */
  registerHref: string | null;
  /** Names of the Admins, for other users. */
  admins: readonly string[];
  isInstalling: boolean;
  /** Why the installation could not be begun. */
  failure: string | null;
  onInstall: (appId: string) => void;
}

export interface AppOfferNoteProps {
  offer: AppOffer;
  /** Those of the provider that the user may link with. */
  installations: readonly UsableInstallation[];
  /** The address of the form. */
  url: string;
  /** An app is the chosen sign-in. */
  isChosen: boolean;
  isBusy: boolean;
}

/** What is missing to link a source by an app: its installation on the account of the address, or the app itself. */
export function AppOfferNote({ offer, installations, url, isChosen, isBusy }: AppOfferNoteProps) {
  const { t, format } = useTranslation("project");
  const { apps, registerHref, admins, isInstalling, failure, onInstall } = offer;
  const isOffered = installations.length > 0 || apps.length > 0;
  // Who has chosen another sign-in has seen the offer.
  if (isOffered && !isChosen) return null;
  const account = parseAccount(url)?.account ?? null;
  const isCovered = account === null ? installations.length > 0 : installationFor(url, installations) !== undefined;
  const app = appFor(url, apps);
  if (isCovered && app === undefined) return null;
  const text = isCovered
    ? null
    : app !== undefined
      ? account === null
        ? t("form.app.notInstalled", { app: app.name })
        : t("form.app.notInstalledOn", { app: app.name, account })
      : isOffered && account !== null
        ? t("form.app.noneFor", { account })
        : t("form.app.none");
  const whoToAsk =
    app !== undefined || registerHref !== null
      ? ""
      : admins.length > 0
        ? t("form.app.askNames", { names: format.list(admins) })
        : t("form.app.ask");
  return (
    <>
      {text !== null && (
        <Text as="p" tone="muted" overflow="anywhere">
          {text} {whoToAsk}
        </Text>
      )}
      <div className={styles.way}>
        {app !== undefined ? (
          <Button
            size="small"
            variant={isCovered ? "minimal" : "outlined"}
            text={t(isCovered ? "form.app.more" : "form.app.install")}
            loading={isInstalling}
            disabled={isBusy}
            onClick={() => onInstall(app.id)}
          />
        ) : (
          registerHref !== null && <a href={registerHref}>{t("form.app.register")}</a>
        )}
      </div>
      {failure !== null && (
        <Text as="p" tone="danger" role="alert">
          {failure}
        </Text>
      )}
    </>
  );
}
