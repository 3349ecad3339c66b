import { useState } from "react";
import type { OutgoingEventType } from "../../../contract/notices/outgoingEvents.ts";
import type { OutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { WebhookCard } from "../../components/webhooks/WebhookCard.tsx";
import { WebhookForm, type WebhookFields } from "../../components/webhooks/WebhookForm.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { WebhookChange } from "../../services/outgoingWebhooks.ts";
import type { WebhookOwner } from "./webhookOwner.ts";
import { useServices } from "../appContext.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DeliveryLogSection } from "./DeliveryLogSection.tsx";

export interface WebhookSectionProps {
  owner: WebhookOwner;
  webhook: OutgoingWebhook;
  events: readonly OutgoingEventType[];
  /** A new secret, which is shown once. */
  onSecret: (secret: string) => void;
}

/** One receiver: test, change, turn on or off, replace its secret, remove. */
export function WebhookSection({ owner, webhook, events, onSecret }: WebhookSectionProps) {
  const { id, label, language, is_enabled: isEnabled } = webhook;
  const services = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const { openerRef, ...form } = useInlineForm();
  const [isLogOpen, setLogOpen] = useState(false);
  const invalidates = [settingsKeys.outgoingWebhooks(owner), settingsKeys.deliveries(id)];
  const test = useMutation(() => services.outgoingWebhooks.test(id), { invalidates });
  const change = useMutation(
    (given: Partial<WebhookChange>) =>
      services.outgoingWebhooks.change(id, {
        label,
        events: webhook.events,
        language,
        is_enabled: isEnabled,
        ...given,
      }),
    { invalidates, onSuccess: form.close },
  );
  const replace = useConfirmation(() => services.outgoingWebhooks.replaceSecret(id), {
    invalidates,
    onSuccess: ({ secret }) => {
      if (secret !== null) onSecret(secret);
    },
  });
  const remove = useConfirmation(() => services.outgoingWebhooks.remove(id), { invalidates });
  const failure = change.error ?? test.error;
  if (form.isOpen) {
    return (
      <Card>
        <WebhookForm
          webhook={webhook}
          kinds={[webhook.kind]}
          events={events}
          isBusy={change.isPending}
          failure={change.error && formatError(change.error)}
          onSave={(fields: WebhookFields) =>
            void change.mutate({ label: fields.label, events: fields.events, language: fields.language })
          }
          onCancel={() => {
            change.reset();
            form.close();
          }}
        />
      </Card>
    );
  }
  return (
    <>
      <WebhookCard
        headingLevel={"company" in owner ? 3 : 4}
        webhook={webhook}
        result={test.data}
        isTesting={test.isPending}
        isChanging={change.isPending}
        failure={failure && formatError(failure)}
        onTest={() => void test.mutate()}
        onEdit={form.open}
        editRef={openerRef}
        onEnable={(is_enabled) => void change.mutate({ is_enabled })}
        onReplaceSecret={() => replace.ask(null)}
        onRemove={() => remove.ask(null)}
      >
        <Disclosure summary={t("log")} isOpen={isLogOpen} onToggle={setLogOpen}>
          {isLogOpen && <DeliveryLogSection webhookId={id} />}
        </Disclosure>
      </WebhookCard>
      <ConfirmDialog
        {...replace.dialog}
        title={t("rotateTitle", { name: label })}
        text={t("rotateText")}
        action={t("rotate")}
      />
      <ConfirmDialog
        {...remove.dialog}
        title={t("removeTitle", { name: label })}
        text={t("removeText")}
        action={t("remove")}
      />
    </>
  );
}
