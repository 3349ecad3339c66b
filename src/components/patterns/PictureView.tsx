import { Card } from "../ui/Card.tsx";
import styles from "./PictureView.module.css";

export interface PictureViewProps {
  /** A `data:` address. An SVG shown as an image runs no script and loads nothing. */
  src: string;
  name: string;
}

/** A picture on a ground that shows its transparent parts. */
export function PictureView({ src, name }: PictureViewProps) {
  return (
    <Card className={styles.picture}>
      <img src={src} alt={name} />
    </Card>
  );
}
