import type { PlanChange } from "../../../contract/billing/planChange.ts";
import { PLAN_COUNTED_KINDS, type PlanCountedKind, type PlanPartKind } from "../../../contract/billing/planLosses.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Text } from "../ui/Text.tsx";

export interface PlanChangeListProps {
  change: PlanChange;
}

const COUNTED: readonly string[] = PLAN_COUNTED_KINDS;
const isCounted = (kind: PlanCountedKind | PlanPartKind): kind is PlanCountedKind => COUNTED.includes(kind);

/** What a company would lose by a change of plan, and what happens to each part. */
export function PlanChangeList({ change: { from, to, losses } }: PlanChangeListProps) {
  const { t, format } = useTranslation("settings");
  if (losses.length === 0) return <p>{t("planChange.none", { plan: to })}</p>;
  const textOf = ({ kind, used, allowed }: PlanChange["losses"][number]): string =>
    isCounted(kind)
      ? t(`planChange.counted.${kind}`, {
          count: used ?? 0,
          shown: format.number(used ?? 0),
          allowed: format.number(allowed ?? 0),
        })
      : t(`planChange.parts.${kind}`);
  return (
    <>
      <ul aria-label={t("planChange.losses", { plan: to })}>
        {losses.map((loss) => (
          <li key={loss.kind}>{textOf(loss)}</li>
        ))}
      </ul>
      <Text as="p" tone="muted">
        {t("planChange.back", { plan: from })}
      </Text>
    </>
  );
}
