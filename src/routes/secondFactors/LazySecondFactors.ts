import { lazyComponent } from "../../hooks/lazyComponent.ts";

/** Second factors on the login page, without a part in its first load. */
export const LazySecondFactorSection = lazyComponent(() => import("./SecondFactorSection.tsx"), "SecondFactorSection");
/** The sign-in by a passkey alone. */
export const LazyPasskeySignInSection = lazyComponent(
  () => import("./PasskeySignInSection.tsx"),
  "PasskeySignInSection",
);
