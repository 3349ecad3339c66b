import type { ReactNode } from "react";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { DrilldownCount } from "./DrilldownCount.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";
import { type RepositoryPath, TreemapAndTable } from "./TreemapAndTable.tsx";
import { useMapTiles } from "./useMapTiles.ts";

const LISTED = 30;

export interface HotspotsCardProps {
  /** By their score, the highest first. */
  hotspots: InsightViews["hotspots"];
  fileHref: (file: RepositoryPath & { readonly project: string }) => string;
  /** Opens the commits of a file. */
  onOpen: (file: RepositoryPath) => void;
  /** Next to the title. */
  actions?: ReactNode;
}

/** Files that change often and are large. */
export function HotspotsCard({ hotspots, fileHref, onOpen, actions }: HotspotsCardProps) {
  const { t, format } = useTranslation("insights");
  const { hotspotTiles } = useMapTiles();
  return (
    <InsightViewCard
      title={t("views.hotspots")}
      text={t("views.hotspotsText")}
      how={t("views.hotspotsHow")}
      isEmpty={hotspots.length === 0}
      actions={actions}
    >
      <TreemapAndTable name={t("views.hotspots")} tiles={hotspotTiles(hotspots)} onOpen={onOpen}>
        <thead>
          <tr>
            <th scope="col">{t("views.file")}</th>
            <th scope="col" data-align="end">
              {t("views.commits")}
            </th>
            <th scope="col" data-align="end">
              {t("views.people")}
            </th>
            <th scope="col" data-align="end">
              {t("views.lines")}
            </th>
          </tr>
        </thead>
        <tbody>
          {hotspots.slice(0, LISTED).map((spot) => (
            <tr key={`${spot.repository}:${spot.path}`}>
              <td>
                <a href={fileHref(spot)}>
                  <ForeignText text={spot.path} />
                </a>
              </td>
              <td data-align="end">
                <DrilldownCount count={spot.commits} name={spot.path} onOpen={() => onOpen(spot)} />
              </td>
              <td data-align="end">{format.number(spot.people)}</td>
              <td data-align="end">{format.number(spot.lines)}</td>
            </tr>
          ))}
        </tbody>
      </TreemapAndTable>
    </InsightViewCard>
  );
}
