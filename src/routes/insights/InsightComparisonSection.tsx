import { useId, useState } from "react";
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

/** A request for each: more columns would not fit next to each other. */
const MAX_MEMBERS = 6;

export interface InsightComparisonSectionProps {
  choice: InsightChoice;
  options: InsightOptions;
  /** Null: several projects are compared; otherwise the sources of this one. */
  slug: string | null;
  /** The page for one of them. */
  hrefOf: (choice: InsightChoice) => string;
}

interface Member {
  readonly id: string;
  readonly name: string;
  readonly choice: InsightChoice;
  /** The kind of source whose filter does not narrow metrics of the other. */
  readonly without: "tracker" | "repository" | null;
}

/** Projects next to each other, or the sources of a project, on demand. */
export function InsightComparisonSection({ choice, options, slug, hrefOf }: InsightComparisonSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const members = membersOf(choice, options, slug);
  const choices = members.map((member) => member.choice);
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
          <AsyncContent query={query} failed={t("failed")} loading={<Skeleton shape="rows" count={8} />}>
            {(each) => (
              <InsightComparison
                members={members.flatMap(({ id, name, choice: own, without }, i) => {
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

function membersOf(choice: InsightChoice, options: InsightOptions, slug: string | null): Member[] {
  const isChosen = (chosen: readonly string[], id: string): boolean => chosen.length === 0 || chosen.includes(id);
  if (slug === null) {
    return options.projects
      .filter((one) => isChosen(choice.project, one.slug))
      .map(({ slug: id, name }): Member => ({ id, name, choice: { ...choice, project: [id] }, without: null }))
      .slice(0, MAX_MEMBERS);
  }
  const repositories = options.repositories
    .filter(({ id }) => isChosen(choice.repository, id))
    .map(({ id, name }): Member => ({ id, name, choice: { ...choice, repository: [id] }, without: "tracker" }));
  const trackers = options.trackers
    .filter(({ id }) => isChosen(choice.tracker, id))
    .map(({ id, name }): Member => ({ id, name, choice: { ...choice, tracker: [id] }, without: "repository" }));
  return [...(repositories.length > 1 ? repositories : []), ...(trackers.length > 1 ? trackers : [])].slice(
    0,
    MAX_MEMBERS,
  );
}
