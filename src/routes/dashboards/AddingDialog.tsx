import { AddToDashboardDialog, type ChosenDashboard } from "../../components/dashboards/AddToDashboardDialog.tsx";
import { cardForms } from "../../domain/cardForms.ts";
import { type CardDraft, placeCard } from "../../domain/dashboardCards.ts";
import { templateLayout } from "../../domain/dashboardTemplates.ts";
import { compactItems } from "../../domain/gridItems.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { QueryFailure } from "../failures/QueryFailure.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface AddingDialogProps {
  card: CardDraft;
  onClose: () => void;
}

/** Chooses a dashboard, or names a new one, and adds the card in one of its forms. */
export function AddingDialog({ card, onClose }: AddingDialogProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const formatError = useErrorMessage();
  const list = useQuery(queryKeys.dashboards(), (signal) => services.dashboards.list(signal));
  const forms = cardForms(card);
  const add = useMutation(
    async ({ id, name, form }: ChosenDashboard) => {
      const { dashboards } = services;
      const draft = forms.find((one) => one.id === form)?.card ?? card;
      if (id === null) {
        const empty = templateLayout("empty", () => "");
        return dashboards.create({ name, sharing: "private", layout: { ...empty, cards: [placeCard(draft, [])] } });
      }
      const found = await dashboards.read(id);
      if (!found.success) return found;
      const { version, layout } = found.data;
      const before = compactItems(layout.cards);
      const cards = [...before, placeCard(draft, before)];
      return dashboards.update(id, { version, layout: { ...layout, cards } });
    },
    {
      onSuccess: (dashboard) => {
        notifications.show(t("addTo.added", { name: dashboard.name }), "success");
        onClose();
      },
    },
  );
  // A new dashboard needs no list.
  const dashboards = list.data?.filter((entry) => entry.can_edit) ?? (list.error ? [] : null);
  return (
    <AddToDashboardDialog
      dashboards={dashboards}
      notice={list.data === null && <QueryFailure query={list} failed={t("failed")} />}
      forms={forms.map(({ id }) => id)}
      isBusy={add.isPending}
      failure={add.error && formatError(add.error)}
      onAdd={(chosen) => void add.mutate(chosen)}
      onClose={onClose}
    />
  );
}
