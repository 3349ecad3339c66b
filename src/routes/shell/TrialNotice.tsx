import { observer } from "mobx-react-lite";
import { TrialBanner } from "../../components/shell/TrialBanner.tsx";
import { useTrialBanner } from "./useTrialBanner.ts";

/** The remaining time of the trial, of which most users see nothing. */
export const TrialNotice = observer(function TrialNotice() {
  const banner = useTrialBanner();
  return banner && <TrialBanner {...banner} />;
});
