import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { DashboardIcon } from "../../components/ui/icons.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useLiveInsights } from "../connection/useLiveInsights.ts";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { InsightsSection } from "./InsightsSection.tsx";

/** Insights over all of the user's projects. The guard redirects plans without Insights. */
export function Component() {
  const { t } = useTranslation("insights");
  const shell = useTranslation("shell");
  usePageTitle(t("title"));
  useLiveInsights();
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("text")}
        actions={<LinkButton icon={<DashboardIcon />} text={shell.t("dashboards")} href={hrefTo.dashboards()} />}
      />
      <InsightsSection own={null} hrefOf={hrefTo.insights} />
    </>
  );
}
