import { useState } from "react";
import { AddToDashboardDialog } from "../../components/dashboards/AddToDashboardDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { DashboardIcon } from "../../components/ui/icons.ts";
import { type CardDraft, placedAfter } from "../../domain/dashboardCards.ts";
import { compactItems } from "../../domain/gridItems.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

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

function AddingDialog({ card, onClose }: { card: CardDraft; onClose: () => void }) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const formatError = useErrorMessage();
  const list = useQuery(queryKeys.dashboards(), (signal) => services.dashboards.list(signal));
  const add = useMutation(
    async (id: string) => {
      const { dashboards } = services;
      const found = await dashboards.read(id);
      if (!found.success) return found;
      const { version, layout } = found.data;
      const before = compactItems(layout.cards);
      const cards = [...before, placedAfter(card, before)];
      return dashboards.update(id, { version, layout: { ...layout, cards } });
    },
    {
      onSuccess: (dashboard) => {
        notifications.show(t("addTo.added", { name: dashboard.name }), "success");
        onClose();
      },
    },
  );
  const error = add.error ?? list.error;
  return (
    <AddToDashboardDialog
      dashboards={list.data?.filter((one) => one.can_edit) ?? null}
      isBusy={add.isPending}
      failure={error && formatError(error)}
      onAdd={(id) => void add.mutate(id)}
      onClose={onClose}
    />
  );
}
