import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { FoldPanel } from "../../components/patterns/FoldPanel.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { IssuePanel } from "./IssuePanel.tsx";
import { ISSUE_PANELS } from "./issuePanels.ts";
import { useExpertContext, useIssueExperts } from "./useIssueQueries.ts";
import { useOpenItem } from "../lists/useOpenItem.ts";
import { useShortNames } from "./useShortNames.ts";

const ExpertsPanel = lazyComponent(() => import("../../components/experts/ExpertsPanel.tsx"), "ExpertsPanel");
const UpgradeNotice = lazyComponent(() => import("../../components/company/UpgradeNotice.tsx"), "UpgradeNotice");

/** The panel "Who": it loads, fails and is retried without the rest of the page. */
export const ExpertsSection = observer(function ExpertsSection({ slug, id }: { slug: string; id: string }) {
  const { plan } = useStore();
  const { t } = useTranslation("experts");
  const people = useIssueExperts(slug, id);
  const context = useExpertContext(slug, id);
  const [openPerson, setOpenPerson] = useOpenItem("person", null);
  const names = useShortNames();

  if (!plan.has("expert_recommender")) {
    const contactHref = hrefTo.support({ topic: "upgrade" });
    return (
      <FoldPanel
        title={t("panel.title")}
        summary={
          <Suspense>
            <UpgradeNotice feature="expert_recommender" headingLevel={3} contactHref={contactHref} />
          </Suspense>
        }
      />
    );
  }
  return (
    <IssuePanel
      id={ISSUE_PANELS.people}
      title={t("panel.title")}
      loading={t("panel.loading")}
      failed={t("failed")}
      note={t("panel.failedText")}
      query={people}
      summary={(found) =>
        found.length > 0
          ? names(found.map(({ person }) => person.name))
          : t(context.data?.as_of === null ? "empty.title" : "empty.noneTitle")
      }
      isInitiallyOpen={() => openPerson !== null}
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
    </IssuePanel>
  );
});
