import { lazy } from "react";
import type { EarlierResultsSectionProps } from "./EarlierResultsSection.tsx";

/** Loaded with the first answer, while the connection is there. Without it the page is as it was. */
export const EarlierResults = lazy(async () => ({
  default: await import("./EarlierResultsSection.tsx").then(
    (part) => part.EarlierResultsSection,
    () => (_props: EarlierResultsSectionProps) => null,
  ),
}));
