import { HOUR_SECONDS } from "../../../contract/durations.ts";
import type { CompanyHealth, HealthState } from "../../../contract/access/health.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { HealthStatusMark } from "./HealthStatusMark.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./HealthComponentList.module.css";

interface Part {
  readonly name: "database" | "queue" | "disk" | "backup" | "index" | "mail" | "server";
  readonly state: HealthState;
  readonly facts: readonly string[];
  readonly advice?: "damaged";
  /** Where it is set up and tested. */
  readonly href?: string;
}

export interface HealthComponentListProps {
  health: CompanyHealth;
  /** The page of the setup, which tests the mail server. */
  setupHref: string;
}

/** The parts of an installation, each with its figures and, where it is not healthy, what to do. */
export function HealthComponentList({ health, setupHref }: HealthComponentListProps) {
  const { t, format } = useTranslation("settings");
  const { database, queue, disk, backup, index, mail, server } = health;
  const minutes = (seconds: number): string =>
    t("health.minutes", { count: Math.round(seconds / 60), shown: format.number(Math.round(seconds / 60)) });
  const parts: readonly Part[] = [
    {
      name: "database",
      state: database.state,
      facts: [
        t(`health.engine.${database.engine}`),
        t("health.queriesWaiting", { shown: format.number(database.waiting) }),
        ...(database.damaged_at === null ? [] : [t("health.damaged")]),
      ],
      ...(database.damaged_at !== null && { advice: "damaged" }),
    },
    {
      name: "queue",
      state: queue.state,
      facts: [
        t("health.jobs", { running: format.number(queue.running), waiting: format.number(queue.waiting) }),
        ...(queue.oldest_seconds === null ? [] : [t("health.oldest", { age: minutes(queue.oldest_seconds) })]),
      ],
    },
    ...(disk
      ? [
          {
            name: "disk" as const,
            state: disk.state,
            facts: [
              t("health.free", {
                free: format.bytes(disk.free_bytes),
                total: format.bytes(disk.total_bytes),
              }),
            ],
          },
        ]
      : []),
    ...(backup
      ? [
          {
            name: "backup" as const,
            state: backup.state,
            facts:
              backup.age_seconds === null
                ? [t("health.noBackup")]
                : [
                    t("health.backupAge", {
                      count: Math.round(backup.age_seconds / HOUR_SECONDS),
                      shown: format.number(Math.round(backup.age_seconds / HOUR_SECONDS)),
                    }),
                    t(backup.is_encrypted ? "health.encrypted" : "health.notEncrypted"),
                    ...(backup.restored_at === null
                      ? []
                      : [t("health.restored", { date: format.date(backup.restored_at) })]),
                  ],
          },
        ]
      : []),
    {
      name: "index",
      state: index.state,
      facts: [
        t("health.indexed", { projects: format.number(index.projects), files: format.number(index.files) }),
        t("health.open", { size: format.bytes(index.open_bytes) }),
      ],
    },
    {
      name: "mail",
      href: setupHref,
      state: mail.state,
      facts: [
        mail.is_sent ? t("health.mailSent") : t("health.mailKept"),
        t("health.letters", { waiting: format.number(mail.waiting), failed: format.number(mail.failed) }),
      ],
    },
    {
      name: "server",
      state: server.state,
      facts: [
        t("health.lag", { milliseconds: format.number(Math.round(server.lag_seconds * 1000)) }),
        t("health.memory", { size: format.bytes(server.memory_bytes) }),
      ],
    },
  ];
  return (
    <ul className={styles.parts}>
      {parts.map(({ name, state, facts, advice = name, href }) => (
        <Card as="li" key={name} padding={3} className={styles.part}>
          <p className={styles.partName}>
            <HealthStatusMark state={state} /> {t(`health.part.${name}`)}
          </p>
          {facts.map((fact) => (
            <Text as="p" key={fact} tone="muted" isNumeric>
              {fact}
            </Text>
          ))}
          {state !== "good" && <p>{t(`health.advice.${advice}`)}</p>}
          {href !== undefined && <a href={href}>{t("health.mailSetup")}</a>}
        </Card>
      ))}
    </ul>
  );
}
