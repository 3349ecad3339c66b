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

interface ReplyFields extends Omit<ReplySettingsBody, "account"> {
  /** The issue that the preview is made for. */
  issue: string;
}

type Accounts = ReplySettings["accounts"];

/** The account of the settings while Clew can write with it, otherwise the first one that it can write with. */
const usableAccount = (accounts: Accounts, by: ReplyBy | null): Accounts[number] | undefined =>
  accounts.find((account) => account.name !== null && account.by === by) ?? accounts.find(({ name }) => name !== null);

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
  const [fields, setFields] = useState<ReplyFields>(() => ({
    enabled: settings.enabled,
    by: usableAccount(accounts, settings.by)?.by ?? settings.by ?? "account",
    template: settings.template,
    mentions: settings.mentions,
    names_all: settings.names_all,
    issue: issues[0]?.id ?? "",
  }));
  const set = (change: Partial<ReplyFields>): void => setFields((current) => ({ ...current, ...change }));
  const { issue, ...draft } = fields;
  const { enabled, by, template, mentions, names_all } = draft;
  const account = accounts.find((candidate) => candidate.by === by);
  const isTooLong = template.length > MAX_REPLY_TEMPLATE;
  return (
    <FormDialog
      title={title}
      draft={draft}
      action={t("save")}
      faults={{
        template: template.trim() === "" ? t("required") : isTooLong ? t("tooLong", { max: MAX_REPLY_TEMPLATE }) : null,
      }}
      failure={refusal}
      failureTitle={t("failed")}
      isBusy={isBusy}
      canSubmit={!enabled || (account?.name ?? null) !== null}
      onSubmit={() => onSave({ ...draft, account: account?.name ?? "" })}
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
          <AccountField accounts={accounts} by={by} rights={rights} onChange={(next) => set({ by: next })} />
          <FormField
            label={t("template")}
            help={t("placeholders", { names: REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(", ") })}
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
            <PreviewFields
              issues={issues}
              issue={issue}
              preview={preview}
              isPreviewing={isPreviewing}
              onIssue={(next) => set({ issue: next })}
              onPreview={() => onPreview({ issue, template, mentions, names_all })}
            />
          )}
        </Stack>
      )}
    </FormDialog>
  );
}

interface AccountFieldProps extends Pick<ReplyDialogProps, "rights"> {
  accounts: Accounts;
  by: ReplyBy;
  onChange: (by: ReplyBy) => void;
}

/** The account that Clew writes with, and why it cannot write with the chosen one. */
function AccountField({ accounts, by, rights, onChange }: AccountFieldProps) {
  const { t } = useTranslation("replies");
  const reason = accounts.find((account) => account.by === by)?.reason;
  return (
    <>
      <FormField label={t("as")}>
        {(control) => (
          <Select
            {...control}
            value={by}
            options={accounts.map((account) => ({
              value: account.by,
              text: account.name === null ? t(`by.${account.by}`) : t(`byName.${account.by}`, { name: account.name }),
            }))}
            onValueChange={onChange}
          />
        )}
      </FormField>
      {/* The reason names the permission alone; the notice has the page that grants it. */}
      {by === "app" && typeof rights?.rights?.missing === "string" ? (
        <AppRightsNotice {...rights} />
      ) : (
        reason && <Callout intent="warning">{reason}</Callout>
      )}
    </>
  );
}

interface PreviewFieldsProps extends Pick<ReplyDialogProps, "preview" | "isPreviewing"> {
  issues: ReplySettings["issues"];
  issue: string;
  onIssue: (id: string) => void;
  onPreview: () => void;
}

/** What the comment on one issue of the tracker would say. */
function PreviewFields({ issues, issue, preview, isPreviewing = false, onIssue, onPreview }: PreviewFieldsProps) {
  const { t } = useTranslation("replies");
  return (
    <Stack gap={2}>
      <FormField label={t("preview.issue")}>
        {(control) => (
          <Select
            {...control}
            value={issue}
            options={issues.map(({ id, key, title }) => ({ value: id, text: `${key} ${title}` }))}
            onValueChange={onIssue}
          />
        )}
      </FormField>
      <Inline>
        <Button text={t("preview.show")} loading={isPreviewing} onClick={onPreview} />
      </Inline>
      {preview && (
        <Card aria-label={t("preview.label")} role="region">
          {preview.text === null ? <p>{t("preview.nothing")}</p> : <Markdown text={preview.text} />}
        </Card>
      )}
    </Stack>
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
