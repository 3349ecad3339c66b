import type { KnowledgeMap } from "../../../contract/people/experts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";
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
        <Text as="dt" size="small" tone="muted">
          {t("numbers.files")}
        </Text>
        <dd>{format.number(files)}</dd>
      </div>
      <div>
        <Text as="dt" size="small" tone="muted">
          {t("numbers.islands")}
        </Text>
        <dd>
          {share(islands)}
          <Text tone="muted" className={styles.text}>
            {t("holdingText.island")}
          </Text>
        </dd>
      </div>
      <div>
        <Text as="dt" size="small" tone="muted">
          {t("numbers.orphans")}
        </Text>
        <dd>
          {share(orphans)}
          <Text tone="muted" className={styles.text}>
            {t("holdingText.orphan")}
          </Text>
        </dd>
      </div>
      <div className={styles.wide}>
        <Text as="dt" size="small" tone="muted">
          {t("numbers.truck")}
        </Text>
        <dd>
          {format.number(truck_factor.count)}
          {truck_factor.count > 0 && (
            <Text tone="muted" className={styles.text}>
              {t("numbers.truckText", { names: format.list(truck_factor.people.map(({ name }) => name)) })}
            </Text>
          )}
        </dd>
      </div>
    </dl>
  );
}
