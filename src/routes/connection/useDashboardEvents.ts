import { reaction } from "mobx";
import { useEffect } from "react";
import type { Notification } from "../../../contract/notices/notifications.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useStore } from "../../stores/StoreProvider.tsx";

/** What the socket reports of a dashboard. */
export type DashboardEvent =
  | { readonly kind: "changed"; readonly id: string; readonly version: number; readonly by: string | null }
  /** It was deleted, or the user may not see it any more. */
  | { readonly kind: "removed"; readonly id: string };

function readEvent({ type, data }: Notification): DashboardEvent | null {
  const { dashboard: id, version, by } = data;
  if (typeof id !== "string") return null;
  if (type === "dashboard.removed") return { kind: "removed", id };
  if (type !== "dashboard.changed" || typeof version !== "number") return null;
  return { kind: "changed", id, version, by: typeof by === "string" && by !== "" ? by : null };
}

/** Calls a function with each event of a dashboard, in the order of the socket. */
export function useDashboardEvents(onEvent: (event: DashboardEvent) => void): void {
  const { notifications } = useStore();
  const handle = useStableCallback(onEvent);
  useEffect(
    () =>
      reaction(
        () => notifications.queue,
        (now, before) => {
          for (const message of now.filter((one) => !before.includes(one)).toReversed()) {
            const event = readEvent(message);
            if (event !== null) handle(event);
          }
        },
      ),
    [notifications, handle],
  );
}
