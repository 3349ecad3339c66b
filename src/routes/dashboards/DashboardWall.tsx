import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSearchParams } from "react-router-dom";
import type { DashboardPage } from "../../../contract/insights/dashboards.ts";
import type { DashboardChoice } from "../../components/dashboards/DashboardFilters.tsx";
import { WallFrame } from "../../components/dashboards/WallFrame.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { invalidateQueries } from "../../queries/queryClients.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useDashboardEvents } from "../connection/useDashboardEvents.ts";
import { DashboardView } from "./DashboardView.tsx";
import { readChoice } from "./dashboardUrl.ts";

export interface DashboardWallProps {
  /** The dashboard that is open, with the filters of its page. */
  first: DashboardPage;
  choice: DashboardChoice;
  /** Those that alternate, the open one first. */
  ids: readonly string[];
  /** How long each is shown. */
  seconds: number;
  onStop: () => void;
}

/**
 * Dashboards over the whole screen, one after the other. The filters of the page's address are for all of them; without a period there, each
 * has its own.
 */
export function DashboardWall({ first, choice, ids: chosen, seconds, onStop }: DashboardWallProps) {
  const services = useServices();
  const store = useStore();
  const [params] = useSearchParams();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const ids = chosen.filter((one) => !gone.has(one));
  const { t } = useTranslation("dashboards");
  const [at, setAt] = useState(0);
  const count = ids.length;
  useEffect(() => {
    if (count < 2) return undefined;
    const timer = setInterval(() => setAt((now) => (now + 1) % count), seconds * 1000);
    return () => clearInterval(timer);
  }, [count, seconds]);
  // The page reads the first one again.
  useDashboardEvents(({ kind, id: changed }) => {
    if (changed === first.id) return;
    const isGone = kind === "removed";
    setGone((now) => new Set([...now].filter((one) => one !== changed).concat(isGone ? [changed] : [])));
    if (!isGone) invalidateQueries(store, [queryKeys.dashboard(changed)]);
  });
  const id = ids[at % Math.max(1, count)] ?? first.id;
  const isFirst = id === first.id;
  const other = useQuery(isFirst ? null : queryKeys.dashboard(id), (signal) => services.dashboards.read(id, signal), {
    keepPreviousData: false,
  });
  const position = count > 1 ? { at: (at % count) + 1, of: count } : undefined;
  return createPortal(
    <WallFrame title={isFirst ? first.name : (other.data?.name ?? "")} position={position} onStop={onStop}>
      <WallConnection />
      {isFirst ? (
        <DashboardView cards={first.layout.cards} choice={choice} />
      ) : (
        <AsyncContent query={other} failed={t("failed")} loading={<Skeleton shape="cards" count={6} />}>
          {({ layout }) => <DashboardView key={id} cards={layout.cards} choice={readChoice(params, layout)} />}
        </AsyncContent>
      )}
    </WallFrame>,
    document.body,
  );
}

/** The banner of the page is outside of the element that a browser shows over the whole screen. */
const WallConnection = observer(function WallConnection() {
  const { t } = useTranslation("shell");
  const states = useTranslation("states");
  const { status } = useStore().connectivity;
  if (status === "online") return null;
  return <InlineNotice title={states.t("notRefreshed")}>{t(`connection.${status}`)}</InlineNotice>;
});
