import type { InsightViews } from "../../../contract/insights.ts";
import type { ChartBucket } from "../../components/Chart/chartData.ts";
import { HeatMap } from "../../components/Chart/HeatMap.tsx";
import { HotspotMap } from "../../components/Chart/HotspotMap.tsx";
import { ScatterChart } from "../../components/Chart/ScatterChart.tsx";
import { SeriesChart } from "../../components/Chart/SeriesChart.tsx";
import { FailedState } from "../../components/FailedState/FailedState.tsx";
import type { InsightChoice } from "../../components/InsightFilters/InsightFilters.tsx";
import { ScrollRegion } from "../../components/ScrollRegion/ScrollRegion.tsx";
import { Skeleton } from "../../components/Skeleton/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./InsightsView.module.css";

export interface InsightViewsPartProps {
  choice: InsightChoice;
  version: string;
}

/** What is no series: hotspots, coupling, who holds the code, when people work, how long each issue took. Waits and fails on its own. */
export function InsightViewsPart({ choice, version }: InsightViewsPartProps) {
  const { t } = useWords("insights");
  const { insights } = useServices();
  const wordFailure = useFailureText();
  const { note } = useInsightFormats();
  const { answer, failure, isLoading, retry } = useAnswer(JSON.stringify([choice, version]), (signal) =>
    insights.views(choice, signal),
  );
  if (failure) {
    return (
      <FailedState title={t("viewsFailed")} failure={wordFailure(failure)} isRetrying={isLoading} onRetry={retry} />
    );
  }
  if (answer === null) return <Skeleton shape="cards" count={4} height="16rem" />;
  return (
    <div className={`${styles.views} ${styles.cards}`}>
      <Control views={answer} />
      <LeadTimes views={answer} />
      <Hotspots views={answer} />
      <Knowledge views={answer} />
      <Coupling views={answer} />
      <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-activity">
        <h3 id="insights-activity">{t("views.activity")}</h3>
        <p className={styles.text}>{t("views.activityCommits")}</p>
        <HeatMap label={t("views.activityCommits")} counts={answer.activity.commits} />
        <p className={styles.text}>{t("views.activityIssues")}</p>
        <HeatMap label={t("views.activityIssues")} counts={answer.activity.issues} />
      </section>
      {answer.notes.map((one) => (
        <p key={one.code} className={`${styles.text} ${styles.wide}`}>
          {note(one)}
        </p>
      ))}
    </div>
  );
}

interface PartProps {
  views: InsightViews;
}

