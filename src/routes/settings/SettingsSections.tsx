import type { ReactNode } from "react";
import { FailureGroup } from "../failures/FailureGroup.tsx";
import styles from "./SettingsSections.module.css";

/** The sections of a tab of the settings, below each other. */
export function SettingsSections({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sections}>
      <FailureGroup>{children}</FailureGroup>
    </div>
  );
}
