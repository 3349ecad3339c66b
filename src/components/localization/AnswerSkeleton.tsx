import { Skeleton } from "../ui/Skeleton.tsx";
import { Card } from "../ui/Card.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./AnswerPanel.module.css";

/** The place of an answer that loads, which fills the window. */
export function AnswerSkeleton({ label }: { label: string }) {
  return (
    <Card tone="raised" edge="primary" className={styles.answer} data-loading>
      <span role="status" className="visually-hidden">
        {label}
      </span>
      <Stack gap={2}>
        <Skeleton isAnnounced={false} count={2} height="1.5rem" />
      </Stack>
      <Skeleton isAnnounced={false} count={12} height="1.25rem" />
      <Skeleton isAnnounced={false} count={6} height="2rem" />
    </Card>
  );
}
