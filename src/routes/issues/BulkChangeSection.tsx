import { useRef, useState } from "react";
import type { IssueAction } from "../../../contract/issues/issueActions.ts";
import type { IssueChange } from "../../../contract/issues/issueWrites.ts";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import { BulkChangePanel } from "../../components/issues/BulkChangePanel.tsx";
import type { ChangeControls } from "../../components/issues/IssueChangeControls.tsx";
import { bulkOffers } from "../../domain/bulkOffers.ts";
import { newKey } from "../../domain/newKey.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { isRefusal } from "../failures/isRefusal.ts";
import { usePageCommands } from "../shell/openShortcuts.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface BulkChangeSectionProps {
  slug: string;
  /** Ids of all selected issues. */
  selected: readonly string[];
  /** The loaded rows of them. */
  rows: readonly IssueRow[];
}

/** Milliseconds in which what can be done is not asked again: it costs requests of the member's account. */
const STALE_MS = 60_000;

/** Actions with a command of the palette, in its order. */
const COMMANDS = ["assignees", "labels", "state", "priority", "milestones"] as const satisfies readonly IssueAction[];

interface HeldChange {
  readonly key: string;
  readonly account: string;
  readonly issues: readonly string[];
  readonly change: IssueChange;
}

/** Changes the selected issues. The server holds the change for ten seconds: it is sent also when this page is closed. */
export function BulkChangeSection({ slug, selected, rows }: BulkChangeSectionProps) {
  const { issues } = useServices();
  const { t } = useTranslation("issueWrites");
  const formatError = useErrorMessage();
  const [first] = rows;
  const open = rows.find(({ state }) => state === "open");
  const closed = rows.find(({ state }) => state === "closed");
  const isOneTracker = rows.every(({ tracker }) => tracker === first?.tracker);
  // An open and a closed one have all states together.
  const [sampleId, otherId] = open && closed ? [open.id, closed.id] : [first?.id, undefined];
  const actionsOf = (id: string) => (signal: AbortSignal) => issues.actions(slug, id, signal);
  const keyOf = (id: string | undefined) =>
    id === undefined || !isOneTracker ? null : queryKeys.issueActions(slug, id);
  const sample = useQuery(keyOf(sampleId), actionsOf(sampleId ?? ""), { staleMs: STALE_MS });
  const other = useQuery(keyOf(otherId), actionsOf(otherId ?? ""), { staleMs: STALE_MS });
  /** The change that the server may not have, with its key: sent again it is stored once. */
  const [unsent, setUnsent] = useState<{ held: HeldChange; failure: string; isRefused: boolean } | null>(null);
  const hold = useMutation(
    (held: HeldChange) =>
      issues.holdWrites(slug, { key: held.key, account: held.account, issues: [...held.issues], change: held.change }),
    {
      invalidates: [queryKeys.storedWrites(slug)],
      onSuccess: () => setUnsent(null),
      onError: (error, held) => {
        const { text } = formatError(error);
        const isRefused = isRefusal(error);
        setUnsent({ held, isRefused, failure: isRefused ? text : t("bulk.notHeld", { reason: text }) });
      },
    },
  );
  const offers =
    isOneTracker && sample.data ? bulkOffers(other.data ? [sample.data, other.data] : [sample.data]) : null;
  const controls = useRef<ChangeControls>(null);
  usePageCommands(() =>
    COMMANDS.filter((action) => offers?.actions.some((offer) => offer.action === action && offer.reason === null)).map(
      (action) => ({
        id: `selection ${action}`,
        title: t(`bulk.palette.${action}`, { count: selected.length }),
        keywords: t(`bulk.words.${action}`),
        isListed: true,
        run: () => controls.current?.open(action),
      }),
    ),
  );
  const [[pending] = []] = hold.pending;
  const panel = {
    pending: pending?.change ?? null,
    failure: unsent?.failure ?? null,
    onSendAgain: unsent && !unsent.isRefused ? () => void hold.mutate(unsent.held) : undefined,
  };
  if (!isOneTracker) return <BulkChangePanel {...panel} offers={null} onChange={() => undefined} />;
  return (
    <AsyncContent query={sample} failed={t("bulk.failed")} loading={null}>
      {() => (
        <BulkChangePanel
          {...panel}
          offers={offers}
          controlsRef={controls}
          onChange={(change) =>
            void hold.mutate({ key: newKey(), account: offers?.account ?? "", issues: selected, change })
          }
        />
      )}
    </AsyncContent>
  );
}
