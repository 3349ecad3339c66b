import type { DashboardEntry } from "../../../contract/insights/dashboards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Table } from "../ui/Table.tsx";
import { RowAction } from "../patterns/RowAction.tsx";
import { TrashIcon } from "../ui/icons.ts";

export interface DashboardListProps {
  dashboards: readonly DashboardEntry[];
  hrefOf: (id: string) => string;
  /** Ids of those that are being deleted. */
  busy: ReadonlySet<string>;
  onDelete: (dashboard: DashboardEntry) => void;
}

/** The dashboards that the reader sees, by name. */
export function DashboardList({ dashboards, hrefOf, busy, onDelete }: DashboardListProps) {
  const { t } = useTranslation("dashboards");
  return (
    <Table label={t("title")}>
      <thead>
        <tr>
          <th scope="col">{t("list.name")}</th>
          <th scope="col">{t("list.owner")}</th>
          <th scope="col">{t("list.sharing")}</th>
          <th scope="col">{t("list.changed")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("list.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {dashboards.map((one) => (
          <tr key={one.id}>
            <td>
              <a href={hrefOf(one.id)}>
                <ForeignText text={one.name} />
              </a>
            </td>
            <td>{one.is_mine ? t("list.you") : <ForeignText text={one.owner ?? t("list.gone")} />}</td>
            <td>{t(`sharing.${one.sharing}`)}</td>
            <td>
              <RelativeTime at={one.updated_at} />
            </td>
            <td>
              {one.can_manage && (
                <RowAction
                  icon={<TrashIcon />}
                  name={t("list.delete", { name: one.name })}
                  loading={busy.has(one.id)}
                  onClick={() => onDelete(one)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
