import { observer } from "mobx-react-lite";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { ExpertsPanel } from "../../components/experts/ExpertsPanel.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { AsyncSection } from "../loading/AsyncSection.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useIssueExperts } from "./useIssueQueries.ts";
import { useOpenItem } from "../lists/useOpenItem.ts";

const ROWS = { count: 5, height: "4rem" };

/** The panel "Who": it loads, fails and is retried without the rest of the page. */
export const ExpertsSection = observer(function ExpertsSection({ slug, id }: { slug: string; id: string }) {
  const { experts } = useServices();
  const { plan } = useStore();
  const { t } = useTranslation("experts");
  // A refusal would redirect away from the issue, so a feature outside the plan is not requested.
  const isIncluded = plan.has("expert_recommender");
  const people = useIssueExperts(slug, id);
  const context = useQuery(isIncluded ? queryKeys.expertContext(slug, { issue: id }) : null, (signal) =>
    experts.context(slug, { issue: id }, signal),
  );
  const [openPerson, setOpenPerson] = useOpenItem("person", null);

  if (!isIncluded) {
    return (
      <PanelCard title={t("panel.title")}>
        <UpgradeNotice
          feature="expert_recommender"
          headingLevel={3}
          contactHref={hrefTo.support({ topic: "upgrade" })}
        />
      </PanelCard>
    );
  }
  return (
    <AsyncSection
      title={t("panel.title")}
      loading={t("panel.loading")}
      failed={t("failed")}
      note={t("panel.failedText")}
      rows={ROWS}
      query={people}
    >
      {(found) => (
        <ExpertsPanel
          experts={found}
          context={context.data}
          openPerson={openPerson}
          onOpenPerson={setOpenPerson}
          personHref={(person) => hrefTo.person(slug, person)}
          moreHref={hrefTo.projectTab(slug, "experts")}
          sourcesHref={hrefTo.projectTab(slug, "sources")}
        />
      )}
    </AsyncSection>
  );
});
