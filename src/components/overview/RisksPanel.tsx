import type { ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Overview } from "../../../contract/overview.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { OverviewList } from "./OverviewList.tsx";
import { OverviewRow } from "./OverviewRow.tsx";

/** A place in a repository or a wiki. */
export interface OverviewPlace {
  readonly source: string;
  readonly path: string;
}

export interface RisksPanelProps extends Pick<Overview, "knowledge" | "hotspots" | "outdated"> {
  /** The code at a place. */
  codeHref: (place: OverviewPlace) => string;
  /** Null where the reader's plan has no documents. */
  pageHref: ((place: OverviewPlace) => string) | null;
  /** All pages, the outdated ones marked; null where the reader's plan has none. */
  documentsHref: string | null;
  personHref: (person: Person) => string;
  mapHref: string;
  insightsHref: string;
  /** Next to the title of a list. */
  actionOf?: (list: "knowledge" | "hotspots" | "outdated", title: string) => ReactNode;
}

/** The folder of `folder/*`. */
const folderOf = (path: string): string => path.replace(/\/?\*$/, "");

/** What may go wrong: code that one person knows, code that is changed and fixed often, pages that the code has left behind. */
export function RisksPanel({
  knowledge,
  hotspots,
  outdated,
  codeHref,
  pageHref,
  documentsHref,
  personHref,
  mapHref,
  insightsHref,
  actionOf,
}: RisksPanelProps) {
  const { t, format } = useTranslation("overview");
  const areas = knowledge?.areas ?? [];
  const spots = hotspots ?? [];
  const pages = outdated?.worst ?? [];
  if (areas.length + spots.length + pages.length === 0) return null;
  const codeLink = (source: string, path: string) => (
    <a href={codeHref({ source, path: folderOf(path) })}>
      {path === "" || path === "*" ? t("risks.root") : <ForeignText text={path} />}
    </a>
  );
  const personLink = (person: Person | null | undefined) =>
    person && <PersonName name={person.name} href={personHref(person)} />;
  const owners = new Set(areas.map(({ person }) => person?.id));
  const isOnePersons = knowledge !== null && knowledge.islands === knowledge.files && owners.size === 1;
  const formatFiles = (count: number): string => t("risks.files", { count, formatted: format.number(count) });
  return (
    <PanelCard title={t("risks.title")}>
      {areas.length > 0 && knowledge && (
        <OverviewList
          title={t("risks.knowledge")}
          count={t("risks.ofFiles", {
            share: format.percent((knowledge.islands + knowledge.orphans) / Math.max(1, knowledge.files)),
          })}
          href={mapHref}
          hint={t("risks.knowledgeHint")}
          actions={actionOf?.("knowledge", t("risks.knowledge"))}
        >
          {isOnePersons ? (
            <OverviewRow>
              <Sentence text={t("risks.everything")} parts={{ name: personLink(areas[0]?.person) }} />
            </OverviewRow>
          ) : (
            areas.map(({ repository, path, files, holding, person }) => (
              <OverviewRow
                key={`${repository}:${path}`}
                detail={
                  holding === "orphan" ? (
                    t("risks.noOne", { files: formatFiles(files) })
                  ) : (
                    <Sentence
                      text={t("risks.only", { files: formatFiles(files) })}
                      parts={{ name: personLink(person) }}
                    />
                  )
                }
              >
                {codeLink(repository, path)}
              </OverviewRow>
            ))
          )}
        </OverviewList>
      )}
      {spots.length > 0 && (
        <OverviewList
          title={t("risks.hotspots")}
          href={insightsHref}
          hint={t("risks.hotspotsHint")}
          actions={actionOf?.("hotspots", t("risks.hotspots"))}
        >
          {spots.map(({ repository, path, changes, fixes }) => (
            <OverviewRow
              key={`${repository}:${path}`}
              detail={t("risks.changed", { changes: format.number(changes), fixes: format.number(fixes) })}
            >
              {codeLink(repository, path)}
            </OverviewRow>
          ))}
        </OverviewList>
      )}
      {pages.length > 0 && outdated && (
        <OverviewList
          title={t("risks.outdated")}
          count={format.number(outdated.pages)}
          href={documentsHref}
          hint={t("risks.outdatedHint")}
          actions={actionOf?.("outdated", t("risks.outdated"))}
        >
          {pages.map(({ source, path, references }) => (
            <OverviewRow
              key={`${source}:${path}`}
              detail={t("risks.names", { count: references, formatted: format.number(references) })}
            >
              {pageHref === null ? (
                <span>
                  <ForeignText text={path} />
                </span>
              ) : (
                <a href={pageHref({ source, path })}>
                  <ForeignText text={path} />
                </a>
              )}
            </OverviewRow>
          ))}
        </OverviewList>
      )}
    </PanelCard>
  );
}
