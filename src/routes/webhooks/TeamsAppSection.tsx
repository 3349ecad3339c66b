import type { TeamsApp } from "../../../contract/notices/teams.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { TeamsAppPanel } from "../../components/webhooks/TeamsAppPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { TeamsAppFields } from "../../services/outgoingWebhooks.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** The app of the company in Microsoft Teams, for its Admins. */
export function TeamsAppSection({ companyId }: { companyId: string }) {
  const { outgoingWebhooks } = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const query = useQuery(settingsKeys.teamsApp(companyId), (signal) => outgoingWebhooks.teamsApp(companyId, signal));
  const save = useMutation((fields: TeamsAppFields) => outgoingWebhooks.setTeamsApp(companyId, fields), {
    onSuccess: (settings) => query.setData(() => settings),
  });
  const test = useMutation(() => outgoingWebhooks.testTeamsApp(companyId), { onSuccess: query.refetch });
  const remove = useConfirmation(() => outgoingWebhooks.removeTeamsApp(companyId), { onSuccess: query.refetch });
  const error = save.error ?? test.error;
  return (
    <Section title={t("teams.title")} headingLevel={2} lead={t("teams.text")}>
      <AsyncContent query={query} failed={t("teams.failed")}>
        {(settings) => (
          <TeamsAppPanel
            key={settings.app?.created_at ?? "none"}
            settings={settings}
            isSaving={save.isPending}
            isTesting={test.isPending}
            failure={error && formatError(error)}
            result={test.data ?? null}
            onSave={(fields) => void save.mutate(fields)}
            onTest={() => void test.mutate()}
            onRemove={() => remove.ask(null)}
            onDownload={downloadPackage}
            onCopy={copyText}
          />
        )}
      </AsyncContent>
      <ConfirmDialog
        {...remove.dialog}
        title={t("teams.removeTitle")}
        text={t("teams.removeText")}
        action={t("teams.remove")}
      />
    </Section>
  );
}

const downloadPackage = ({ package: packed }: TeamsApp): void =>
  downloadFile(
    Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)),
    "clew-teams.zip",
    "application/zip",
  );
