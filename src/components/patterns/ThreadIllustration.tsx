import styles from "./ThreadIllustration.module.css";

/** Issue, function, commit, person and page, drawn around the middle of their knot. */
const GLYPHS = [
  "M0-3.5a3.5 3.5 0 1 0 .01 0M0-.5v1",
  "M2.5-4C.5-4.5 0-3.5-.2-2L-1 2.5C-1.2 4-2 4.5-3 4M-2.2-1h4",
  "M-5 0h2.5M2.5 0H5M0-2.5a2.5 2.5 0 1 0 .01 0",
  "M0-4a1.8 1.8 0 1 0 .01 0M-3.5 4c0-4 7-4 7 0",
  "M-3-4h4l2 2v6h-6zM-1.2 0h2.4M-1.2 2h2.4",
] as const;

/** Distance of two knots, in units of the drawing. */
const STEP = 32;

export interface ThreadIllustrationProps {
  /** How many of its five things the thread reaches; the rest of it is dotted. */
  reach?: 1 | 2 | 3 | 4 | 5;
}

/** The product's idea as a picture: the thread from an issue over a function, a commit and a person to a page. It says nothing that the text around it does not. */
export function ThreadIllustration({ reach = 5 }: ThreadIllustrationProps) {
  const line = `M16 16${`q${STEP / 4}-9 ${STEP / 2} 0t${STEP / 2} 0`.repeat(GLYPHS.length - 1)}`;
  return (
    <svg className={styles.thread} viewBox="0 0 160 32" width="160" height="32" aria-hidden="true">
      <path className={styles.rest} d={line} />
      <path
        className={styles.line}
        d={line}
        pathLength={GLYPHS.length - 1}
        strokeDasharray={`${reach - 1} ${GLYPHS.length}`}
      />
      {GLYPHS.map((glyph, index) => (
        <g key={glyph} transform={`translate(${16 + index * STEP} 16)`} data-reached={index < reach || undefined}>
          <circle r="9" />
          <path d={glyph} />
        </g>
      ))}
    </svg>
  );
}
