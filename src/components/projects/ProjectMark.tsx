import type { CSSProperties } from "react";
import { toInitials, nameHue } from "../ui/initials.ts";
import styles from "./ProjectMark.module.css";

/** The square of a project in the navigation: the first letter of its name on a colour derived from it. The name is next to it. */
export function ProjectMark({ name }: { name: string }) {
  return (
    <span
      className={styles.mark}
      style={{ "--avatar-hue": nameHue(name) } as CSSProperties}
      data-letter={toInitials(name).slice(0, 1)}
      aria-hidden="true"
    />
  );
}
