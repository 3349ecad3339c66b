import { encode } from "uqr";
import styles from "./QrCode.module.css";

export interface QrCodeProps {
  text: string;
  /** What the picture is, for those who do not see it. */
  label: string;
}

/** The quiet zone that ISO/IEC 18004 demands, in modules. */
const QUIET_ZONE = 4;

/** A text as a QR code. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
