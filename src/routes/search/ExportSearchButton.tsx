import { Button } from "../../components/ui/Button.tsx";
import { Tooltip } from "../../components/ui/Tooltip.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { useSearchExport } from "./useSearchExport.ts";

/** Saves the best results of the search on the screen as a file. */
export function ExportSearchButton({ save }: { save: ReturnType<typeof useSearchExport> }) {
  const { t } = useTranslation("search");
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
