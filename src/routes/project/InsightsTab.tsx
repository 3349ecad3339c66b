import { observer } from "mobx-react-lite";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { InsightsSection } from "../insights/InsightsSection.tsx";
import { hrefTo } from "../paths.ts";
import { usePartTitle, useProject } from "./useProject.ts";

/** The insights of one project. */
export const Component = observer(function InsightsTab() {
  const { project } = useProject();
  const { plan } = useStore();
  usePartTitle("insights");
  if (!plan.hasInsights) {
    return <UpgradeNotice feature="insights" contactHref={hrefTo.support({ topic: "upgrade" })} />;
  }
  return <InsightsSection own={project} hrefOf={(query) => hrefTo.projectTab(project.slug, "insights", query)} />;
});
