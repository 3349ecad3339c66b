import { type ReactNode, useId, useState } from "react";
import { comparedProjects, comparedSources } from "../../../contract/insights/comparedMembers.ts";
import type { InsightOptions } from "../../../contract/insights/insights.ts";
import { METRICS } from "../../../contract/insights/metrics.ts";
import { InsightComparison } from "../../components/insights/InsightComparison.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";

export interface InsightComparisonSectionProps {
  choice: InsightChoice;
  options: InsightOptions;
  /** Null: several projects are compared; otherwise the sources of this one. */
  slug: string | null;
  /** The page for one of them. */
  hrefOf: (choice: InsightChoice) => string;
  /** Next to what is compared. */
  actions: ReactNode;
}

/** Projects next to each other, or the sources of a project, on demand. */
export function InsightComparisonSection({ choice, options, slug, hrefOf, actions }: InsightComparisonSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const members =
    slug === null
      ? comparedProjects(options.projects, choice.project)
      : comparedSources({ repository: options.repositories, tracker: options.trackers }, choice);
  const choices = members.map(({ narrowed }): InsightChoice => ({ ...choice, ...narrowed }));
  const query = useQuery(
    isOpen && members.length > 1 ? insightKeys.insightComparison(choices) : null,
    (signal) => insights.seriesOfEach(choices, signal),
    { isLive: true },
  );
  if (members.length < 2) return null;
  return (
    <section>
      <DisclosureButton isOpen={isOpen} controls={id} variant="link" onToggle={() => setIsOpen(!isOpen)}>
        {t(slug === null ? "comparison.projects" : "comparison.sources")}
      </DisclosureButton>
      {isOpen && (
        <div id={id}>
          {actions}
          <AsyncContent query={query} failed={t("failed")} loading={<Skeleton shape="rows" count={8} />}>
            {(each) => (
              <InsightComparison
                members={members.flatMap(({ id, name, without }, i) => {
                  const own = choices[i] ?? choice;
                  const changes = each[i]?.changes.filter(({ metric }) => METRICS[metric].needs !== without);
                  return changes
                    ? [{ id, name, href: hrefOf(own), changes, targets: slug === null ? (each[i]?.targets ?? []) : [] }]
                    : [];
                })}
              />
            )}
          </AsyncContent>
        </div>
      )}
    </section>
  );
}
