import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import type { QuerySent } from "../../../contract/callTypes.ts";
import type { ExportTable } from "../../../contract/insights/exportTables.ts";
import { ExportForm, type ExportChoice } from "../../components/company/ExportForm.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { adminCompany } from "./ownCompany.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { companyId: (await adminCompany(context.get(appContext), request.signal)).id };
}

/** Tables of projects as files, for the Admins of a company. A company exports one file at a time, so they follow one another. */
export const Component = observer(function ExportTab() {
  const { companies, projects } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("exports");
  const formatError = useErrorMessage();
  const list = useQuery(queryKeys.projects(), (signal) => projects.list(signal));
  const [running, setRunning] = useState<ExportTable | "archive" | null>(null);
  const load = useMutation((table: ExportTable | "archive", query: QuerySent<"exportTable">) =>
    table === "archive" ? companies.exportArchive(query) : companies.exportTable(table, query),
  );
  const save = async ({ tables, project, format, since }: ExportChoice): Promise<void> => {
    for (const table of tables === "archive" ? (["archive"] as const) : tables) {
      setRunning(table);
      const query = {
        format,
        project: project === null ? [] : [project],
        ...(since !== null && { since: `${since}T00:00:00Z` }),
      };
      const { data } = await load.mutate(table, query);
      if (data === null) break;
      const name = table === "archive" ? "clew-tables.zip" : `clew-${table}.${format}`;
      downloadFile(data, name, "application/octet-stream");
      notifications.show(t("saved", { name }));
    }
    setRunning(null);
  };
  return (
    <Section title={t("title")} headingLevel={2} lead={t("lead")}>
      <AsyncContent
        query={list}
        failed={t("projectsFailed")}
        loading={<Skeleton shape="rows" count={6} height="2.5rem" />}
      >
        {(loaded) => (
          <ExportForm
            projects={loaded}
            running={running}
            failure={load.error && formatError(load.error)}
            onExport={(choice) => void save(choice)}
          />
        )}
      </AsyncContent>
    </Section>
  );
});
