import type { TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import { TargetDialog } from "../../components/insights/TargetDialog.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface TargetSectionProps {
  slug: string;
  metric: TargetMetric;
  /** The target that it has; null for none. */
  value: number | null;
  onClose: () => void;
}

/** The form of a metric's target. All numbers of the page are fetched again, because the sentences mention targets. */
export function TargetSection({ slug, metric, value, onClose }: TargetSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const name = t(`metrics.${metric}.name`);
  const finish = (text: string) => {
    notifications.show(text, "success");
    onClose();
  };
  const invalidates = [insightKeys.insights()];
  const save = useMutation((next: number) => insights.setTarget(slug, { metric, value: next }), {
    invalidates,
    onSuccess: () => finish(t("target.saved", { name })),
  });
  const remove = useMutation(() => insights.removeTarget(slug, metric), {
    invalidates,
    onSuccess: () => finish(t("target.removed", { name })),
  });
  const error = save.error ?? remove.error;
  return (
    <TargetDialog
      metric={metric}
      value={value}
      isBusy={save.isPending || remove.isPending}
      failure={error && formatError(error)}
      onSave={(next) => void save.mutate(next)}
      onRemove={() => void remove.mutate()}
      onClose={onClose}
    />
  );
}
