import type { KnowledgeMap } from "../../../contract/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./KnowledgeStats.module.css";

export interface KnowledgeStatsProps {
  map: Pick<KnowledgeMap, "files" | "islands" | "orphans" | "truck_factor">;
}

/** How much of the project depends on single people, each number with an explanation. */
export function KnowledgeStats({ map: { files, islands, orphans, truck_factor } }: KnowledgeStatsProps) {
  const { t, format } = useTranslation("experts");
  const share = (count: number) => `${format.number(count)} (${format.percent(count / (files || 1))})`;
  return (
    <dl className={styles.numbers}>
      <div>
        <dt>{t("numbers.files")}</dt>
        <dd>{format.number(files)}</dd>
      </div>
      <div>
        <dt>{t("numbers.islands")}</dt>
        <dd>
          {share(islands)}
          <span className={styles.text}>{t("holdingText.island")}</span>
        </dd>
      </div>
      <div>
        <dt>{t("numbers.orphans")}</dt>
        <dd>
          {share(orphans)}
          <span className={styles.text}>{t("holdingText.orphan")}</span>
        </dd>
      </div>
      <div className={styles.wide}>
        <dt>{t("numbers.truck")}</dt>
        <dd>
          {format.number(truck_factor.count)}
          {truck_factor.count > 0 && (
            <span className={styles.text}>
              {t("numbers.truckText", { names: format.list(truck_factor.people.map(({ name }) => name)) })}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}
