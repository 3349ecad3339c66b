import { Skeleton } from "../ui/Skeleton.tsx";
import styles from "./AnswerPanel.module.css";

/** The place of an answer that loads: what is below it, which the answer will move, is outside of the window. */
export function AnswerSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.answer} data-loading role="status" aria-label={label}>
      <div className={styles.head}>
        <Skeleton count={2} height="1.5rem" />
      </div>
      <Skeleton count={12} height="1.25rem" />
      <Skeleton count={6} height="2rem" />
    </div>
  );
}
