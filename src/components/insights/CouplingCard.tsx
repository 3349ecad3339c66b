import type { ReactNode } from "react";
import type { InsightViews } from "../../../contract/insights/insights.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CouplingTable, type CouplingTableProps } from "./CouplingTable.tsx";
import { InsightViewCard } from "./InsightViewCard.tsx";

export interface CouplingCardProps extends Pick<CouplingTableProps, "coupling" | "fileHref"> {
  /** Opens the commits that changed both files. */
  onOpen: (pair: InsightViews["coupling"][number]) => void;
  /** Next to the title. */
  actions?: ReactNode;
}

/** Files that change together. */
export function CouplingCard({ coupling, fileHref, onOpen, actions }: CouplingCardProps) {
  const { t } = useTranslation("insights");
  return (
    <InsightViewCard
      title={t("views.coupling")}
      text={t("views.couplingText")}
      how={t("views.couplingHow")}
      isEmpty={coupling.length === 0}
      actions={actions}
    >
      <CouplingTable coupling={coupling} fileHref={fileHref} onOpen={onOpen} maxHeight="22rem" />
    </InsightViewCard>
  );
}
