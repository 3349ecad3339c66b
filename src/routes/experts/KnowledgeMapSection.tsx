import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { KnowledgeFolder, KnowledgeMap } from "../../../contract/people/experts.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { KnowledgeStats } from "../../components/experts/KnowledgeStats.tsx";
import { KnowledgeTable } from "../../components/experts/KnowledgeTable.tsx";
import { DepartureImpactPanel } from "../../components/experts/DepartureImpactPanel.tsx";
import { Select } from "../../components/ui/Select.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { hrefTo } from "../paths.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { folderAbove, type ExpertsState } from "./expertsUrl.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import styles from "./KnowledgeMapSection.module.css";

/** Uses d3's layout code, which only this view needs. */
const KnowledgeTreemap = lazyComponent(
  () => import("../../components/experts/KnowledgeTreemap.tsx"),
  "KnowledgeTreemap",
);

export interface KnowledgeMapSectionProps {
  slug: string;
  state: ExpertsState;
  repositories: Readonly<Record<string, string>>;
  hrefOf: (next: Partial<ExpertsState>) => string;
  onLeave: (id: string) => void;
}

/** Who holds what, as a treemap or as a table, and what is lost when a person leaves. */
export function KnowledgeMapSection({ slug, state, repositories, hrefOf, onLeave }: KnowledgeMapSectionProps) {
  const { t } = useTranslation("experts");
  const { experts } = useServices();
  const { repository, folder, leave, view } = state;
  const query = {
    repository: repository || undefined,
    folder: folder || undefined,
    leave: leave || undefined,
  };
  const map = useQuery(queryKeys.knowledgeMap(slug, query), (signal) => experts.map(slug, query, signal), {
    isLive: true,
  });
  const partHref = (part: KnowledgeFolder) =>
    part.opens
      ? hrefOf({ view, leave, repository: part.repository, folder: part.path })
      : hrefOf({ view: "people", path: part.path.replace(/\/?\*$/, "") });

  return (
    <AsyncContent query={map} failed={t("mapFailed")} loading={<Skeleton shape="cards" count={1} height="30rem" />}>
      {(data) => (
        <KnowledgeMapView
          data={data}
          isLoading={map.isLoading}
          slug={slug}
          state={state}
          repositories={repositories}
          hrefOf={hrefOf}
          partHref={partHref}
          onLeave={onLeave}
        />
      )}
    </AsyncContent>
  );
}

interface KnowledgeMapViewProps extends KnowledgeMapSectionProps {
  data: KnowledgeMap;
  isLoading: boolean;
  partHref: (part: KnowledgeFolder) => string;
}

function KnowledgeMapView({
  slug,
  state,
  repositories,
  hrefOf,
  partHref,
  onLeave,
  data,
  isLoading,
}: KnowledgeMapViewProps) {
  const { t } = useTranslation("experts");
  const { repository, folder, leave, view } = state;
  if (data.files === 0) {
    return (
      <EmptyState
        title={t("empty.title")}
        action={<LinkButton text={t("empty.action")} href={hrefTo.projectTab(slug, "sources")} />}
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  const several = Object.keys(repositories).length > 1 ? repositories : {};
  const options = data.people.filter(({ presence }) => presence !== "gone");
  const listed =
    data.leaving && !options.some(({ id }) => id === data.leaving?.person.id)
      ? [data.leaving.person, ...options]
      : options;
  return (
    <div className={styles.mapView} aria-busy={isLoading}>
      <h2 className="visually-hidden">{t("map.title")}</h2>
      <KnowledgeStats map={data} />
      <div className={styles.mapBar}>
        <nav className={styles.folders} aria-label={t("map.title")}>
          {folder === "" ? (
            <strong>{t("map.root")}</strong>
          ) : (
            <>
              <a href={hrefOf({ view, leave })}>{t("map.root")}</a>
              <a href={hrefOf({ view, leave, repository, folder: folderAbove(folder) })}>{t("map.up")}</a>
              <code>{folder}</code>
            </>
          )}
        </nav>
        <label className={styles.leave}>
          <span>{t("departure.label")}</span>
          <Select
            aria-label={t("departure.label")}
            value={leave}
            options={[
              { value: "", text: t("departure.none") },
              ...listed.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onValueChange={onLeave}
          />
        </label>
        {/* The card is about the whole project, as it is. */}
        {repository === "" && folder === "" && leave === "" && (
          <LazyAddToDashboard card={{ kind: "map", title: null, map: "knowledge", project: slug }} />
        )}
        {data.leaving && (
          <LazyAddToDashboard
            card={{ kind: "departure", title: null, project: slug, person: data.leaving.person.id }}
          />
        )}
      </div>
      {/* Above the map: it is the answer to the query, and the map is as tall as a window. */}
      {data.leaving && (
        <DepartureImpactPanel
          leaving={data.leaving}
          truckFactor={data.truck_factor.count}
          hrefOf={(at, path) => hrefOf({ view, leave, repository: at, folder: path })}
          personHref={(person) => hrefTo.person(slug, person)}
        />
      )}
      {data.folders.length === 0 ? (
        <EmptyState title={t("empty.pathTitle")}>{t("empty.pathText", { path: folder })}</EmptyState>
      ) : view === "table" ? (
        <KnowledgeTable
          map={data}
          folder={folder}
          hrefOf={partHref}
          personHref={(person) => hrefTo.person(slug, person)}
        />
      ) : (
        <Suspense fallback={<Skeleton shape="cards" count={1} height="27.5rem" />}>
          <KnowledgeTreemap map={data} folder={folder} hrefOf={partHref} repositoryNames={several} />
        </Suspense>
      )}
    </div>
  );
}
