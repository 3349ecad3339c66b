import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PathText } from "../ui/PathText.tsx";
import { Table } from "../ui/Table.tsx";
import { DrilldownCount } from "./DrilldownCount.tsx";
import { NothingInPeriod } from "./NothingInPeriod.tsx";
import styles from "./CouplingTable.module.css";
import type { RepositoryPath } from "./TreemapAndTable.tsx";

export interface CouplingTableProps {
  coupling: InsightViews["coupling"];
  fileHref: (file: RepositoryPath & { readonly project: string }) => string;
  /** Opens the commits that changed both files; omitted: the number is no button. */
  onOpen?: (pair: InsightViews["coupling"][number]) => void;
  /** Omitted: all rows are in view. */
  maxHeight?: string;
}

/** Pairs of files that change together. */
export function CouplingTable({ coupling, fileHref, onOpen, maxHeight }: CouplingTableProps) {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  if (coupling.length === 0) return <NothingInPeriod />;
  return (
    <Table label={tCharts("table.label", { name: t("views.coupling") })} maxHeight={maxHeight} isFixed>
      <thead>
        <tr>
          <th scope="col" className={styles.files}>
            {t("views.files")}
          </th>
          <th scope="col" data-align="end">
            {t("views.together")}
          </th>
          <th scope="col" data-align="end">
            {t("views.share")}
          </th>
        </tr>
      </thead>
      <tbody>
        {coupling.map((pair) => {
          const { repository, project, a, b, together, share } = pair;
          return (
            <tr key={`${repository}:${a}:${b}`}>
              <td>
                {[a, b].map((path) => (
                  <div key={path}>
                    <a href={fileHref({ project, repository, path })}>
                      <PathText path={path} />
                    </a>
                  </div>
                ))}
              </td>
              <td data-align="end">
                {onOpen ? (
                  <DrilldownCount count={together} name={t("views.pair", { a, b })} onOpen={() => onOpen(pair)} />
                ) : (
                  format.number(together)
                )}
              </td>
              <td data-align="end">{format.percent(share)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
