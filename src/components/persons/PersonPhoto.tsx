import { useState } from "react";
import { Avatar } from "../ui/Avatar.tsx";
import styles from "./PersonPhoto.module.css";

export interface PersonPhotoProps {
  name: string;
  /** An https address; the initials show where there is none, and where it cannot be loaded. */
  src: string | null;
}

const SIZE = 48;

/** A person's photo at their host, next to their name. The host does not learn which page shows it. */
export function PersonPhoto({ name, src }: PersonPhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || !src.startsWith("https://") || src === failed) {
    return <Avatar name={name} size={SIZE} isDecorative />;
  }
  return (
    <img
      className={styles.photo}
      src={src}
      alt=""
      width={SIZE}
      height={SIZE}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
