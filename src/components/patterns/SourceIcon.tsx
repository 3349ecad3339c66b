import { useTranslation } from "../../i18n/useTranslation.ts";
import { Icon } from "../ui/Icon.tsx";
import { IssueIcon } from "../ui/icons.ts";
import { ProviderMark, type SourceProvider } from "../ui/ProviderMark.tsx";
import styles from "./SourceIcon.module.css";

export interface SourceIconProps {
  provider: SourceProvider;
  /** The kind of source: a tracker of a host that also has repositories gets a second icon. */
  kind?: "repository" | "tracker" | "wiki";
  size?: 12 | 14 | 16;
  /** Show the provider's name next to the icon. */
  hasName?: boolean;
}

/** The origin of something: the mark of its provider, and the provider's name for screen readers. */
export function SourceIcon({ provider, kind, size = 16, hasName = false }: SourceIconProps) {
  const { t } = useTranslation("states");
  const name = t(`sources.${provider}`);
  return (
    <span className={styles.source} title={hasName ? undefined : name}>
      <ProviderMark provider={provider} size={size} />
      {kind === "tracker" && provider !== "jira" && <Icon of={IssueIcon} size={size} />}
      <span className={hasName ? undefined : "visually-hidden"}>{name}</span>
    </span>
  );
}
