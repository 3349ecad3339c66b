import { useState } from "react";
import type { OwnMetric, OwnMetricDraft } from "../../../contract/insights/ownMetrics.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { OwnMetricDialog, type OwnMetricScope } from "../../components/ownMetrics/OwnMetricDialog.tsx";
import { OwnMetricFigure } from "../../components/ownMetrics/OwnMetricFigure.tsx";
import { DEBOUNCE_MS } from "../../components/ui/useDebouncedText.ts";
import { Text } from "../../components/ui/Text.tsx";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface OwnMetricEditorProps {
  /** Null: a new one. */
  id: string | null;
  draft: OwnMetricDraft | null;
  /** Null: of the company, and the preview is about all projects of the user. */
  slug: string | null;
  scopes: readonly OwnMetricScope[];
  choice: Pick<InsightChoice, "period" | "granularity">;
  onSaved?: (metric: OwnMetric) => void;
  onClose: () => void;
}

interface Shown {
  readonly draft: OwnMetricDraft | null;
  readonly scope: OwnMetricScope | null;
}

/** The form of a metric, with the values of what is typed over the chosen period. */
export function OwnMetricEditor({ id, draft, slug, scopes, choice, onSaved, onClose }: OwnMetricEditorProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("ownMetrics");
  const formatError = useErrorMessage();
  const { bucket } = useInsightFormats();
  const [typed, setTyped] = useState<Shown>({ draft, scope: scopes[0] ?? null });
  const shown = useDebouncedValue(typed, DEBOUNCE_MS);
  const { period, granularity } = choice;
  const body = shown.draft && {
    period,
    granularity,
    project: slug === null ? [] : [slug],
    scope: shown.scope === "company" ? null : slug,
    ...shown.draft,
  };
  const preview = useQuery(body && insightKeys.ownMetricPreview(body), async (signal) => {
    if (body === null) throw new Error("Nothing is typed.");
    return services.ownMetrics.preview(body, signal);
  });
  const save = useMutation(
    (next: OwnMetricDraft, scope: OwnMetricScope | null) =>
      id === null
        ? services.ownMetrics.create({ ...next, project: scope === "company" ? null : slug })
        : services.ownMetrics.update(id, next),
    {
      invalidates: [insightKeys.allOwnMetrics(), insightKeys.insights()],
      onSuccess: (metric) => {
        notifications.show(t("saved", { name: metric.name }), "success");
        onSaved?.(metric);
        onClose();
      },
    },
  );
  const { data, error, isPrevious } = preview;
  return (
    <OwnMetricDialog
      metric={draft}
      isNew={id === null}
      scopes={scopes}
      isBusy={save.isPending}
      failure={save.error && formatError(save.error)}
      preview={
        body === null || error !== null || data === null || isPrevious ? (
          <Text as="p" tone="muted">
            {error === null ? t("form.previewWaits") : formatError(error).text}
          </Text>
        ) : (
          <OwnMetricFigure
            name={t("form.preview")}
            values={data}
            buckets={data.buckets.map((one) => bucket(one, granularity))}
          />
        )
      }
      onDraft={(next, scope) => setTyped({ draft: next, scope })}
      onSave={(next, scope) => void save.mutate(next, scope)}
      onClose={onClose}
    />
  );
}
