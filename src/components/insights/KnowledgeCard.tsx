import type { ReactNode } from "react";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { DrilldownCount } from "./DrilldownCount.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";
import { type RepositoryPath, TreemapAndTable } from "./TreemapAndTable.tsx";
import { useMapTiles } from "./useMapTiles.ts";

export interface KnowledgeCardProps {
  knowledge: InsightViews["knowledge"];
  /** How many people may leave before half of the folders have no expert; null where it is not known. */
  truckFactor: InsightViews["truck_factor"];
  /** The knowledge map of the project. */
  mapHref: (folder: InsightViews["knowledge"][number]) => string;
  /** The page of a person of a project. */
  personHref: (project: string, person: { readonly id: string; readonly name: string }) => string;
  /** Opens the experts of a folder. */
  onOpen: (folder: RepositoryPath) => void;
  /** Next to the title. */
  actions?: ReactNode;
}

/** Folders and who knows them. */
export function KnowledgeCard({ knowledge, truckFactor, mapHref, personHref, onOpen, actions }: KnowledgeCardProps) {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const { folderTiles } = useMapTiles();
  const ownerOf = ({ project, owner: name, owner_id: id }: InsightViews["knowledge"][number]) => {
    if (name === null) return tCharts("table.gap");
    return <PersonName name={name} href={id && personHref(project, { id, name })} isUnderlined={false} />;
  };
  return (
    <InsightViewCard
      title={t("views.knowledge")}
      text={t("views.knowledgeText")}
      how={t("views.knowledgeHow")}
      isEmpty={knowledge.length === 0}
      actions={actions}
    >
      {truckFactor !== null && <p>{t("views.truck", { count: truckFactor })}</p>}
      <TreemapAndTable name={t("views.knowledge")} tiles={folderTiles(knowledge)} onOpen={onOpen}>
        <thead>
          <tr>
            <th scope="col">{t("views.folder")}</th>
            <th scope="col" data-align="end">
              {t("views.files")}
            </th>
            <th scope="col">{t("views.owner")}</th>
            <th scope="col" data-align="end">
              {t("views.share")}
            </th>
            <th scope="col">{t("views.state")}</th>
          </tr>
        </thead>
        <tbody>
          {knowledge.map((folder) => (
            <tr key={`${folder.repository}:${folder.path}`}>
              <td>
                <a href={mapHref(folder)}>
                  <ForeignText text={folder.path} />
                </a>
              </td>
              <td data-align="end">
                <DrilldownCount count={folder.files} name={folder.path} onOpen={() => onOpen(folder)} />
              </td>
              <td>{ownerOf(folder)}</td>
              <td data-align="end">{format.percent(folder.share)}</td>
              <td>{t(`views.states.${folder.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </TreemapAndTable>
    </InsightViewCard>
  );
}
