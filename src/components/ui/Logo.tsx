import styles from "./Logo.module.css";

export interface LogoProps {
  /** Pixels. */
  size?: number;
}

/** The product's logo. */
export function Logo({ size = 28 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.logo}>
      <rect width="32" height="32" rx="7" fill="var(--clew-primary-darken-1)" />
      <g fill="none" stroke="#ffffff" strokeLinecap="round">
        <circle cx="15" cy="15" r="8.5" strokeWidth="2.4" />
        <path d="M9 11.5c4-3.5 9-2.5 12 1M7.8 16c4.6-4 10.6-3 14 1.5M9.5 20.5c3.5-2.5 7.5-2 10 .8" strokeWidth="1.9" />
        <path d="M21.5 20.5c2 2.5 3.500 4.500 5.500 5" strokeWidth="2.4" />
      </g>
    </svg>
  );
}
