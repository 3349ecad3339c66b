import { observer } from "mobx-react-lite";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { InsightsSection } from "./InsightsSection.tsx";

/** Insights over all of the user's projects. The guard redirects plans without Insights. */
export const Component = observer(function InsightsRoute() {
  const { t } = useTranslation("insights");
  const { notifications } = useStore();
  usePageTitle(t("title"));
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <InsightsSection slug={null} hrefOf={hrefTo.insights} onNotify={(text) => notifications.show(text)} />
    </>
  );
});
