import { TIMINGS, TRIAL_BANNER } from "../../../contract/constants.ts";
import type { CompanyPlan } from "../../../contract/access/companies.ts";

export interface TrialState {
  readonly isSignedIn: boolean;
  readonly plan: Pick<CompanyPlan, "subscription_status" | "days_until_trial_end"> | null;
  /** When the banner was last dismissed, in milliseconds since 1970; null: never. */
  readonly dismissedAt: number | null;
  readonly now: number;
}

export type TrialBannerState =
  | {
      readonly isDue: false;
      /** Milliseconds until it is due again, if that depends on time alone. */ readonly dueIn: number | null;
    }
  | { readonly isDue: true; readonly days: number; readonly isDismissible: boolean };

/** The rules of the trial banner (specification, section 4), as a pure function of state and time. */
export function trialBannerState({ isSignedIn, plan, dismissedAt, now }: TrialState): TrialBannerState {
  const days = plan?.days_until_trial_end ?? null;
  const isInTrial = isSignedIn && plan?.subscription_status === "trial";
  if (!isInTrial || days === null || days < 0 || days > TRIAL_BANNER.shownUpTo) return { isDue: false, dueIn: null };
  const hiddenFor = dismissedAt === null ? 0 : dismissedAt + TIMINGS.trialBannerHidden - now;
  if (hiddenFor > 0) return { isDue: false, dueIn: hiddenFor };
  return { isDue: true, days, isDismissible: days >= TRIAL_BANNER.dismissibleFrom };
}
