import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Treemap } from "../charts/Treemap.tsx";
import { NothingInPeriod } from "./NothingInPeriod.tsx";
import { useMapTiles } from "./useMapTiles.ts";

type HotspotPlace = InsightViews["hotspots"][number];
type FolderPlace = InsightViews["knowledge"][number];

export interface MapFigureProps {
  /** What the map shows; the other one is null. */
  hotspots: InsightViews["hotspots"] | null;
  knowledge: InsightViews["knowledge"] | null;
  /** How many people may leave before half of the files have no expert; null where it is not known. */
  truckFactor: InsightViews["truck_factor"];
  fileHref: (file: HotspotPlace) => string;
  mapHref: (folder: FolderPlace) => string;
}

/** A map of Insights without a frame of its own; each tile leads to what it is about. */
export function MapFigure({ hotspots, knowledge, truckFactor, fileHref, mapHref }: MapFigureProps) {
  const { t } = useTranslation("insights");
  const { hotspotTiles, folderTiles } = useMapTiles();
  const tiles = [
    ...hotspotTiles(hotspots ?? []).map((tile, at) => withHref(tile, hotspots?.[at], fileHref)),
    ...folderTiles(knowledge ?? []).map((tile, at) => withHref(tile, knowledge?.[at], mapHref)),
  ];
  if (tiles.length === 0) return <NothingInPeriod />;
  return (
    <>
      {truckFactor !== null && <p>{t("views.truck", { count: truckFactor })}</p>}
      <Treemap label={t(hotspots ? "views.hotspots" : "views.knowledge")} tiles={tiles} />
    </>
  );
}

const withHref = <Tile, Place>(tile: Tile, place: Place | undefined, hrefOf: (place: Place) => string) => ({
  ...tile,
  ...(place !== undefined && { href: hrefOf(place) }),
});
