import { reaction } from "mobx";
import { useEffect } from "react";
import { useRevalidator } from "react-router-dom";
import { useStore } from "../stores/StoreProvider.tsx";

/** News of a project after which what its screen shows is no longer true. */
const CHANGES = new Set(["sync.finished", "sync.failed", "project.changed", "member.added"]);

/** Loads the screen's data anew whenever the socket says that this project has changed. */
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
