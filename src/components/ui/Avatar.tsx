import { useState } from "react";
import { initialsOf, nameHue } from "./initials.ts";
import styles from "./Avatar.module.css";

export interface AvatarProps {
  name: string;
  /** Pixels: 20 in a line of text, 32 in the top bar. */
  size?: 20 | 24 | 32 | 48;
  /** True where the name is shown next to it, so that screen readers do not read it twice. */
  isDecorative?: boolean;
  /** An https address of a photo; the initials show until it is loaded, and where it cannot be. */
  src?: string | null;
}

/** A person's initials on a colour derived from their name, or their photo. */
export function Avatar({ name, size = 32, isDecorative = false, src = null }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== null && src.startsWith("https://") && src !== failed;
  return (
    <span
      className={styles.avatar}
      style={{
        inlineSize: size,
        blockSize: size,
        fontSize: size * 0.42,
        backgroundColor: `hsl(${nameHue(name)} 55% 29%)`,
      }}
      {...(isDecorative ? { "aria-hidden": true } : { role: "img", "aria-label": name, title: name })}
      data-initials={initialsOf(name)}
    >
      {isShown && (
        <img
          className={styles.photo}
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  );
}
