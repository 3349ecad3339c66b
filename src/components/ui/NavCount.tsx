import styles from "./NavCount.module.css";

export interface NavCountProps {
  /** Omitted: nothing is shown. */
  count?: string | undefined;
  /** For its place in the layout. */
  className?: string | undefined;
}

/**
 * A small number after the name of a page in a navigation. Screen readers need the space: without it the name and the number are one
 * word.
 */
export function NavCount({ count, className = "" }: NavCountProps) {
  if (count === undefined) return null;
  return (
    <>
      {" "}
      <span className={`${styles.count} ${className}`}>{count}</span>
    </>
  );
}
