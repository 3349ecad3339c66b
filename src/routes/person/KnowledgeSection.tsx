import { observer } from "mobx-react-lite";
import { TREND_DAYS } from "../../../contract/constants.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { DepartureImpactPanel } from "../../components/experts/DepartureImpactPanel.tsx";
import { PanelCard } from "../../components/patterns/PanelCard.tsx";
import { PersonAreas } from "../../components/persons/PersonAreas.tsx";
import { PersonPresence } from "../../components/persons/PersonPresence.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { personKeys } from "../../queries/personKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { hrefTo } from "../paths.ts";

export interface KnowledgeSectionProps {
  slug: string;
  person: Pick<Person, "id">;
  address: string;
  repositories: readonly { readonly id: string; readonly name: string }[];
}

/** Whether a person is there, what they know, and what would be lost with them; in plans that have experts. */
export const KnowledgeSection = observer(function KnowledgeSection(props: KnowledgeSectionProps) {
  const { plan } = useStore();
  return plan.has("expert_recommender") ? (
    <Knowledge {...props} />
  ) : (
    <UpgradeNotice feature="expert_recommender" contactHref={hrefTo.support({ topic: "upgrade" })} />
  );
});

function Knowledge({ slug, person, address, repositories }: KnowledgeSectionProps) {
  const { persons } = useServices();
  const { t } = useTranslation("persons");
  const knowledge = useQuery(
    personKeys.personKnowledge(slug, address),
    (signal) => persons.knowledge(slug, address, signal),
    { isLive: true },
  );
  const mapHref = (query: Record<string, string>) =>
    hrefTo.projectTab(slug, "experts", { view: "map", leave: person.id, ...query });
  return (
    <AsyncContent query={knowledge} failed={t("areas.failed")} loading={<Skeleton shape="rows" count={16} />}>
      {(data) => (
        <>
          <PersonPresence knowledge={data} />
          <PersonAreas
            knowledge={data}
            trendDays={TREND_DAYS}
            {...(repositories.length > 1 && {
              repositoryNames: Object.fromEntries(repositories.map(({ id, name }) => [id, name])),
            })}
            areaHref={({ path }) => hrefTo.projectTab(slug, "experts", { path: path.replace(/\/?\*$/, "") })}
            personHref={(one) => hrefTo.person(slug, one)}
          />
          {data.leaving && (
            <PanelCard
              title={t("leaving.title")}
              actions={
                <>
                  <a href={mapHref({})}>{t("map")}</a>
                  <LazyAddToDashboard
                    name={t("leaving.title")}
                    card={{ kind: "departure", title: null, project: slug, person: address }}
                  />
                </>
              }
            >
              <DepartureImpactPanel
                leaving={data.leaving}
                truckFactor={data.truck_factor}
                hrefOf={(repository, folder) => mapHref({ repository, folder })}
                personHref={(one) => hrefTo.person(slug, one)}
                hasHeading={false}
              />
            </PanelCard>
          )}
        </>
      )}
    </AsyncContent>
  );
}
