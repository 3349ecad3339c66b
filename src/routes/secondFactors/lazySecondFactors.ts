import { lazy } from "react";

/** Second factors on the login page, without a part in its first load. */
export const SecondFactorSection = lazy(async () => ({
  default: (await import("./SecondFactorSection.tsx")).SecondFactorSection,
}));
/** The sign-in by a passkey alone. */
export const PasskeySignInSection = lazy(async () => ({
  default: (await import("./PasskeySignInSection.tsx")).PasskeySignInSection,
}));
