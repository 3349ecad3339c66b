import { Button } from "../../components/ui/Button.ts";
import { Tooltip } from "../../components/ui/Tooltip.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { csvName } from "../csvName.ts";
import { downloadText } from "../downloadText.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { type SearchState, queryOf } from "./searchUrl.ts";

/** Saves the best results of the search on the screen as a file. */
export function ExportSearchButton({ slug, state }: { slug: string; state: SearchState }) {
  const { search } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("search");
  const formatError = useErrorMessage();
  const save = useMutation(
    () => {
      const { limit: _limit, ...query } = queryOf(state);
      return search.csv(slug, query);
    },
    {
      onSuccess: (csv) => {
        const name = csvName(`${slug}-search`);
        downloadText(csv, name);
        notifications.show(t("export.done", { name }), "success");
      },
      onError: (error) => notifications.show(`${t("export.failed")}: ${formatError(error).text}`, "error"),
    },
  );
  return (
    <Tooltip text={t("export.hint")}>
      {(described) => (
        <Button
          {...described}
          variant="minimal"
          size="small"
          text={t("export.action")}
          loading={save.isPending}
          onClick={() => void save.mutate()}
        />
      )}
    </Tooltip>
  );
}
