import { CALENDARS, INTEGRATIONS } from "../../../contract/constants.ts";
import type { Integration } from "../../../contract/users.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { Button } from "../ui/Button.tsx";
import { Tag } from "../ui/Tag.ts";
import { Text } from "../ui/Text.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./IntegrationList.module.css";

export interface IntegrationListProps {
  connected: readonly Integration[];
  /** Suggested by the providers of the user's projects. */
  suggested: readonly Integration[];
  /** Providers that the operator has configured; null where unknown, and then all are offered. */
  available: readonly Integration[] | null;
  /** The one with a request in flight. */
  busy?: Integration | null;
  /** The error of a failed connection, shown at its provider. */
  failure?: { readonly name: Integration; readonly text: string } | null;
  onConnect: (name: Integration) => void;
  onDisconnect: (name: Integration) => void;
}

const isCalendar = (name: Integration): boolean => CALENDARS.some((calendar) => calendar === name);

/** The accounts that can be connected, each with its purpose. */
export function IntegrationList({
  connected,
  suggested,
  available,
  busy = null,
  failure = null,
  onConnect,
  onDisconnect,
}: IntegrationListProps) {
  const { t } = useTranslation("settings");
  const states = useTranslation("states");
  return (
    <Stack as="ul" gap={0} aria-label={t("integrations.title")}>
      {INTEGRATIONS.map((name) => {
        const label = states.t(`sources.${name}`);
        const isConnected = connected.includes(name);
        const isSetUp = available === null || available.includes(name);
        return (
          <li key={name} className={styles.item}>
            <span className={styles.icon} aria-hidden="true">
              <SourceIcon provider={name} />
            </span>
            <div>
              <Text as="div" weight="strong">
                {label}{" "}
                <Tag minimal intent={isConnected ? "success" : "none"}>
                  {isConnected ? t("integrations.connected") : t("integrations.notConnected")}
                </Tag>{" "}
                {!isConnected && suggested.includes(name) && (
                  <Tag minimal intent="warning">
                    {t("integrations.suggested")}
                  </Tag>
                )}
              </Text>
              <Text as="div" tone="muted" className={styles.help}>
                {t(`integrations.for.${name}`)}
              </Text>
              {!isConnected && !isSetUp && (
                <Text as="div" tone="muted" className={styles.help}>
                  {t(isCalendar(name) ? "integrations.calendarNotSetUp" : "integrations.notSetUp")}
                </Text>
              )}
              <div role="alert" className={styles.failure}>
                {failure?.name === name && failure.text}
              </div>
            </div>
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
                disabled={!isSetUp}
                loading={busy === name}
                onClick={() => onConnect(name)}
              />
            )}
          </li>
        );
      })}
    </Stack>
  );
}
