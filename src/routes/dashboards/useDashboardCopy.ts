import type { DashboardPage, StoredLayout } from "../../../contract/insights/dashboards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ApiError } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { TEXT_LIMITS } from "../../../contract/constants.ts";

/** Creates a private dashboard of the user with the cards of another one. */
export function useDashboardCopy(onSuccess: (copy: DashboardPage) => void, onError?: (error: ApiError) => void) {
  const services = useServices();
  const { t } = useTranslation("dashboards");
  return useMutation(
    (name: string, layout: StoredLayout) =>
      services.dashboards.create({
        name: t("copyName", { name }).slice(0, TEXT_LIMITS.name),
        sharing: "private",
        layout,
      }),
    { onSuccess, ...(onError && { onError }) },
  );
}
