import type { DocumentDrift } from "../../../contract/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.ts";

export interface DriftBadgeProps {
  drift: DocumentDrift;
}

/** How well a page still matches the code, in one word. */
export function DriftBadge({ drift }: DriftBadgeProps) {
  const { t } = useTranslation("documents");
  const count = drift.items.length;
  if (count > 0) {
    return (
      <Tag minimal round intent="warning" title={t("drift.count", { count })}>
        {t("drift.badge", { count })}
      </Tag>
    );
  }
  if (drift.state === "checking") {
    return (
      <Tag minimal round>
        {t("drift.checking")}
      </Tag>
    );
  }
  if (drift.checked === 0) return null;
  return (
    <Tag minimal round intent="success" title={t("drift.freshHint", { count: drift.checked })}>
      {t("drift.fresh")}
    </Tag>
  );
}
