import { SlackAppPanel } from "../../components/webhooks/SlackAppPanel.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { SlackAppFields } from "../../services/outgoingWebhooks.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** The Slack app of the company, for its Admins. */
export function SlackAppSection({ companyId }: { companyId: string }) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const query = useQuery(settingsKeys.slackApp(companyId), (signal) => outgoingWebhooks.slackApp(companyId, signal));
  const save = useMutation((fields: SlackAppFields) => outgoingWebhooks.setSlackApp(companyId, fields), {
    onSuccess: (settings) => query.setData(() => settings),
  });
  const test = useMutation(() => outgoingWebhooks.testSlackApp(companyId), {
    onSuccess: query.refetch,
  });
  const remove = useConfirmation(() => outgoingWebhooks.removeSlackApp(companyId), {
    onSuccess: query.refetch,
  });
  const error = save.error ?? test.error;
  return (
    <Section title={t("slack.title")} headingLevel={2} lead={t("slack.text")}>
      <AsyncContent query={query} failed={t("slack.failed")}>
        {(settings) => (
          <SlackAppPanel
            key={settings.app?.created_at ?? "none"}
            settings={settings}
            isSaving={save.isPending}
            isTesting={test.isPending}
            failure={error && formatError(error)}
            result={test.data ?? null}
            onSave={(fields) => void save.mutate(fields)}
            onTest={() => void test.mutate()}
            onRemove={() => remove.ask(null)}
            onCopy={copyText}
          />
        )}
      </AsyncContent>
      <ConfirmDialog
        {...remove.dialog}
        title={t("slack.removeTitle")}
        text={t("slack.removeText")}
        action={t("slack.remove")}
      />
    </Section>
  );
}
