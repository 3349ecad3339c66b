import type { TeamsApp } from "../../../contract/notices/teams.ts";
import { Button } from "../../components/ui/Button.tsx";
import { TeamsAppSteps } from "../../components/webhooks/TeamsAppSteps.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import type { TeamsAppFields } from "../../services/chats.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { downloadFile } from "../downloads/downloadFile.ts";
import { ChatAppSection } from "./ChatAppSection.tsx";

/** The app of the company in Microsoft Teams, for its Admins. */
export function TeamsAppSection({ companyId }: { companyId: string }) {
  const { chats } = useServices();
  const { t } = useTranslation("webhooks");
  return (
    <ChatAppSection
      chat="teams"
      requests={{
        queryKey: settingsKeys.teamsApp(companyId),
        read: (signal) => chats.teamsApp(companyId, signal),
        set: (fields: TeamsAppFields) => chats.setTeamsApp(companyId, fields),
        test: () => chats.testTeamsApp(companyId),
        remove: () => chats.removeTeamsApp(companyId),
      }}
      panelOf={({ app }) => ({
        works: t("teams.works", { tenant: app?.tenant_id ?? "" }),
        note: t("teams.stepUpload"),
        extraAction: app && <Button text={t("teams.download")} onClick={() => downloadPackage(app)} />,
      })}
    >
      {(settings, form) => <TeamsAppSteps {...form} settings={settings} onCopy={copyText} />}
    </ChatAppSection>
  );
}

const downloadPackage = ({ package: packed }: TeamsApp): void =>
  downloadFile(
    Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0)),
    "clew-teams.zip",
    "application/zip",
  );
