import { Button } from "../../components/ui/Button.ts";
import { Tooltip } from "../../components/ui/Tooltip.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { useCsvDownload } from "../useCsvDownload.ts";
import { type SearchState, queryOf } from "./searchUrl.ts";

/** Saves the best results of the search on the screen as a file. */
export function ExportSearchButton({ slug, state }: { slug: string; state: SearchState }) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const load = () => {
    const { limit: _limit, ...query } = queryOf(state);
    return search.csv(slug, query);
  };
  const save = useCsvDownload(`${slug}-search`, load, {
    saved: (name) => t("export.done", { name }),
    failed: (reason) => `${t("export.failed")}: ${reason}`,
  });
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
