import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { AddToDashboardProps } from "./AddToDashboard.tsx";

const Loaded = lazy(async () => ({ default: (await import("./AddToDashboard.tsx")).AddToDashboard }));

/** Adding what a page shows to a dashboard, where the plan has them. It is no part of the load of the page: those who only read do not need it. */
export const AddToDashboard = observer(function LazyAddToDashboard(props: AddToDashboardProps) {
  if (!useStore().plan.hasDashboards) return null;
  return (
    <Suspense fallback={null}>
      <div>
        <Loaded {...props} />
      </div>
    </Suspense>
  );
});
