import type { InsightOptions } from "../../../contract/insights/insights.ts";
import { type InsightChoice, InsightFilters } from "../../components/insights/InsightFilters.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { DownloadIcon, ShareIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import type { LoadState } from "../AsyncContent.tsx";
import { useCsvDownload } from "../downloads/useCsvDownload.ts";
import { hrefTo } from "../paths.ts";

export interface InsightsToolbarProps {
  /** The project whose page contains the view; null: all, or those of the address. */
  slug: string | null;
  choice: InsightChoice;
  options: LoadState<InsightOptions>;
  /** Whether the plan has reports. */
  hasReports: boolean;
  /** False before the series are loaded. */
  canExport: boolean;
  onChange: (next: Partial<InsightChoice>) => void;
}

/** The filters, and what the numbers are exported by. */
export function InsightsToolbar({ slug, choice, options, hasReports, canExport, onChange }: InsightsToolbarProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const save = useCsvDownload("insights", () => insights.csv(choice), {
    saved: (name) => t("exported", { name }),
    failed: (reason) => reason,
  });
  return (
    <Inline gap={3} align="start" justify="between">
      <InsightFilters
        choice={choice}
        options={options.data}
        isWaiting={options.isLoading}
        hasProjects={slug === null}
        onChange={onChange}
      />
      <Inline>
        {hasReports && slug !== null && (
          <LinkButton
            icon={<ShareIcon />}
            text={t("sendAsReport")}
            href={hrefTo.reports({ ...choice, project: slug })}
          />
        )}
        <Button
          icon={<DownloadIcon />}
          text={t("export")}
          disabled={!canExport}
          loading={save.isPending}
          onClick={() => void save.mutate()}
        />
      </Inline>
    </Inline>
  );
}
