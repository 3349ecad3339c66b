import { useState } from "react";
import type { OutgoingEventType, OutgoingKind } from "../../../contract/notices/outgoingEvents.ts";
import { Button } from "../../components/ui/Button.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { WebhookForm, type WebhookFields } from "../../components/webhooks/WebhookForm.tsx";
import { WebhookSecretDialog } from "../../components/webhooks/WebhookSecretDialog.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { WebhookOwner } from "./webhookOwner.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { InOrder } from "../loading/InOrder.tsx";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { ChatChannelSection } from "./ChatChannelSection.tsx";
import { WebhookSection } from "./WebhookSection.tsx";

export interface OutgoingWebhooksSectionProps {
  owner: WebhookOwner;
  kinds: readonly OutgoingKind[];
  events: readonly OutgoingEventType[];
  /** The company whose apps in chats can be chosen; null where the reader may not. */
  channelsOf?: string | null;
}

/** The receivers of a project or of the company, and a form for another one. */
export function OutgoingWebhooksSection({ owner, kinds, events, channelsOf = null }: OutgoingWebhooksSectionProps) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const key = settingsKeys.outgoingWebhooks(owner);
  const list = useQuery(key, (signal) =>
    "project" in owner
      ? outgoingWebhooks.ofProject(owner.project, signal)
      : outgoingWebhooks.ofCompany(owner.company, signal),
  );
  const { openerRef, ...form } = useInlineForm();
  const [secret, setSecret] = useState<{ readonly name: string; readonly value: string } | null>(null);
  const send = (fields: WebhookFields) =>
    "project" in owner
      ? outgoingWebhooks.addToProject(owner.project, fields)
      : outgoingWebhooks.addToCompany(owner.company, fields);
  const add = useMutation(send, {
    invalidates: [key],
    onSuccess: ({ webhook, secret: value }) => {
      form.close();
      if (value !== null) setSecret({ name: webhook.label, value });
    },
  });
  return (
    <Stack gap={3}>
      <InOrder>
        <AsyncContent query={list} failed={t("failed")}>
          {(webhooks) => (
            <>
              {webhooks.length === 0 && !form.isOpen && (
                <Text as="p" tone="muted">
                  {t("none")}
                </Text>
              )}
              {webhooks.map((webhook) => (
                <WebhookSection
                  key={webhook.id}
                  owner={owner}
                  webhook={webhook}
                  events={events}
                  onSecret={(value) => setSecret({ name: webhook.label, value })}
                />
              ))}
            </>
          )}
        </AsyncContent>
        {form.isOpen ? (
          <WebhookForm
            webhook={null}
            kinds={kinds}
            events={events}
            {...(channelsOf !== null && {
              channelField: (chat, control) => (
                <ChatChannelSection key={chat} chat={chat} companyId={channelsOf} {...control} />
              ),
            })}
            isBusy={add.isPending}
            failure={add.error && formatError(add.error)}
            onSave={(fields) => void add.mutate(fields)}
            onCancel={() => {
              add.reset();
              form.close();
            }}
          />
        ) : (
          <div>
            <Button ref={openerRef} variant="outlined" text={t("add")} onClick={form.open} />
          </div>
        )}
      </InOrder>
      {secret && <WebhookSecretDialog secret={secret} onCopy={copyText} onClose={() => setSecret(null)} />}
    </Stack>
  );
}
