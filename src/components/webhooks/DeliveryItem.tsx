import type { ReactNode } from "react";
import type { Delivery } from "../../../contract/notices/outgoingWebhooks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Inline } from "../ui/Inline.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DeliveryItem.module.css";

export interface DeliveryItemProps {
  delivery: Delivery;
  isSending: boolean;
  isOpen: boolean;
  onSendAgain: () => void;
  onToggle: (isOpen: boolean) => void;
  /** The request and the answer, while it is open. */
  children: ReactNode;
}

const INTENTS = { waiting: "none", sent: "success", failed: "danger", dropped: "warning" } as const;

/** One event for a receiver: its outcome, and a button that sends it again. */
export function DeliveryItem({ delivery, isSending, isOpen, onSendAgain, onToggle, children }: DeliveryItemProps) {
  const { t, format } = useTranslation("webhooks");
  const { event, state, attempts, status, duration_ms: duration, error } = delivery;
  return (
    <li className={styles.item}>
      <Inline>
        <Tag intent={INTENTS[state]}>{t(`states.${state}`)}</Tag>
        <span>{t(`events.${event}`)}</span>
        <RelativeTime at={delivery.occurred_at} />
        {state !== "waiting" && event !== "webhook.test" && (
          <Button
            size="small"
            variant="minimal"
            text={t("replay")}
            aria-label={t("replayName", { event: t(`events.${event}`) })}
            loading={isSending}
            onClick={onSendAgain}
          />
        )}
      </Inline>
      <Text as="p" size="small" tone="muted">
        {[
          t("attempts", { count: attempts }),
          ...(status === null ? [] : [t("answer", { status, ms: format.number(duration ?? 0) })]),
          ...(error === null ? [] : [error]),
        ].join(" · ")}
      </Text>
      <Disclosure variant="quiet" summary={t("details")} isOpen={isOpen} onToggle={onToggle}>
        {isOpen && children}
      </Disclosure>
    </li>
  );
}
