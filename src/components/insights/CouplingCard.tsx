import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { DrilldownCount } from "./DrilldownCount.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";
import type { RepositoryPath } from "./TreemapAndTable.tsx";

export interface CouplingCardProps {
  coupling: InsightViews["coupling"];
  fileHref: (file: RepositoryPath & { readonly project: string }) => string;
  /** Opens the commits that changed both files. */
  onOpen: (pair: InsightViews["coupling"][number]) => void;
}

/** Files that change together. */
export function CouplingCard({ coupling, fileHref, onOpen }: CouplingCardProps) {
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  return (
    <InsightViewCard
      title={t("views.coupling")}
      text={t("views.couplingText")}
      how={t("views.couplingHow")}
      isEmpty={coupling.length === 0}
    >
      <Table label={tCharts("table.label", { name: t("views.coupling") })} maxHeight="22rem" isFixed>
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
          {coupling.map((pair) => {
            const { repository, project, a, b, together, share } = pair;
            return (
              <tr key={`${repository}:${a}:${b}`}>
                {[a, b].map((path) => (
                  <td key={path}>
                    <a href={fileHref({ project, repository, path })}>
                      <ForeignText text={path} />
                    </a>
                  </td>
                ))}
                <td data-align="end">
                  <DrilldownCount count={together} name={t("views.pair", { a, b })} onOpen={() => onOpen(pair)} />
                </td>
                <td data-align="end">{format.percent(share)}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </InsightViewCard>
  );
}
