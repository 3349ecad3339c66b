import type { ReactNode } from "react";
import { INTEGRATIONS } from "../../../contract/constants.ts";
import type { Integration } from "../../../contract/access/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./IntegrationList.module.css";

export interface IntegrationListProps {
  connected: readonly Integration[];
  /** Suggested by the providers of the user's projects. */
  suggested: readonly Integration[];
  /** Providers that the operator has configured; null where unknown, and then all are offered. */
  available: readonly Integration[] | null;
  /** Where an Admin reads how a provider is set up; null for other users. */
  setupHref: ((name: Integration) => string) | null;
  /** Names of the Admins, for other users; empty where unknown. */
  admins?: readonly string[];
  /** The one with a request in flight. */
  busy?: Integration | null;
  /** The error of a failed connection, shown at its provider. */
  failure?: { readonly name: Integration; readonly text: string } | null;
  onConnect: (name: Integration) => void;
  onDisconnect: (name: Integration) => void;
}

/** The accounts that can be connected, each with its purpose, and those that the operator has not set up. */
export function IntegrationList({ connected, available, setupHref, admins = [], ...rest }: IntegrationListProps) {
  const { t, format } = useTranslation("settings");
  const isOffered = (name: Integration): boolean =>
    available === null || available.includes(name) || connected.includes(name);
  const offered = INTEGRATIONS.filter(isOffered);
  const missing = INTEGRATIONS.filter((name) => !isOffered(name));
  return (
    <Stack gap={6}>
      {offered.length > 0 && (
        <Stack as="ul" gap={0} aria-label={t("integrations.title")}>
          {offered.map((name) => (
            <OfferedItem key={name} name={name} isConnected={connected.includes(name)} {...rest} />
          ))}
        </Stack>
      )}
      {missing.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="integrations-missing">
          <h2 id="integrations-missing">{t("integrations.missing.title")}</h2>
          <Text as="p" tone="muted">
            {t(setupHref ? "integrations.missing.admin" : "integrations.missing.member")}{" "}
            {!setupHref && admins.length > 0 && t("integrations.missing.admins", { names: format.list(admins) })}
          </Text>
          <Stack as="ul" gap={0} aria-labelledby="integrations-missing">
            {missing.map((name) => (
              <MissingItem key={name} name={name} href={setupHref?.(name)} />
            ))}
          </Stack>
        </Stack>
      )}
    </Stack>
  );
}

interface OfferedItemProps extends Pick<
  IntegrationListProps,
  "suggested" | "busy" | "failure" | "onConnect" | "onDisconnect"
> {
  name: Integration;
  isConnected: boolean;
}

function OfferedItem({
  name,
  isConnected,
  suggested,
  busy = null,
  failure = null,
  onConnect,
  onDisconnect,
}: OfferedItemProps) {
  const { t } = useTranslation("settings");
  const label = useTranslation("states").t(`sources.${name}`);
  return (
    <IntegrationItem
      name={name}
      tags={
        <>
          {" "}
          <Tag intent={isConnected ? "success" : "none"}>
            {isConnected ? t("integrations.connected") : t("integrations.notConnected")}
          </Tag>{" "}
          {!isConnected && suggested.includes(name) && <Tag intent="warning">{t("integrations.suggested")}</Tag>}
        </>
      }
      below={
        <div role="alert" className={styles.failure}>
          {failure?.name === name && failure.text}
        </div>
      }
    >
      {isConnected ? (
        <Button
          text={t("integrations.disconnect")}
          aria-label={t("integrations.disconnectName", { name: label })}
          variant="outlined"
          loading={busy === name}
          onClick={() => onDisconnect(name)}
        />
      ) : (
        <Button
          text={t("integrations.connect")}
          aria-label={t("integrations.connectName", { name: label })}
          loading={busy === name}
          onClick={() => onConnect(name)}
        />
      )}
    </IntegrationItem>
  );
}

function MissingItem({ name, href }: { name: Integration; href: string | undefined }) {
  const { t } = useTranslation("settings");
  const label = useTranslation("states").t(`sources.${name}`);
  return (
    <IntegrationItem name={name}>
      {href !== undefined && (
        <LinkButton
          variant="outlined"
          href={href}
          text={t("integrations.missing.setUp")}
          aria-label={t("integrations.missing.setUpName", { name: label })}
        />
      )}
    </IntegrationItem>
  );
}

interface IntegrationItemProps {
  name: Integration;
  /** After the name. */
  tags?: ReactNode;
  /** Below the purpose. */
  below?: ReactNode;
  /** The control. */
  children: ReactNode;
}

/** A provider with its mark, name and purpose. */
function IntegrationItem({ name, tags, below, children }: IntegrationItemProps) {
  const { t } = useTranslation("settings");
  const label = useTranslation("states").t(`sources.${name}`);
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden="true">
        <SourceIcon provider={name} />
      </span>
      <div>
        <Text as="div" weight="strong">
          {label}
          {tags}
        </Text>
        <Text as="div" tone="muted" className={styles.help}>
          {t(`integrations.for.${name}`)}
        </Text>
        {below}
      </div>
      {children}
    </li>
  );
}
