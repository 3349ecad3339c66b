import { Skeleton } from "../../components/ui/Skeleton.tsx";
import styles from "./ProjectSkeleton.module.css";

/** The page of a project while it loads, next to its navigation. */
export function ProjectSkeleton() {
  return (
    <>
      <div className={styles.header}>
        <Skeleton shape="rows" count={1} height="1.75rem" />
      </div>
      <Skeleton isAnnounced={false} shape="rows" count={8} height="2.5rem" />
    </>
  );
}
