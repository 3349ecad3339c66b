import { useEffect } from "react";
import { type Blocker, useBlocker } from "react-router-dom";
import { useStore } from "../../stores/StoreProvider.tsx";

/**
 * Holds the navigation to another page while something is not saved, and lets the browser ask before it leaves the app. The filters of the
 * page may change, and a user who is signed out is not held.
 * @param isUnsaved asked at the navigation
 */
export function useUnsavedChanges(isUnsaved: () => boolean): Blocker {
  const { session } = useStore();
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    globalThis.addEventListener("beforeunload", onLeave);
    return () => globalThis.removeEventListener("beforeunload", onLeave);
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.isSignedIn && currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
}
