import type { Report } from "../../../contract/insights/reports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { EditIcon, FolderOpenIcon, LogOutIcon, ShareIcon, TrashIcon } from "../ui/icons.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Table } from "../ui/Table.tsx";

export interface ReportListProps {
  reports: readonly Report[];
  /** Ids of those that are being sent or changed. */
  busy: ReadonlySet<string>;
  onArchive: (report: Report) => void;
  onOrder: (report: Report) => void;
  onEdit: (report: Report) => void;
  onLeave: (report: Report) => void;
  onDelete: (report: Report) => void;
}

/** The reports that the reader owns or receives, by name. */
export function ReportList({ reports, busy, onArchive, onOrder, onEdit, onLeave, onDelete }: ReportListProps) {
  const { t } = useTranslation("reports");
  return (
    <Table label={t("title")}>
      <thead>
        <tr>
          <th scope="col">{t("list.name")}</th>
          <th scope="col">{t("list.receivers")}</th>
          <th scope="col">{t("list.next")}</th>
          <th scope="col">{t("list.last")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("list.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map((one) => {
          const { name } = one;
          const isOwnOrReceived = one.is_mine || one.is_receiver;
          return (
            <tr key={one.id}>
              <td>
                <ForeignText text={name} />
                <br />
                <small>
                  {t(`every.${one.schedule.every}`)}
                  {one.page_name !== null && (
                    <>
                      {" · "}
                      <ForeignText text={one.page_name} />
                    </>
                  )}
                </small>
              </td>
              <td>{t("list.people", { count: one.receivers.filter((person) => !person.has_left).length })}</td>
              <td>
                {one.next_at === null ? (
                  t(one.owner === null ? "list.ownerGone" : "list.off")
                ) : (
                  <RelativeTime at={one.next_at} />
                )}
              </td>
              <td>
                {one.last === null ? (
                  t("list.never")
                ) : (
                  <>
                    {t(`states.${one.last.state}`)} <RelativeTime at={one.last.due_at} />
                    {one.last.detail !== null && <p>{one.last.detail}</p>}
                  </>
                )}
              </td>
              <td>
                {isOwnOrReceived && (
                  <>
                    <RowAction
                      icon={<FolderOpenIcon />}
                      name={t("list.archive", { name })}
                      onClick={() => onArchive(one)}
                    />
                    <RowAction
                      icon={<ShareIcon />}
                      name={t("list.order", { name })}
                      loading={busy.has(one.id)}
                      onClick={() => onOrder(one)}
                    />
                  </>
                )}
                {one.is_receiver && !one.can_manage && (
                  <RowAction icon={<LogOutIcon />} name={t("list.leave", { name })} onClick={() => onLeave(one)} />
                )}
                {one.can_manage && (
                  <>
                    <RowAction icon={<EditIcon />} name={t("list.edit", { name })} onClick={() => onEdit(one)} />
                    <RowAction icon={<TrashIcon />} name={t("list.delete", { name })} onClick={() => onDelete(one)} />
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
