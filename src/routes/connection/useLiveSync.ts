import { reaction } from "mobx";
import { useEffect } from "react";
import { useRevalidator } from "react-router-dom";
import { useStore } from "../../stores/StoreProvider.tsx";

/** Messages of a project after which its screen's data is outdated. */
const CHANGES = new Set(["sync.finished", "sync.failed", "project.changed", "member.added"]);

/** Revalidates the screen whenever the socket reports a change of this project. */
export function useLiveSync(slug: string): void {
  const { notifications } = useStore();
  const { revalidate } = useRevalidator();
  useEffect(
    () =>
      reaction(
        () => notifications.queue.find(({ project, type }) => project === slug && CHANGES.has(type))?.id,
        (id) => {
          if (id !== undefined) void revalidate();
        },
      ),
    [notifications, slug, revalidate],
  );
}
