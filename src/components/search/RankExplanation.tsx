import type { SearchResult } from "../../../contract/search/search.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import styles from "./RankExplanation.module.css";

export interface RankExplanationProps {
  id: string;
  result: Pick<SearchResult, "parts" | "score">;
}

/** Scores are scaled so that the best result by words alone has 100 points: small numbers are hard to compare. */
const POINTS = 100;

/** The parts of a score, and their sum. */
export function RankExplanation({ id, result: { parts, score } }: RankExplanationProps) {
  const { t, format } = useTranslation("search");
  const points = (value: number) => format.number(Math.round(value * POINTS * 10) / 10);
  return (
    <div className={styles.why}>
      <Table id={id} size="small" label={t("why.caption")} caption={t("why.caption")}>
        <tbody>
          {parts.map(({ code, points: value }) => (
            <tr key={code}>
              <th scope="row">{t(`why.${code}`)}</th>
              <td data-align="end">{points(value)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("why.sum")}</th>
            <td data-align="end">{points(score)}</td>
          </tr>
        </tfoot>
      </Table>
    </div>
  );
}
