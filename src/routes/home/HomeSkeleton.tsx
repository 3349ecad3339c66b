import { Skeleton } from "../../components/ui/Skeleton.tsx";
import styles from "./HomeRoute.module.css";

/** A skeleton as large as a few projects and issues. */
export function HomeSkeleton() {
  return (
    <>
      <Skeleton shape="rows" count={5} height="3.25rem" />
      <Skeleton isAnnounced={false} shape="rows" count={5} height="3.25rem" />
      <div className={styles.wide}>
        <Skeleton isAnnounced={false} shape="cards" count={3} height="7rem" />
      </div>
    </>
  );
}
