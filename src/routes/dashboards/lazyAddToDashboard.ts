import { lazy } from "react";

/** Adding what a page shows to a dashboard, without a part in the load of the page: those who only read do not need it. */
export const AddToDashboard = lazy(async () => ({ default: (await import("./AddToDashboard.tsx")).AddToDashboard }));
