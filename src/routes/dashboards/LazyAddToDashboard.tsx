import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { AddToDashboardProps } from "./AddToDashboard.tsx";
import styles from "./LazyAddToDashboard.module.css";

const AddToDashboard = lazyComponent(() => import("./AddToDashboard.tsx"), "AddToDashboard");

/** Adding what a page shows to a dashboard, where the plan has them. It is no part of the load of the page: those who only read do not need it. */
export const LazyAddToDashboard = observer(function LazyAddToDashboard(props: AddToDashboardProps) {
  if (!useStore().plan.hasDashboards) return null;
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <AddToDashboard {...props} />
      </Suspense>
    </div>
  );
});
