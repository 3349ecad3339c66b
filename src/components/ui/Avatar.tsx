import type { CSSProperties } from "react";
import { toInitials, nameHue } from "./initials.ts";
import styles from "./Avatar.module.css";

export interface AvatarProps {
  name: string;
  /** Pixels: 20 in a line of text, 32 in the top bar. */
  size?: 20 | 24 | 32 | 48;
  /** True where the name is shown next to it, so that screen readers do not read it twice. */
  isDecorative?: boolean;
}

/** A person's initials on a colour derived from their name. */
export function Avatar({ name, size = 32, isDecorative = false }: AvatarProps) {
  return (
    <span
      className={styles.avatar}
      style={
        {
          inlineSize: size,
          blockSize: size,
          fontSize: size * 0.42,
          "--avatar-hue": nameHue(name),
        } as CSSProperties
      }
      {...(isDecorative ? { "aria-hidden": true } : { role: "img", "aria-label": name, title: name })}
      data-initials={toInitials(name)}
    />
  );
}
