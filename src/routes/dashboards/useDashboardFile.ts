import { useState } from "react";
import { DASHBOARD_FILE } from "../../../contract/dashboardRules.ts";
import type { DashboardFile, DashboardPage } from "../../../contract/dashboards.ts";
import type { FormErrorInfo } from "../../components/patterns/FormError.tsx";
import { visibleCards } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { downloadFile } from "../downloads/downloadFile.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Bytes: more than forty cards with the longest texts have. */
const MOST_BYTES = 1_000_000;

/** Imports the file of a dashboard. The server says what is wrong with one that it refuses. */
export function useDashboardFile(onImported: (dashboard: DashboardPage) => void) {
  const services = useServices();
  const { t } = useTranslation("dashboards");
  const formatError = useErrorMessage();
  const [fault, setFault] = useState<string | null>(null);
  const send = useMutation((file: DashboardFile) => services.dashboards.importFile(file), {
    onSuccess: onImported,
  });
  const read = async (file: File): Promise<void> => {
    send.reset();
    setFault(file.size > MOST_BYTES ? t("tooLarge") : null);
    if (file.size > MOST_BYTES) return;
    try {
      // The server checks the form.
      await send.mutate(JSON.parse(await file.text()) as DashboardFile);
    } catch {
      setFault(t("notJson"));
    }
  };
  const failure: FormErrorInfo | null = fault === null ? send.error && formatError(send.error) : { text: fault };
  return { read, failure, isPending: send.isPending };
}

/** Characters that file systems refuse. */
const UNSAFE = /[^\p{L}\p{N}-]+/gu;

/** Downloads a dashboard without its hidden cards. @returns the name of the file */
export function exportDashboard({ name, layout }: Pick<DashboardPage, "name" | "layout">): string {
  const file: DashboardFile = {
    ...DASHBOARD_FILE,
    name,
    layout: { period: layout.period, granularity: layout.granularity, cards: visibleCards(layout.cards) },
  };
  const fileName = `${name.replaceAll(UNSAFE, "-").slice(0, 80)}.json`;
  downloadFile(JSON.stringify(file, null, 2), fileName, "application/json");
  return fileName;
}
