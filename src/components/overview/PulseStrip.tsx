import type { ReactNode } from "react";
import type { Overview, PulseMetric, PulseSeries } from "../../../contract/overview.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { WeeklyBars } from "../charts/WeeklyBars.tsx";
import { Section } from "../ui/Section.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./PulseStrip.module.css";

export interface PulseStripProps {
  pulse: Overview["pulse"];
  /** The list of what each number counts. */
  hrefs: Readonly<Record<PulseMetric, string>>;
  /** Next to the name of a number. */
  actionOf?: (metric: PulseMetric, name: string) => ReactNode;
}

/** What happened in twelve weeks, with the change to the twelve before where it is more than chance. */
export function PulseStrip({ pulse: { weeks, series }, hrefs, actionOf }: PulseStripProps) {
  const { t } = useTranslation("overview");
  if (series.length === 0) return null;
  if (series.every(({ total, previous }) => total === 0 && (previous ?? 0) === 0)) {
    return (
      <Text as="p" tone="muted">
        {t("pulse.nothing")}
      </Text>
    );
  }
  return (
    <Section title={t("pulse.title")} headingLevel={2} gap={2}>
      <ul className={styles.series}>
        {series.map((one) => (
          <li key={one.metric}>
            <PulseTile series={one} weeks={weeks} href={hrefs[one.metric]} actionOf={actionOf} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface PulseTileProps {
  series: PulseSeries;
  weeks: readonly string[];
  href: string;
  actionOf: PulseStripProps["actionOf"];
}

function PulseTile({
  series: { metric, weeks: counts, total, previous, trend },
  weeks,
  href,
  actionOf,
}: PulseTileProps) {
  const { t, format } = useTranslation("overview");
  const name = t(`pulse.${metric}`);
  const number = format.number(total);
  const dayOf = (week: string): string => format.date(`${week}T12:00:00Z`);
  return (
    <Card tone="raised" padding={3} className={styles.tile}>
      <div className={styles.name}>
        <Text tone="muted" overflow="ellipsis">
          {name}
        </Text>
        {actionOf?.(metric, name)}
      </div>
      <div className={styles.total}>
        <Text size="title" weight="strong" isNumeric>
          <a href={href} aria-label={t("pulse.open", { name, count: total, formatted: number })}>
            {number}
          </a>
        </Text>
        {trend !== null && previous !== null && (
          <Text tone="muted" size="small">
            <span aria-hidden="true">{trend === "up" ? "↑ " : "↓ "}</span>
            {t(`pulse.${trend}`, { before: format.number(previous) })}
          </Text>
        )}
      </div>
      <WeeklyBars
        label={t("pulse.weeks", { name, counts: format.list(counts.map((count) => format.number(count))) })}
        values={counts}
        titles={counts.map((count, at) =>
          t("pulse.week", { date: dayOf(weeks[at] ?? ""), formatted: format.number(count) }),
        )}
      />
    </Card>
  );
}
