import type { ReactNode, Ref } from "react";
import type { DeliveryDetails, OutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EntryCard } from "../patterns/EntryCard.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";

export interface WebhookCardProps {
  webhook: OutgoingWebhook;
  /** One below the title of the part that lists the receivers. */
  headingLevel: 3 | 4;
  /** The last test. */
  result: Pick<DeliveryDetails, "state" | "status" | "duration_ms" | "error"> | null;
  isTesting: boolean;
  isChanging: boolean;
  failure: FormErrorInfo | null;
  onTest: () => void;
  onEdit: () => void;
  /** The button of `onEdit`, which gets the focus when its form closes. */
  editRef?: Ref<HTMLButtonElement>;
  onEnable: (isEnabled: boolean) => void;
  onReplaceSecret: () => void;
  onRemove: () => void;
  /** The log. */
  children: ReactNode;
}

/** A receiver of events: its state, a test, and its log. */
export function WebhookCard({
  webhook,
  headingLevel,
  result,
  isTesting,
  isChanging,
  failure,
  onTest,
  onEdit,
  editRef,
  onEnable,
  onReplaceSecret,
  onRemove,
  children,
}: WebhookCardProps) {
  const { t, format } = useTranslation("webhooks");
  const { label, kind, origin, channel, events, is_enabled: isEnabled, failing_since: failingSince } = webhook;
  const isFailing = isEnabled && failingSince !== null;
  return (
    <EntryCard
      title={label}
      headingLevel={headingLevel}
      badge={
        <Tag intent={isFailing ? "warning" : isEnabled ? "success" : "none"}>
          {t(isFailing ? "failing" : isEnabled ? "on" : "off")}
        </Tag>
      }
    >
      <Text as="p" tone="muted" overflow="anywhere">
        {`${t(`kinds.${kind}`)} · ${channel === null ? origin : `#${channel}`}`}
      </Text>
      <Text as="p" size="small">
        {events.map((event) => t(`events.${event}`)).join(", ")}
      </Text>
      {webhook.disabled_reason !== null && <Callout intent="warning">{webhook.disabled_reason}</Callout>}
      {isFailing && <Callout intent="warning">{t("failingSince", { time: format.dateTime(failingSince) })}</Callout>}
      {webhook.old_secret_until !== null && (
        <Text as="p" size="small" tone="muted">
          {t("oldSecret", { time: format.dateTime(webhook.old_secret_until) })}
        </Text>
      )}
      {webhook.waiting > 0 && (
        <Text as="p" size="small" tone="muted">
          {t("waiting", { count: webhook.waiting })}
        </Text>
      )}
      <Inline>
        <Button
          size="small"
          variant="outlined"
          text={t("test")}
          aria-label={t("testName", { name: label })}
          loading={isTesting}
          onClick={onTest}
        />
        <Button
          size="small"
          variant="outlined"
          text={t(isEnabled ? "turnOff" : "turnOn")}
          loading={isChanging}
          onClick={() => onEnable(!isEnabled)}
        />
        <Button ref={editRef} size="small" variant="minimal" text={t("edit")} onClick={onEdit} />
        {kind === "webhook" && <Button size="small" variant="minimal" text={t("rotate")} onClick={onReplaceSecret} />}
        <Button size="small" variant="minimal" intent="danger" text={t("remove")} onClick={onRemove} />
      </Inline>
      <FormError title={t("changeFailed")} failure={failure} />
      <div role="status">
        {result &&
          (result.state === "sent" ? (
            <Callout intent="success">
              {t("testSent", { status: result.status ?? 0, ms: format.number(result.duration_ms ?? 0) })}
            </Callout>
          ) : (
            <Callout intent="warning">{`${t("testFailed")} ${result.error ?? ""}`}</Callout>
          ))}
      </div>
      {children}
    </EntryCard>
  );
}
