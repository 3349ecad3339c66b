import type { CALENDARS, Provider } from "../../../contract/constants.ts";
import { Icon } from "./Icon.tsx";
import { CalendarIcon, GitBranchIcon } from "./icons.ts";
import marks from "./providerMarks.svg?no-inline";
import styles from "./ProviderMark.module.css";

export type SourceProvider = Provider | (typeof CALENDARS)[number];

export interface ProviderMarkProps {
  provider: SourceProvider;
  /** Pixels. */
  size?: 12 | 14 | 16;
}

/**
 * The published mark of a provider in the colour of the text around it; the name is next to it. Git itself is no host, and no free
 * source has the mark of Microsoft's calendar: both have an icon. The paths are a file, because they would be 2 kB of the first load of home.
 */
export function ProviderMark({ provider, size = 16 }: ProviderMarkProps) {
  if (provider === "git") return <Icon of={GitBranchIcon} size={size} />;
  if (provider === "outlook_calendar") return <Icon of={CalendarIcon} size={size} />;
  return (
    <svg className={styles.mark} width={size} height={size} aria-hidden="true">
      <use href={`${marks}#${provider}`} />
    </svg>
  );
}