/** Number below which this part of the sorted numbers lies. */
const atPart = (sorted: readonly number[], part: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

function Control({ views: { control } }: PartProps) {
  const { t } = useWords("insights");
  const { hours } = useInsightFormats();
  const sorted = control.map((point) => point.hours).toSorted((a, b) => a - b);
  const guides = [
    { name: t("series.median"), value: atPart(sorted, 0.5) },
    { name: t("series.p90"), value: atPart(sorted, 0.9) },
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-control">
      <h3 id="insights-control">{t("views.control")}</h3>
      <p className={styles.text}>{control.length === 0 ? t("views.none") : t("views.controlText")}</p>
      {control.length > 0 && (
        <ScatterChart
          label={t("views.control")}
          points={control.map(({ id, project, key, title, closed_at, hours: value }) => ({
            id,
            title: `${key} ${title}`,
            at: Date.parse(closed_at),
            value,
            href: hrefTo.assistance(project, id),
          }))}
          guides={guides}
          form={hours}
        />
      )}
    </section>
  );
}

function LeadTimes({ views: { lead_times } }: PartProps) {
  const { t, format } = useWords("insights");
  const { hours } = useInsightFormats();
  const buckets = lead_times.map(({ from, to }): ChartBucket => {
    const name =
      to === null
        ? t("views.from", { from: hours.full(from) })
        : from === 0
          ? t("views.upTo", { to: hours.full(to) })
          : t("views.between", { from: hours.full(from), to: hours.full(to) });
    return { label: to === null ? `> ${hours.tick(from)}` : `≤ ${hours.tick(to)}`, name, isPartial: false };
  });
  const counts = lead_times.map(({ n }) => n);
  return (
    <section className={styles.card} aria-labelledby="insights-lead-times">
      <h3 id="insights-lead-times">{t("views.leadTimes")}</h3>
      <p className={styles.text}>{counts.every((n) => n === 0) ? t("views.none") : t("views.leadTimesText")}</p>
      {counts.some((n) => n > 0) && (
        <SeriesChart
          label={t("views.leadTimes")}
          kind="bar"
          buckets={buckets}
          series={[{ id: "n", name: t("series.value"), values: counts, n: counts }]}
          form={{ full: format.number, tick: format.compact }}
        />
      )}
    </section>
  );
}

function Hotspots({ views: { hotspots } }: PartProps) {
  const { t, format } = useWords("insights");
  const hrefOf = ({ project, repository, path }: (typeof hotspots)[number]) =>
    hrefTo.document(project, { source: repository, path });
  return (
    <section className={styles.card} aria-labelledby="insights-hotspots">
      <h3 id="insights-hotspots">{t("views.hotspots")}</h3>
      <p className={styles.text}>{hotspots.length === 0 ? t("views.none") : t("views.hotspotsText")}</p>
      {hotspots.length > 0 && (
        <>
          <HotspotMap
            label={t("views.hotspots")}
            tiles={hotspots.slice(0, 60).map((spot) => ({
              id: `${spot.repository}:${spot.path}`,
              path: spot.path,
              size: spot.lines,
              heat: Math.sqrt(spot.score),
              description: t("views.hotspot", {
                path: spot.path,
                commits: format.number(spot.commits),
                people: format.number(spot.people),
                lines: format.number(spot.lines),
              }),
              href: hrefOf(spot),
            }))}
          />
          <ScrollRegion label={t("table.label", { name: t("views.hotspots") })} maxHeight="22rem">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("views.file")}</th>
                  <th scope="col" className={styles.number}>
                    {t("views.commits")}
                  </th>
                  <th scope="col" className={styles.number}>
                    {t("views.people")}
                  </th>
                  <th scope="col" className={styles.number}>
                    {t("views.lines")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {hotspots.slice(0, 30).map((spot) => (
                  <tr key={`${spot.repository}:${spot.path}`}>
                    <td>
                      <a href={hrefOf(spot)}>{spot.path}</a>
                    </td>
                    <td className={styles.number}>{format.number(spot.commits)}</td>
                    <td className={styles.number}>{format.number(spot.people)}</td>
                    <td className={styles.number}>{format.number(spot.lines)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      )}
    </section>
  );
}

function Knowledge({ views: { knowledge, truck_factor } }: PartProps) {
  const { t, format } = useWords("insights");
  return (
    <section className={styles.card} aria-labelledby="insights-knowledge">
      <h3 id="insights-knowledge">{t("views.knowledge")}</h3>
      <p className={styles.text}>{knowledge.length === 0 ? t("views.none") : t("views.knowledgeText")}</p>
      {truck_factor !== null && <p>{t("views.truck", { count: truck_factor })}</p>}
      {knowledge.length > 0 && (
        <ScrollRegion label={t("table.label", { name: t("views.knowledge") })} maxHeight="22rem">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("views.folder")}</th>
                <th scope="col" className={styles.number}>
                  {t("views.files")}
                </th>
                <th scope="col">{t("views.owner")}</th>
                <th scope="col" className={styles.number}>
                  {t("views.share")}
                </th>
                <th scope="col">{t("views.state")}</th>
              </tr>
            </thead>
            <tbody>
              {knowledge.map((folder) => (
                <tr key={`${folder.repository}:${folder.path}`}>
                  <td>
                    <a href={hrefTo.project(folder.project, { tab: "experts", view: "map" })}>{folder.path}</a>
                  </td>
                  <td className={styles.number}>{format.number(folder.files)}</td>
                  <td>{folder.owner ?? t("table.gap")}</td>
                  <td className={styles.number}>{format.percent(folder.share)}</td>
                  <td>{t(`views.states.${folder.state}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

function Coupling({ views: { coupling } }: PartProps) {
  const { t, format } = useWords("insights");
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-coupling">
      <h3 id="insights-coupling">{t("views.coupling")}</h3>
      <p className={styles.text}>{coupling.length === 0 ? t("views.none") : t("views.couplingText")}</p>
      {coupling.length > 0 && (
        <ScrollRegion label={t("table.label", { name: t("views.coupling") })} maxHeight="22rem">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("views.file")}</th>
                <th scope="col">{t("views.with")}</th>
                <th scope="col" className={styles.number}>
                  {t("views.together")}
                </th>
                <th scope="col" className={styles.number}>
                  {t("views.share")}
                </th>
              </tr>
            </thead>
            <tbody>
              {coupling.map((pair) => (
                <tr key={`${pair.repository}:${pair.a}:${pair.b}`}>
                  {[pair.a, pair.b].map((path) => (
                    <td key={path}>
                      <a href={hrefTo.document(pair.project, { source: pair.repository, path })}>{path}</a>
                    </td>
                  ))}
                  <td className={styles.number}>{format.number(pair.together)}</td>
                  <td className={styles.number}>{format.percent(pair.share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
