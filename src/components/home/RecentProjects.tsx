import type { Project } from "../../../contract/projects.ts";
import { linkedSources } from "../../domain/linkedSources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { Card } from "../ui/Card.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./RecentProjects.module.css";

export interface RecentProjectsProps {
  projects: readonly Project[];
  hrefOf: (slug: string) => string;
}

const STATES = { queued: "syncQueued", running: "syncRunning", ready: "syncReady", failed: "syncFailed" } as const;
/** Precedence of states: failures first, then running syncs. */
const ORDER = ["failed", "running", "queued", "ready"] as const;
const INTENTS = { queued: "none", running: "primary", ready: "success", failed: "danger" } as const;

/** Cards of the most recently opened projects. */
export function RecentProjects({ projects, hrefOf }: RecentProjectsProps) {
  const { t } = useTranslation("home");
  const states = useTranslation("states");
  return (
    <ul className={styles.list}>
      {projects.map((project) => {
        const { slug, name, role, updated_at } = project;
        const sources = linkedSources(project);
        const state = ORDER.find((one) => sources.some(({ sync }) => sync.state === one));
        return (
          <li key={slug}>
            <Card tone="raised" className={styles.card}>
              <div className={styles.head}>
                <h3 className={styles.name}>
                  <a href={hrefOf(slug)}>{name}</a>
                </h3>
                <Tag>{states.t(`roles.${role}`)}</Tag>
              </div>
              <Text as="div" tone="muted" className={styles.sources}>
                {sources.slice(0, 6).map(({ id, provider, kind }) => (
                  <SourceIcon key={id} provider={provider} kind={kind} />
                ))}
                <span>{sources.length > 0 ? t("sources", { count: sources.length }) : t("noSources")}</span>
              </Text>
              <Text as="div" tone="muted" className={styles.foot}>
                {state && <Tag intent={INTENTS[state]}>{states.t(STATES[state])}</Tag>}
                <span>
                  <RelativeTime at={updated_at} />
                </span>
              </Text>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
