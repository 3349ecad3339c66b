import type { DocumentStaleReferences } from "../../../contract/documents/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Tag } from "../ui/Tag.tsx";

export interface StaleReferenceBadgeProps {
  references: DocumentStaleReferences;
}

/** How well a page still matches the code, in one word. */
export function StaleReferenceBadge({ references }: StaleReferenceBadgeProps) {
  const { t } = useTranslation("documents");
  const count = references.items.length;
  if (count > 0) {
    return (
      <Tag round intent="warning">
        {t("staleReferences.badge", { count })}
      </Tag>
    );
  }
  if (references.state === "checking") {
    return <Tag round>{t("staleReferences.checking")}</Tag>;
  }
  if (references.checked === 0 || references.state === "failed") return null;
  return (
    <Tag round intent="success">
      {t("staleReferences.fresh")}
    </Tag>
  );
}
