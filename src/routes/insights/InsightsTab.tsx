import { observer } from "mobx-react-lite";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { InsightsSection } from "./InsightsSection.tsx";
import { hrefTo } from "../paths.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";

/** The insights of one project. */
export const Component = observer(function InsightsTab() {
  const { project } = useProject();
  const { plan } = useStore();
  useTabTitle("insights");
  if (!plan.hasInsights) {
    return <UpgradeNotice feature="insights" contactHref={hrefTo.support({ topic: "upgrade" })} />;
  }
  return <InsightsSection own={project} hrefOf={(query) => hrefTo.projectTab(project.slug, "insights", query)} />;
});
