import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";

const DRAWN = 60;

/** The tiles of the two maps of Insights: files that change often, and folders by who knows them. */
export function useMapTiles() {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const hotspotTiles = (hotspots: InsightViews["hotspots"]) =>
    hotspots.slice(0, DRAWN).map((spot) => ({
      id: `${spot.repository}:${spot.path}`,
      repository: spot.repository,
      path: spot.path,
      size: spot.lines,
      heat: Math.sqrt(spot.score),
      description: t("views.hotspot", {
        path: spot.path,
        commits: format.number(spot.commits),
        people: format.number(spot.people),
        lines: format.number(spot.lines),
      }),
    }));
  const folderTiles = (knowledge: InsightViews["knowledge"]) =>
    knowledge.map((folder) => ({
      id: `${folder.repository}:${folder.path}`,
      repository: folder.repository,
      path: folder.path,
      size: folder.files,
      // A folder without any expert is as hot as one that a single person holds.
      heat: folder.state === "orphan" ? 1 : folder.share,
      description: t("views.folderTile", {
        path: folder.path,
        files: format.number(folder.files),
        owner: folder.owner ?? tCharts("table.gap"),
        share: format.percent(folder.share),
        state: t(`views.states.${folder.state}`),
      }),
    }));
  return { hotspotTiles, folderTiles };
}
