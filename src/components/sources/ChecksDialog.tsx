import { useState } from "react";
import { CHECK_FINDINGS } from "../../../contract/constants.ts";
import type {
  CheckFinding,
  CheckPreview,
  SourceChecks,
  SourceChecksChoice,
} from "../../../contract/requests/requestChecks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CollapsibleText } from "../patterns/CollapsibleText.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Checkbox } from "../ui/Checkbox.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Section } from "../ui/Section.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { AppRightsNotice, type AppRightsNoticeProps } from "./AppRightsNotice.tsx";

export interface ChecksDialogProps {
  /** Name of the source. */
  name: string;
  /** Null while it is loaded. */
  checks: SourceChecks | null;
  /** Null while they are composed. */
  previews: readonly CheckPreview[] | null;
  /** What the app lacks that would report. */
  rights?: AppRightsNoticeProps | undefined;
  isBusy?: boolean;
  failure?: string | undefined;
  onSave: (choice: SourceChecksChoice) => void;
  onClose: () => void;
}

/** Whether requests of a source are reported on at their host, with what would have been reported on the last ones. */
export function ChecksDialog({
  name,
  checks,
  previews,
  rights,
  isBusy = false,
  failure,
  onSave,
  onClose,
}: ChecksDialogProps) {
  const { t } = useTranslation("findings");
  const [changed, setChanged] = useState<SourceChecksChoice | null>(null);
  const choice = changed ?? {
    enabled: checks?.enabled ?? false,
    blocking: checks?.blocking ?? [],
    drafts: checks?.drafts ?? true,
  };
  const block = (finding: CheckFinding, isBlocking: boolean) =>
    setChanged({
      ...choice,
      blocking: CHECK_FINDINGS.filter((one) => (one === finding ? isBlocking : choice.blocking.includes(one))),
    });
  return (
    <FormDialog
      title={t("checks.title", { name })}
      draft={checks && choice}
      action={t("checks.save")}
      alert={failure}
      isBusy={isBusy}
      // What is reported is seen before it is.
      canSubmit={checks !== null && (previews !== null || !choice.enabled)}
      onSubmit={() => onSave(choice)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">{t(`checks.text.${checks?.how ?? "check"}`)}</Text>
        {checks !== null && checks.failure !== null && <Callout intent="warning">{checks.failure}</Callout>}
        {choice.enabled && rights && <AppRightsNotice {...rights} />}
        {checks === null ? (
          <Skeleton count={3} />
        ) : (
          <div>
            <Checkbox
              label={t("checks.enabled")}
              checked={choice.enabled}
              disabled={isBusy}
              onChange={({ currentTarget }) => setChanged({ ...choice, enabled: currentTarget.checked })}
            />
            {CHECK_FINDINGS.map((finding) => (
              <Checkbox
                key={finding}
                label={t(`checks.blocking.${finding}`)}
                checked={choice.blocking.includes(finding)}
                disabled={isBusy || !choice.enabled}
                onChange={({ currentTarget }) => block(finding, currentTarget.checked)}
              />
            ))}
            <Checkbox
              label={t("checks.drafts")}
              checked={choice.drafts}
              disabled={isBusy || !choice.enabled}
              onChange={({ currentTarget }) => setChanged({ ...choice, drafts: currentTarget.checked })}
            />
            {checks.account !== null && (
              <Text as="p" size="small" tone="muted">
                {t("checks.account", { account: checks.account })}
              </Text>
            )}
            {checks.enabled && (
              <Text as="p" size="small" tone="muted">
                {t("checks.state", { reported: checks.reported, waiting: checks.waiting })}
                {checks.forks > 0 && ` ${t("checks.forks", { count: checks.forks })}`}
              </Text>
            )}
          </div>
        )}
        <Section title={t("checks.preview")} headingLevel={3} size="body" gap={1} lead={t("checks.previewLead")}>
          {previews === null && failure === undefined && <Skeleton count={4} />}
          {previews?.length === 0 && (
            <Text as="p" tone="muted">
              {t("checks.noRequests")}
            </Text>
          )}
          {previews?.map(({ request, title, summary }) => (
            <Disclosure
              key={request.address}
              summary={
                <>
                  {request.key} <ForeignText text={request.title} />: {title}
                </>
              }
            >
              <CollapsibleText text={summary} base={null} headingLevel={4} />
            </Disclosure>
          ))}
        </Section>
      </Stack>
    </FormDialog>
  );
}
