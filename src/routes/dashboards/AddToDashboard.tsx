import { useState } from "react";
import { Button } from "../../components/ui/Button.tsx";
import { DashboardIcon } from "../../components/ui/icons.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AddingDialog } from "./AddingDialog.tsx";

export interface AddToDashboardProps {
  card: CardDraft;
  /** What is added, for a button that shows its icon alone; omitted: the button has words. */
  name?: string;
}

/** Adds what a page shows to a dashboard, as a card after the others. */
export function AddToDashboard({ card, name }: AddToDashboardProps) {
  const { t } = useTranslation("dashboards");
  const [isOpen, setOpen] = useState(false);
  const action = t("addTo.action");
  return (
    <>
      {name === undefined ? (
        <Button size="small" icon={<DashboardIcon />} text={action} onClick={() => setOpen(true)} />
      ) : (
        <Button
          size="small"
          variant="minimal"
          icon={<DashboardIcon />}
          aria-label={`${name}: ${action}`}
          title={action}
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && <AddingDialog card={card} onClose={() => setOpen(false)} />}
    </>
  );
}
