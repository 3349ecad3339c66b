import { ARCHIVE_FORMATS, type ArchiveFormat } from "../../../contract/insights/reportRules.ts";
import type { ReportRun } from "../../../contract/insights/reports.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowAction } from "../patterns/RowAction.tsx";
import { DownloadIcon } from "../ui/icons.ts";
import { Table } from "../ui/Table.tsx";

export interface ReportArchiveProps {
  runs: readonly ReportRun[];
  /** PDF and PNG can be made. */
  hasBrowser: boolean;
  /** The id of a run and the format of what is being loaded, separated by a space. */
  busy: ReadonlySet<string>;
  onFile: (run: ReportRun, format: ArchiveFormat) => void;
}

/** What the reader was sent of a report, the newest first. */
export function ReportArchive({ runs, hasBrowser, busy, onFile }: ReportArchiveProps) {
  const { t, format: formats } = useTranslation("reports");
  const kinds = ARCHIVE_FORMATS.filter((format) => hasBrowser || (format !== "pdf" && format !== "png"));
  return (
    <Table label={t("archive.title")}>
      <thead>
        <tr>
          <th scope="col">{t("archive.time")}</th>
          <th scope="col">{t("archive.state")}</th>
          <th scope="col">{t("archive.files")}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => {
          const time = formats.dateTime(run.due_at);
          return (
            <tr key={run.id}>
              <td>{time}</td>
              <td>
                {t(`states.${run.state}`)}
                {run.detail !== null && <p>{run.detail}</p>}
              </td>
              <td>
                {(run.state === "sent" || run.state === "kept") &&
                  kinds.map((format) => (
                    <RowAction
                      key={format}
                      icon={<DownloadIcon />}
                      text={format.toUpperCase()}
                      name={t("archive.file", { format: format.toUpperCase(), time })}
                      loading={busy.has(`${run.id} ${format}`)}
                      onClick={() => onFile(run, format)}
                    />
                  ))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
