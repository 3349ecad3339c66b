import { useTranslation } from "../../i18n/useTranslation.ts";
import { useNow } from "./Clock.ts";

export interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
}

/** "3 days ago", with the full date as tooltip and in `dateTime`. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const { format } = useTranslation("states");
  const now = useNow();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}
