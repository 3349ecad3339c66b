import type { ReactNode } from "react";
import type { InsightViews } from "../../../contract/insights.ts";
import { type TreemapTile, Treemap } from "../../components/charts/Treemap.tsx";
import { Disclosure } from "../../components/ui/Disclosure.tsx";
import { Table } from "../../components/ui/Table.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { hrefTo } from "../paths.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import { Button } from "../../components/ui/Button.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InsightsSection.module.css";

export interface CodeChartProps {
  views: InsightViews;
  onOpen: (point: OpenPoint) => void;
}

const DRAWN = 60;
const LISTED = 30;

interface CountProps {
  n: number;
  /** What the number counts. */
  name: string;
  onOpen: () => void;
}

/** A number that opens its drill-down. */
function Count({ n, name, onOpen }: CountProps) {
  const { t, format } = useTranslation("charts");
  return (
    <Button
      variant="minimal"
      size="small"
      text={format.number(n)}
      aria-label={t("table.open", { count: n, name })}
      onClick={onOpen}
    />
  );
}

/** The method behind a view, on demand. */
function How({ text }: { text: string }) {
  const { t } = useTranslation("insights");
  return (
    <Disclosure variant="quiet" summary={t("card.how")}>
      {text}
    </Disclosure>
  );
}

interface Place extends TreemapTile {
  readonly repository: string;
}

interface TilesAndTableProps {
  name: string;
  tiles: readonly Place[];
  onOpen: (place: Place) => void;
  /** The head and body of the table. */
  children: ReactNode;
}

/** A treemap by size and heat, and the same data in a table next to it. */
function TilesAndTable({ name, tiles, onOpen, children }: TilesAndTableProps) {
  const { t } = useTranslation("charts");
  return (
    <div className={styles.sides}>
      <Treemap
        label={name}
        tiles={tiles}
        onOpen={({ id }) => {
          const tile = tiles.find((one) => one.id === id);
          if (tile) onOpen(tile);
        }}
      />
      <Table label={t("table.label", { name })} maxHeight="22rem">
        {children}
      </Table>
    </div>
  );
}

/** Files that change often and are large. */
export function Hotspots({ views: { hotspots }, onOpen }: CodeChartProps) {
  const { t, format } = useTranslation("insights");
  const open = ({ repository, path }: { readonly repository: string; readonly path: string }) =>
    onOpen({ kind: "view", view: "hotspot", at: [repository, path] });
  const tiles = hotspots.slice(0, DRAWN).map((spot) => ({
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
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-hotspots">
      <h3 id="insights-hotspots">{t("views.hotspots")}</h3>
      <Text as="p" size="small" tone="muted" className={styles.text}>
        {hotspots.length === 0 ? t("views.none") : t("views.hotspotsText")}
      </Text>
      <How text={t("views.hotspotsHow")} />
      {hotspots.length > 0 && (
        <TilesAndTable name={t("views.hotspots")} tiles={tiles} onOpen={open}>
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
                  <a href={hrefTo.code(spot.project, spot)}>{spot.path}</a>
                </td>
                <td data-align="end">
                  <Count n={spot.commits} name={spot.path} onOpen={() => open(spot)} />
                </td>
                <td data-align="end">{format.number(spot.people)}</td>
                <td data-align="end">{format.number(spot.lines)}</td>
              </tr>
            ))}
          </tbody>
        </TilesAndTable>
      )}
    </section>
  );
}

/** Folders and who knows them. */
export function Knowledge({ views: { knowledge, truck_factor }, onOpen }: CodeChartProps) {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const open = ({ repository, path }: { readonly repository: string; readonly path: string }) =>
    onOpen({ kind: "view", view: "folder", at: [repository, path] });
  const tiles = knowledge.map((folder) => ({
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
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-knowledge">
      <h3 id="insights-knowledge">{t("views.knowledge")}</h3>
      <Text as="p" size="small" tone="muted" className={styles.text}>
        {knowledge.length === 0 ? t("views.none") : t("views.knowledgeText")}
      </Text>
      <How text={t("views.knowledgeHow")} />
      {truck_factor !== null && <p>{t("views.truck", { count: truck_factor })}</p>}
      {knowledge.length > 0 && (
        <TilesAndTable name={t("views.knowledge")} tiles={tiles} onOpen={open}>
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
                  <a href={hrefTo.projectTab(folder.project, "experts", { view: "map" })}>{folder.path}</a>
                </td>
                <td data-align="end">
                  <Count n={folder.files} name={folder.path} onOpen={() => open(folder)} />
                </td>
                <td>{folder.owner ?? tCharts("table.gap")}</td>
                <td data-align="end">{format.percent(folder.share)}</td>
                <td>{t(`views.states.${folder.state}`)}</td>
              </tr>
            ))}
          </tbody>
        </TilesAndTable>
      )}
    </section>
  );
}

/** Files that change together. */
export function Coupling({ views: { coupling }, onOpen }: CodeChartProps) {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-coupling">
      <h3 id="insights-coupling">{t("views.coupling")}</h3>
      <Text as="p" size="small" tone="muted" className={styles.text}>
        {coupling.length === 0 ? t("views.none") : t("views.couplingText")}
      </Text>
      <How text={t("views.couplingHow")} />
      {coupling.length > 0 && (
        <Table label={tCharts("table.label", { name: t("views.coupling") })} maxHeight="22rem">
          <thead>
            <tr>
              <th scope="col">{t("views.file")}</th>
              <th scope="col">{t("views.with")}</th>
              <th scope="col" data-align="end">
                {t("views.together")}
              </th>
              <th scope="col" data-align="end">
                {t("views.share")}
              </th>
            </tr>
          </thead>
          <tbody>
            {coupling.map(({ repository, project, a, b, together, share }) => (
              <tr key={`${repository}:${a}:${b}`}>
                {[a, b].map((path) => (
                  <td key={path}>
                    <a href={hrefTo.code(project, { repository, path })}>{path}</a>
                  </td>
                ))}
                <td data-align="end">
                  <Count
                    n={together}
                    name={t("views.pair", { a, b })}
                    onOpen={() => onOpen({ kind: "view", view: "coupling", at: [repository, a, b] })}
                  />
                </td>
                <td data-align="end">{format.percent(share)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
