import { useEffect, useState } from "react";
import type { CompanyPlan } from "../../../contract/access/companies.ts";
import { TIMINGS } from "../../../contract/constants.ts";
import { storeEnv } from "../../stores/StoreEnv.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { trialBannerState } from "./trialBannerState.ts";

/** The banner to show, or null. It appears 500 ms after its conditions hold. Call it in an observer: it reads the store. */
export function useTrialBanner(): {
  days: number;
  trial: CompanyPlan["trial"];
  onDismiss: (() => void) | undefined;
} | null {
  const store = useStore();
  const { now, after } = storeEnv(store);
  const [, redraw] = useState(0);
  const [isShown, setShown] = useState(false);

  const { trialBannerDismissedAt: dismissedAt, dismissTrialBanner } = store.preferences;
  const { isSignedIn } = store.session;
  const state = trialBannerState({ isSignedIn, plan: store.plan.current, dismissedAt, now: now() });
  const { isDue } = state;
  const dueIn = state.isDue ? null : state.dueIn;

  useEffect(() => {
    if (!isDue) return undefined;
    const cancel = after(TIMINGS.trialBannerAppears, () => {
      setShown(true);
    });
    return () => {
      cancel();
      setShown(false);
    };
  }, [isDue, after]);

  // Due again twelve hours after it was dismissed, also on a page that stayed open.
  const isWaiting = dueIn !== null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    return after(Math.max(0, (dismissedAt ?? 0) + TIMINGS.trialBannerHidden - now()), () => {
      redraw((count) => count + 1);
    });
  }, [isWaiting, dismissedAt, after, now]);

  if (!state.isDue || !isShown) return null;
  return {
    days: state.days,
    trial: store.plan.current?.trial,
    onDismiss: state.isDismissible ? dismissTrialBanner : undefined,
  };
}
