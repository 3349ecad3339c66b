import type { AppInstallation, HostApp } from "../../../contract/integrations/apps.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EntryCard } from "../patterns/EntryCard.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./HostAppCard.module.css";

export interface HostAppCardProps {
  app: HostApp;
  isInstalling?: boolean;
  isRefreshing?: boolean;
  failure?: FormErrorInfo | null;
  onInstall: () => void;
  onRefresh: () => void;
  onRemove: () => void;
}

const INTENTS = { active: "success", suspended: "warning", removed: "danger" } as const;

/** An app of the company at a code host, and the accounts that have installed it. */
export function HostAppCard({
  app,
  isInstalling = false,
  isRefreshing = false,
  failure = null,
  onInstall,
  onRefresh,
  onRemove,
}: HostAppCardProps) {
  const { t, format } = useTranslation("apps");
  const isInstalled = app.installations.some(({ state }) => state !== "removed");
  return (
    <EntryCard title={<ForeignText text={app.name} />} headingLevel={3}>
      <Text as="p" tone="muted" overflow="anywhere">
        {t("owned", { owner: app.owner, origin: app.origin })}
      </Text>
      <Text as="p" size="small">
        {!app.has_webhook
          ? t("noWebhook")
          : app.last_delivery_at === null
            ? t("noDelivery")
            : t("lastDelivery", { time: format.dateTime(app.last_delivery_at) })}
      </Text>
      {!isInstalled && <Callout intent="warning">{t("notInstalled")}</Callout>}
      {app.installations.length > 0 && (
        <ul className={styles.list} aria-label={t("installations")}>
          {app.installations.map((installation) => (
            <InstallationItem key={installation.id} installation={installation} />
          ))}
        </ul>
      )}
      <Inline>
        <Button
          size="small"
          variant="outlined"
          {...(!isInstalled && { intent: "primary" as const })}
          text={t(isInstalled ? "change" : "install")}
          aria-label={t(isInstalled ? "changeName" : "installName", { name: app.name })}
          loading={isInstalling}
          onClick={onInstall}
        />
        <Button
          size="small"
          variant="outlined"
          text={t("refresh")}
          aria-label={t("refreshName", { name: app.name })}
          loading={isRefreshing}
          onClick={onRefresh}
        />
        <a href={webHref(app.settings_url)} target="_blank" rel="noreferrer">
          {t("settings")}
        </a>
        <Button size="small" variant="minimal" intent="danger" text={t("remove")} onClick={onRemove} />
      </Inline>
      <FormError title={t("failed")} failure={failure} />
    </EntryCard>
  );
}

function InstallationItem({ installation }: { installation: AppInstallation }) {
  const { t } = useTranslation("apps");
  const { account, state, sources, is_selective: isSelective, page_url: page } = installation;
  return (
    <li className={styles.item}>
      <span className={styles.head}>
        <strong className={styles.account}>
          <ForeignText text={account} />
        </strong>
        <Tag intent={INTENTS[state]}>{t(`states.${state}`)}</Tag>
      </span>
      <Text as="p" size="small" tone="muted">
        {`${t(isSelective ? "chosenRepositories" : "allRepositories")} · ${t("sources", { count: sources })}`}
      </Text>
      {state !== "active" && <Callout intent={INTENTS[state]}>{t(`help.${state}`)}</Callout>}
      {state !== "removed" && (
        <a href={webHref(page)} target="_blank" rel="noreferrer">
          {t("chooseRepositories")}
        </a>
      )}
    </li>
  );
}
