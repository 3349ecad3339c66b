import { type ReactNode, useState } from "react";
import { LANGUAGES, TEXT_LIMITS } from "../../../contract/constants.ts";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import {
  OUTGOING_KINDS,
  type OutgoingEventType,
  type OutgoingKind,
  isAppKind,
  CHAT_OF_APP_KIND,
} from "../../../contract/notices/outgoingEvents.ts";
import type { OutgoingWebhook } from "../../../contract/notices/outgoingWebhooks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CheckboxGroup } from "../patterns/CheckboxGroup.tsx";
import { Form } from "../patterns/Form.tsx";
import { FormActions } from "../patterns/FormActions.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Select } from "../ui/Select.tsx";
import { useInitialFocus } from "../ui/useInitialFocus.ts";

export interface WebhookFields {
  kind: OutgoingKind;
  label: string;
  url: string;
  /** The id of a channel of an app; empty for other kinds. */
  channel: string;
  events: OutgoingEventType[];
  language: (typeof LANGUAGES)[number];
}

/** What the choice of a channel needs of the form. */
export interface ChannelControl {
  readonly value: string;
  readonly errors: readonly string[] | undefined;
  readonly onValueChange: (channel: string) => void;
}

export interface WebhookFormProps {
  /** The receiver to edit; null for a new one. */
  webhook: OutgoingWebhook | null;
  /** The kinds that can be chosen here. */
  kinds: readonly OutgoingKind[];
  /** The events that can be chosen here. */
  events: readonly OutgoingEventType[];
  /** The choice of a channel for an app in a chat; left out where that is no kind. */
  channelField?: (chat: Chat, control: ChannelControl) => ReactNode;
  isBusy: boolean;
  failure: FormErrorInfo | null;
  onSave: (fields: WebhookFields) => void;
  onCancel: () => void;
}

/** Address, events and language of a receiver. Kind and address of one that exists are fixed. */
export function WebhookForm({
  webhook,
  kinds,
  events,
  channelField,
  isBusy,
  failure,
  onSave,
  onCancel,
}: WebhookFormProps) {
  const { t, locale } = useTranslation("webhooks");
  const [fields, setFields] = useState<WebhookFields>(() => ({
    kind: webhook?.kind ?? kinds[0] ?? "webhook",
    label: webhook?.label ?? "",
    url: "",
    channel: "",
    events: webhook?.events ?? [],
    language: webhook?.language ?? LANGUAGES.find((language) => language === locale.toUpperCase()) ?? LANGUAGES[0],
  }));
  const set = (change: Partial<WebhookFields>): void => setFields((now) => ({ ...now, ...change }));
  const first = useInitialFocus();
  const required = useRequired();
  return (
    <Form
      label={webhook ? t("editTitle", { name: webhook.label }) : t("addTitle")}
      faults={{
        label: required(fields.label),
        url: webhook || isAppKind(fields.kind) ? null : required(fields.url),
        channel: webhook || !isAppKind(fields.kind) ? null : required(fields.channel),
        events: fields.events.length === 0 ? t("noEvents") : null,
      }}
      failure={failure}
      failureTitle={t("saveFailed")}
      isBusy={isBusy}
      onSubmit={() => onSave(fields)}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            name="webhook-label"
            label={t("label")}
            errors={errorsOf("label")}
            inputRef={first}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={fields.label}
            onChange={(label) => set({ label })}
          />
          {!webhook && (
            <>
              {kinds.length > 1 && (
                <FormField label={t("kind")}>
                  {(control) => (
                    <Select
                      {...control}
                      value={fields.kind}
                      options={OUTGOING_KINDS.filter((kind) => kinds.includes(kind)).map((value) => ({
                        value,
                        text: t(`kinds.${value}`),
                      }))}
                      onValueChange={(kind) => set({ kind, channel: "" })}
                    />
                  )}
                </FormField>
              )}
              {isAppKind(fields.kind) ? (
                channelField?.(CHAT_OF_APP_KIND[fields.kind], {
                  value: fields.channel,
                  errors: errorsOf("channel"),
                  onValueChange: (channel) => set({ channel }),
                })
              ) : (
                <TextField
                  name="webhook-url"
                  label={t("url")}
                  help={t(`urlHelp.${fields.kind}`)}
                  errors={errorsOf("url")}
                  type="url"
                  value={fields.url}
                  onChange={(url) => set({ url })}
                />
              )}
            </>
          )}
          {fields.kind !== "webhook" && (
            <FormField label={t("language")}>
              {(control) => (
                <Select
                  {...control}
                  value={fields.language}
                  options={LANGUAGES.map((value) => ({ value, text: t(`languages.${value}`) }))}
                  onValueChange={(chosen) => set({ language: chosen })}
                />
              )}
            </FormField>
          )}
          <CheckboxGroup
            label={t("eventsTitle")}
            errors={errorsOf("events")}
            options={events.map((event) => ({ value: event, text: t(`events.${event}`) }))}
            chosen={fields.events}
            onChange={(chosen) => set({ events: chosen })}
          />
          <FormActions action={t("save")} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </Form>
  );
}
