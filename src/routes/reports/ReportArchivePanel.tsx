import type { ArchiveFormat } from "../../../contract/insights/reportRules.ts";
import type { Report } from "../../../contract/insights/reports.ts";
import { ReportArchive } from "../../components/reports/ReportArchive.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { CrossIcon } from "../../components/ui/icons.ts";
import { Section } from "../../components/ui/Section.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface ReportArchivePanelProps {
  report: Report;
  hasBrowser: boolean;
  onClose: () => void;
}

const TYPES: Readonly<Record<ArchiveFormat, string>> = {
  html: "text/html;charset=utf-8",
  csv: "text/csv;charset=utf-8",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
};

/** What the user was sent of a report, as files. */
export function ReportArchivePanel({ report, hasBrowser, onClose }: ReportArchivePanelProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("reports");
  const formatError = useErrorMessage();
  const { last } = report;
  // With what is known of the newest run, so that the archive has a report as soon as the list says that it is made.
  const runs = useQuery(insightKeys.reportRuns(report.id, last && `${last.id} ${last.state}`), (signal) =>
    services.reports.runs(report.id, signal),
  );
  const file = useMutation(
    (runId: string, format: ArchiveFormat) => services.reports.file(report.id, runId, { format }),
    {
      onSuccess: (blob, _runId, format) => downloadFile(blob, `${report.name}.${format}`, TYPES[format]),
      onError: (error) => notifications.show(`${t("fileFailed")}. ${formatError(error).text}`, "error"),
    },
  );
  return (
    <Section
      headingLevel={2}
      title={t("archive.of", { name: report.name })}
      actions={<Button variant="minimal" icon={<CrossIcon />} text={t("archive.close")} onClick={onClose} />}
    >
      <AsyncContent query={runs} failed={t("archive.failed")}>
        {(list) =>
          list.length === 0 ? (
            <p>{t("archive.empty")}</p>
          ) : (
            <ReportArchive
              runs={list}
              hasBrowser={hasBrowser}
              busy={new Set(file.pending.map(([id, format]) => `${id} ${format}`))}
              onFile={(run, format) => void file.mutate(run.id, format)}
            />
          )
        }
      </AsyncContent>
    </Section>
  );
}
