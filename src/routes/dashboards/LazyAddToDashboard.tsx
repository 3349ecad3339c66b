import { observer } from "mobx-react-lite";
import { Suspense } from "react";
import { Button } from "../../components/ui/Button.tsx";
import { DashboardIcon } from "../../components/ui/icons.ts";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import type { AddToDashboardProps } from "./AddToDashboard.tsx";
import styles from "./LazyAddToDashboard.module.css";

const AddToDashboard = lazyComponent(() => import("./AddToDashboard.tsx"), "AddToDashboard");

/** Adding what a page shows to a dashboard, where the plan has them. It is no part of the load of the page: those who only read do not need it. */
export const LazyAddToDashboard = observer(function LazyAddToDashboard(props: AddToDashboardProps) {
  if (!useStore().plan.hasDashboards) return null;
  return (
    <div>
      <Suspense fallback={<ButtonPlace hasWords={props.name === undefined} />}>
        <AddToDashboard {...props} />
      </Suspense>
    </div>
  );
});

/** As high as the button. */
const ButtonPlace = ({ hasWords }: { hasWords: boolean }) => (
  <Button
    size="small"
    variant={hasWords ? "solid" : "minimal"}
    icon={<DashboardIcon />}
    text={hasWords ? "\u00a0" : undefined}
    className={styles.place}
    disabled
    aria-hidden
  />
);
