import { useState } from "react";
import { MAX_REPLIES_PER_HOUR, MAX_REPLY_TEMPLATE, REPLY_PLACEHOLDERS } from "../../../contract/issues/replyKinds.ts";
import type { ReplyBy, ReplyPreview, ReplySettings, ReplySettingsBody } from "../../../contract/issues/replies.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { TextArea } from "../ui/TextArea.ts";
import { AppRightsNotice, type AppRightsNoticeProps } from "./AppRightsNotice.tsx";

/** What a preview is made of. */
export type PreviewDraft = Pick<ReplySettingsBody, "template" | "mentions" | "names_all"> & { readonly issue: string };

export interface ReplyDialogProps {
  /** Name of the source. */
  name: string;
  /** Null while it is loaded. */
  settings: ReplySettings | null;
  /** The last preview; null before the first one. */
  preview: ReplyPreview | null;
  /** What the app lacks that would write. */
  rights?: AppRightsNoticeProps | undefined;
  isBusy?: boolean;
  isPreviewing?: boolean;
  /** Why loading failed. */
  failure?: string | undefined;
  /** Why the last change or preview was refused. */
  refusal?: FormErrorInfo | null;
  onSave: (body: ReplySettingsBody) => void;
  onPreview: (draft: PreviewDraft) => void;
  onClose: () => void;
}

/** Whether the issues of a tracker get a comment of Clew: by which account, by which template, and what it would say. */
export function ReplyDialog({ name, settings, failure, ...rest }: ReplyDialogProps) {
  const { t } = useTranslation("replies");
  const title = t("title", { name });
  if (settings) return <ReplyForm key={String(settings.enabled)} title={title} settings={settings} {...rest} />;
  return (
    <Dialog
      isOpen
      title={title}
      failure={failure}
      actions={<Button text={t("close")} onClick={rest.onClose} />}
      onClose={rest.onClose}
    >
      {failure === undefined && <Skeleton shape="rows" count={4} height="2rem" />}
    </Dialog>
  );
}

function ReplyForm({
  title,
  settings,
  preview,
  rights,
  isBusy = false,
  isPreviewing = false,
  refusal = null,
  onSave,
  onPreview,
  onClose,
}: Omit<ReplyDialogProps, "name" | "failure" | "settings"> & { title: string; settings: ReplySettings }) {
  const { t } = useTranslation("replies");
  const { accounts, issues } = settings;
  const usable =
    accounts.find(({ by, name }) => name !== null && by === settings.by) ?? accounts.find(({ name }) => name !== null);
  const [fields, setFields] = useState(() => ({
    enabled: settings.enabled,
    by: (usable?.by ?? settings.by ?? "account") as ReplyBy,
    template: settings.template,
    mentions: settings.mentions,
    names_all: settings.names_all,
    issue: issues[0]?.id ?? "",
  }));
  const set = (change: Partial<typeof fields>): void => setFields((now) => ({ ...now, ...change }));
  const { enabled, by, template, mentions, names_all, issue } = fields;
  const account = accounts.find((one) => one.by === by);
  // The reason names the permission alone; the notice has the page that grants it.
  const isMissing = typeof rights?.rights?.missing === "string";
  const isTooLong = template.length > MAX_REPLY_TEMPLATE;
  return (
    <FormDialog
      title={title}
      draft={{ enabled, by, template, mentions, names_all }}
      action={t("save")}
      faults={{
        template: template.trim() === "" ? t("required") : isTooLong ? t("tooLong", { max: MAX_REPLY_TEMPLATE }) : null,
      }}
      failure={refusal}
      failureTitle={t("failed")}
      isBusy={isBusy}
      canSubmit={!enabled || (account?.name ?? null) !== null}
      onSubmit={() => onSave({ enabled, by, account: account?.name ?? "", template, mentions, names_all })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <Stack gap={4}>
          <p>{t("text", { max: MAX_REPLIES_PER_HOUR })}</p>
          <ReplyState settings={settings} />
          <Checkbox
            checked={enabled}
            label={t("enabled")}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
          <FormField label={t("as")}>
            {(control) => (
              <Select
                {...control}
                value={by}
                options={accounts.map((one) => ({
                  value: one.by,
                  text: one.name === null ? t(`by.${one.by}`) : t(`byName.${one.by}`, { name: one.name }),
                }))}
                onValueChange={(chosen) => set({ by: chosen })}
              />
            )}
          </FormField>
          {by === "app" && rights && isMissing ? (
            <AppRightsNotice {...rights} />
          ) : (
            account?.reason && <Callout intent="warning">{account.reason}</Callout>
          )}
          <FormField
            label={t("template")}
            help={t("placeholders", { names: REPLY_PLACEHOLDERS.map((one) => `{${one}}`).join(", ") })}
            errors={errorsOf("template")}
          >
            {(control) => (
              <TextArea
                {...control}
                fill
                autoResize
                value={template}
                onChange={(event) => set({ template: event.currentTarget.value })}
              />
            )}
          </FormField>
          <Checkbox
            checked={mentions}
            label={t("mentions")}
            onChange={(event) => set({ mentions: event.currentTarget.checked })}
          />
          <Checkbox
            checked={names_all}
            label={t("namesAll")}
            onChange={(event) => set({ names_all: event.currentTarget.checked })}
          />
          {issues.length > 0 && (
            <Stack gap={2}>
              <FormField label={t("preview.issue")}>
                {(control) => (
                  <Select
                    {...control}
                    value={issue}
                    options={issues.map(({ id, key, title: of }) => ({ value: id, text: `${key} ${of}` }))}
                    onValueChange={(chosen) => set({ issue: chosen })}
                  />
                )}
              </FormField>
              <Inline>
                <Button
                  text={t("preview.show")}
                  loading={isPreviewing}
                  onClick={() => onPreview({ issue, template, mentions, names_all })}
                />
              </Inline>
              {preview && (
                <Card aria-label={t("preview.label")} role="region">
                  {preview.text === null ? <p>{t("preview.nothing")}</p> : <Markdown text={preview.text} />}
                </Card>
              )}
            </Stack>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

/** The account that comments are written with, how many there are, and why some are missing. */
function ReplyState({ settings }: { settings: ReplySettings }) {
  const { t, format } = useTranslation("replies");
  const { enabled, account, enabled_by: by, written, waiting, failed, fault, failure } = settings;
  return (
    <>
      {enabled && account !== null && (
        <Text size="small" tone="muted">
          {t(by === null ? "state.on" : "state.onBy", { account, name: by ?? "" })}{" "}
          {t("state.counts", {
            written: format.number(written),
            waiting: format.number(waiting),
            failed: format.number(failed),
          })}
        </Text>
      )}
      {fault !== null && (
        <Callout intent="warning" role="note">
          <ForeignText text={fault} />
        </Callout>
      )}
      {failure !== null && (
        <Callout role="note">
          {t("state.failure")} <ForeignText text={failure} />
        </Callout>
      )}
    </>
  );
}
