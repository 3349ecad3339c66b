import { type ReactNode, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router-dom";
import { DASHBOARD_LIMITS } from "../../../contract/insights/dashboardRules.ts";
import type { DashboardCard } from "../../../contract/insights/dashboardCards.ts";
import type { DashboardPage } from "../../../contract/insights/dashboards.ts";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { RowAction } from "../../components/patterns/RowAction.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { EditIcon, PlusIcon, TrashIcon, UndoIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { placeCard, visibleCards } from "../../domain/dashboardCards.ts";
import { compactItems, inReadingOrder } from "../../domain/gridItems.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useUnsavedChanges } from "../browser/useUnsavedChanges.ts";
import type { DashboardEvent } from "../connection/useDashboardEvents.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DashboardCardForm, type DashboardCardFormProps } from "./DashboardCardForm.tsx";
import { DashboardView } from "./DashboardView.tsx";
import { useDashboardCopy } from "./useDashboardCopy.ts";

export interface DashboardEditorProps {
  dashboard: DashboardPage;
  choice: DashboardChoice;
  projects: DashboardCardFormProps["projects"];
  /** The last event of the dashboard since the editor was opened. */
  news: DashboardEvent | null;
  onClose: () => void;
  /** The filters of the page. */
  children: ReactNode;
}

type Cards = readonly DashboardCard[];

/** Another writer has saved the dashboard meanwhile. */
const CONFLICT = 409;

/** Adds, changes, moves and removes cards. Nothing is stored before it is saved; each step can be undone. */
export function DashboardEditor({ dashboard, choice, projects, news, onClose, children }: DashboardEditorProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("dashboards");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const formatError = useErrorMessage();
  const { cards, isChanged, change, undo } = useCards(dashboard.layout.cards);
  /** The version that is edited: a filter of the page reads the dashboard again, and must not make a newer one seem known. */
  const [version] = useState(dashboard.version);
  const [isCancelling, setCancelling] = useState(false);
  /** The id of the card in the form; "" for a new one. */
  const [edited, setEdited] = useState<string | null>(null);
  const { period, granularity } = choice;
  const layout = { period, granularity, cards: inReadingOrder(cards) };
  const isOtherPeriod = period !== dashboard.layout.period || granularity !== dashboard.layout.granularity;
  const isCopied = useRef(false);
  const leaving = useUnsavedChanges(() => isChanged && !isCopied.current);
  const save = useMutation(() => services.dashboards.update(dashboard.id, { version, layout }), {
    onSuccess: async () => {
      await revalidate();
      notifications.show(t("saved"), "success");
      onClose();
    },
  });
  const copy = useDashboardCopy(({ id }) => {
    isCopied.current = true;
    void navigate(hrefTo.dashboard(id));
  });
  const editedCard = cards.find(({ id }) => id === edited);
  const isConflict = save.error?.status === CONFLICT;
  // The event of the own change can come before the answer to it.
  const isOutdated =
    news !== null && !save.isPending && !isConflict && (news.kind === "removed" || news.version > version);
  // The copy is made after the conflict, whose notice has the button.
  const error = copy.error ?? save.error;
  return (
    <Stack gap={4}>
      <PageHeader
        title={dashboard.name}
        actions={
          <EditorActions
            canAdd={cards.length < DASHBOARD_LIMITS.cards}
            isChanged={isChanged}
            canSave={isChanged || isOtherPeriod}
            isSaving={save.isPending}
            onAdd={() => setEdited("")}
            onUndo={undo}
            onCancel={() => (isChanged ? setCancelling(true) : onClose())}
            onSave={() => void save.mutate()}
          />
        }
      />
      <FormError
        title={t(isConflict && !copy.error ? "conflict" : "saveFailed")}
        failure={error && formatError(error)}
      />
      {isOutdated && <OutdatedNotice news={news} />}
      {(isConflict || isOutdated) && (
        <ConflictActions
          isCopying={copy.isPending}
          onCopy={() => void copy.mutate(dashboard.name, { ...layout, cards: visibleCards(cards) })}
          onLoad={
            news?.kind === "removed"
              ? undefined
              : () => {
                  void revalidate();
                  onClose();
                }
          }
        />
      )}
      {children}
      <DashboardView
        cards={cards}
        choice={choice}
        onArrange={change}
        actionsOf={(card, name) => (
          <CardActions
            name={name}
            onEdit={card.kind === "hidden" ? undefined : () => setEdited(card.id)}
            onRemove={() => change(compactItems(cards.filter(({ id }) => id !== card.id)))}
          />
        )}
      />
      {edited !== null && (
        <DashboardCardForm
          card={editedCard && editedCard.kind !== "hidden" ? editedCard : null}
          projects={projects}
          choice={choice}
          onSave={(draft) => {
            change(
              editedCard
                ? cards.map((card) => (card === editedCard ? ({ ...card, ...draft } as DashboardCard) : card))
                : [...cards, placeCard(draft, cards)],
            );
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        isOpen={isCancelling || leaving.state === "blocked"}
        title={t("unsaved.title")}
        text={t("unsaved.text", { name: dashboard.name })}
        action={t("unsaved.action")}
        onConfirm={() => {
          if (leaving.state === "blocked") leaving.proceed();
          else onClose();
        }}
        onCancel={() => {
          setCancelling(false);
          if (leaving.state === "blocked") leaving.reset();
        }}
      />
    </Stack>
  );
}

/** The cards as they are edited. Each step can be undone. */
function useCards(stored: Cards) {
  const [{ cards, before }, setSteps] = useState<{ readonly cards: Cards; readonly before: readonly Cards[] }>(() => ({
    cards: compactItems(stored),
    before: [],
  }));
  return {
    cards,
    isChanged: before.length > 0,
    change: (next: Cards): void => setSteps((now) => ({ cards: next, before: [...now.before, now.cards] })),
    undo: (): void => setSteps((now) => ({ cards: now.before.at(-1) ?? now.cards, before: now.before.slice(0, -1) })),
  };
}

/** Another user has changed or removed the dashboard. */
function OutdatedNotice({ news }: { news: DashboardEvent }) {
  const { t } = useTranslation("dashboards");
  const title =
    news.kind === "removed"
      ? t("news.removed")
      : news.by === null
        ? t("news.changed")
        : t("news.changedBy", { name: news.by });
  return <InlineNotice title={title}>{t(news.kind === "removed" ? "news.copy" : "news.load")}</InlineNotice>;
}

interface EditorActionsProps {
  canAdd: boolean;
  isChanged: boolean;
  canSave: boolean;
  isSaving: boolean;
  onAdd: () => void;
  onUndo: () => void;
  onCancel: () => void;
  onSave: () => void;
}

function EditorActions({ canAdd, isChanged, canSave, isSaving, onAdd, onUndo, onCancel, onSave }: EditorActionsProps) {
  const { t } = useTranslation("dashboards");
  return (
    <>
      <Button icon={<PlusIcon />} text={t("actions.addCard")} disabled={!canAdd} onClick={onAdd} />
      <Button icon={<UndoIcon />} text={t("actions.undo")} disabled={!isChanged} onClick={onUndo} />
      <Button text={t("actions.cancel")} onClick={onCancel} />
      <Button intent="primary" text={t("actions.save")} loading={isSaving} disabled={!canSave} onClick={onSave} />
    </>
  );
}

interface ConflictActionsProps {
  isCopying: boolean;
  onCopy: () => void;
  /** Drops the changes for the newer version; omitted after the dashboard was removed. */
  onLoad: (() => void) | undefined;
}

/** Saves the changes as another dashboard, or drops them. */
function ConflictActions({ isCopying, onCopy, onLoad }: ConflictActionsProps) {
  const { t } = useTranslation("dashboards");
  return (
    <Inline>
      <Button intent="primary" text={t("actions.saveCopy")} loading={isCopying} onClick={onCopy} />
      {onLoad && <Button text={t("actions.load")} onClick={onLoad} />}
    </Inline>
  );
}

interface CardActionsProps {
  /** The name of the card. */
  name: string;
  /** Omitted for a card that the user may not see. */
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}

function CardActions({ name, onEdit, onRemove }: CardActionsProps) {
  const { t } = useTranslation("dashboards");
  return (
    <>
      {onEdit && <RowAction icon={<EditIcon />} name={t("card.edit", { name })} onClick={onEdit} />}
      <RowAction icon={<TrashIcon />} name={t("card.remove", { name })} onClick={onRemove} />
    </>
  );
}
