import { reaction } from "mobx";
import { useEffect } from "react";
import { insightKeys } from "../../queries/insightKeys.ts";
import { invalidateQueries } from "../../queries/queryClients.ts";
import { useStore } from "../../stores/StoreProvider.tsx";

/** Messages of a project after which numbers about it are outdated. */
const CHANGES = new Set(["sync.finished", "sync.failed", "project.changed"]);

/** Repeats the queries of Insights and cards on screen whenever the socket reports a change of one of the reader's projects. */
export function useLiveInsights(): void {
  const store = useStore();
  useEffect(
    () =>
      reaction(
        () => store.notifications.queue.find(({ type }) => CHANGES.has(type))?.id,
        (id) => {
          if (id !== undefined) invalidateQueries(store, [insightKeys.insights()]);
        },
      ),
    [store],
  );
}
