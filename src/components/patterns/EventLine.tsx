import type { Person } from "../../../contract/fieldSchemas.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { PersonName } from "./PersonName.tsx";
import styles from "./EventLine.module.css";

export interface EventLineProps {
  /** Null where the host does not say who it was. */
  actor: Person | null;
  /** In place of the name of an unknown actor. */
  noActor: string;
  /** What the actor did, as the rest of a sentence that begins with the name. */
  action: string;
  at: string;
  personHref: (person: Person) => string | null;
}

/** One entry of a timeline: who did what, and when. */
export function EventLine({ actor, noActor, action, at, personHref }: EventLineProps) {
  return (
    <Text as="div" size="small" className={styles.event}>
      {actor ? <PersonName name={actor.name} href={personHref(actor)} /> : noActor} {action}{" "}
      <Text tone="muted">
        <RelativeTime at={at} />
      </Text>
    </Text>
  );
}
