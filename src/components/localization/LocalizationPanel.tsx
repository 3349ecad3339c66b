import type { ReactNode } from "react";
import type { Localization, LocalizedFile, Verdict } from "../../../contract/issues/localization.ts";
import type { Repository } from "../../../contract/projects.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { SyncBar } from "../patterns/SyncBar.tsx";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { fileKey, missingReasons } from "../../domain/localizationReasons.ts";
import { type CodeLines, LocalizedFileItem } from "./LocalizedFileItem.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Icon } from "../ui/Icon.tsx";
import { GitRepoIcon, HelpIcon, SearchIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { useShowRest } from "../ui/useShowRest.ts";
import styles from "./LocalizationPanel.module.css";

export interface LocalizationPanelProps {
  localization: Localization;
  /** The project's repositories, for the state of those that are not indexed yet. */
  repositories: readonly Repository[];
  /** Key of the file whose evidence is expanded; null: none. */
  openFile: string | null;
  /** The first files are shown elsewhere as the answer, with the confidence. */
  skip?: number;
  /** The page where sources are added and synced. */
  sourcesHref: string;
  onOpenFile: (key: string | null) => void;
  /** The button that copies the localization. */
  copyButton?: ReactNode;
  /** Stores the reader's verdict on a file; null removes it. */
  onVerdict?: (file: LocalizedFile, verdict: Verdict | null) => void;
  /** The address of lines of a file on the code page. */
  codeHref: (place: CodeLines) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  /** Renders the code of an open file; the snippet is the fallback while it loads. */
  renderCode?: ((file: LocalizedFile, snippet: ReactNode) => ReactNode) | undefined;
  /** Shown under the title, where the text is not an issue. */
  lead?: string;
}

/** Files shown before "more", and of those that follow an answer. */
const SHOWN = 8;
const SHOWN_AFTER = 3;
const INTENT = { high: "success", medium: "primary", low: "warning" } as const;

/** The localization of an issue in the code, with its evidence. */
export function LocalizationPanel(props: LocalizationPanelProps) {
  const { localization, copyButton, skip = 0, lead } = props;
  const { t } = useTranslation("issuePage");
  const hasFiles = localization.files.length > 0;
  const isContinued = hasFiles && skip > 0;
  return (
    <PanelCard
      title={t(isContinued ? "localization.others" : "localization.title")}
      lead={lead ?? t(isContinued ? "localization.othersLead" : "localization.lead")}
      {...(hasFiles &&
        !isContinued && {
          badge: (
            <Tag round intent={INTENT[localization.confidence]}>
              {t(`localization.confidence.${localization.confidence}`)}
            </Tag>
          ),
        })}
      actions={hasFiles && copyButton}
    >
      <LocalizationContent {...props} />
    </PanelCard>
  );
}

type SearchedRepository = Localization["repositories"][number] & { readonly commit: string };

const isSearched = (repository: Localization["repositories"][number]): repository is SearchedRepository =>
  repository.commit !== null;

function LocalizationContent(props: LocalizationPanelProps) {
  const { localization, repositories, skip = 0, sourcesHref, commitHref } = props;
  const { t } = useTranslation("issuePage");
  const pending = localization.repositories.filter((repository) => !isSearched(repository));
  const searched = localization.repositories.filter(isSearched);
  const sources = <LinkButton size="small" variant="outlined" href={sourcesHref} text={t("localization.sources")} />;

  if (localization.repositories.length === 0) {
    return (
      <EmptyState
        headingLevel={3}
        icon={<GitRepoIcon size={40} />}
        title={t("localization.noRepository")}
        action={<LinkButton href={sourcesHref} text={t("localization.addRepository")} />}
      >
        {t("localization.noRepositoryText")}
      </EmptyState>
    );
  }
  if (searched.length === 0) {
    return (
      <div className={styles.waiting}>
        <EmptyState
          headingLevel={3}
          icon={<SearchIcon size={40} />}
          title={t("localization.notIndexed")}
          action={sources}
        >
          {t("localization.notIndexedText")}
        </EmptyState>
        <PendingRepositories pending={pending} repositories={repositories} />
      </div>
    );
  }
  return (
    <>
      {pending.length > 0 && (
        <>
          <InlineNotice title={t("localization.partial")} action={sources}>
            {t("localization.partialText", { count: pending.length })}
          </InlineNotice>
          <PendingRepositories pending={pending} repositories={repositories} />
        </>
      )}
      {localization.files.length > 0 && (skip === 0 || localization.confidence === "low") && (
        <Confidence localization={localization} />
      )}
      {localization.files.length === 0 ? (
        <EmptyState headingLevel={3} icon={<SearchIcon size={40} />} title={t("localization.empty")}>
          {t("localization.emptyText")}
        </EmptyState>
      ) : (
        <LocalizedFileList {...props} />
      )}
      <SearchedRepositories searched={searched} tookMs={localization.took_ms} commitHref={commitHref} />
    </>
  );
}

/** The ranked files. Lower ranks are less likely, so the list is short and the next panels are near. */
function LocalizedFileList({
  localization,
  skip = 0,
  openFile,
  onOpenFile,
  onVerdict,
  codeHref,
  commitHref,
  renderCode,
}: LocalizationPanelProps) {
  const { t } = useTranslation("issuePage");
  const { repositories, files } = localization;
  // The file in the address is always shown.
  const openIndex = files.findIndex((file) => fileKey(file) === openFile);
  const short = Math.max(skip > 0 ? skip + SHOWN_AFTER : SHOWN, openIndex + 1);
  const { isExpanded, expand, list } = useShowRest<HTMLOListElement>(short - skip);
  const end = isExpanded ? files.length : short;
  const best = files[0]?.score ?? 0;
  return (
    <>
      <ol ref={list} aria-label={t("localization.list")}>
        {files.slice(skip, end).map((file, index) => {
          const key = fileKey(file);
          const isOpen = key === openFile;
          return (
            <LocalizedFileItem
              key={key}
              file={file}
              rank={skip + index + 1}
              best={best}
              repository={
                repositories.length > 1 ? (repositories.find(({ id }) => id === file.repository)?.name ?? null) : null
              }
              isOpen={isOpen}
              onToggle={() => onOpenFile(isOpen ? null : key)}
              onVerdict={onVerdict && ((verdict) => onVerdict(file, verdict))}
              codeHref={codeHref}
              commitHref={commitHref}
              renderCode={renderCode}
            />
          );
        })}
      </ol>
      {files.length > end && (
        <Button
          className={styles.more}
          variant="minimal"
          text={t("localization.more", { count: files.length - end })}
          onClick={expand}
        />
      )}
    </>
  );
}

interface SearchedRepositoriesProps {
  searched: readonly SearchedRepository[];
  tookMs: number;
  commitHref: (hash: string) => string;
}

/** The repositories at the commits that were searched, and how long the localization took. */
function SearchedRepositories({ searched, tookMs, commitHref }: SearchedRepositoriesProps) {
  const { t } = useTranslation("issuePage");
  return (
    <Text as="footer" tone="muted" className={styles.searched}>
      <span>{t("localization.looked")}</span>
      {searched.map(({ id, name, commit, indexed_at }) => (
        <span key={id}>
          <a className={styles.commit} href={commitHref(commit)}>
            {t("localization.repository", { name, commit: shortHash(commit) })}
          </a>
          {indexed_at && (
            <>
              {" · "}
              <RelativeTime at={indexed_at} />
            </>
          )}
        </span>
      ))}
      <span className={styles.took}>{t("localization.took", { ms: Math.round(tookMs) })}</span>
    </Text>
  );
}

/** The confidence of the localization; where it is low, what the report is missing. */
function Confidence({ localization }: { localization: Localization }) {
  const { t } = useTranslation("issuePage");
  const { confidence } = localization;
  const missing = confidence === "low" ? missingReasons(localization) : [];
  return (
    <div className={styles.confidence} data-confidence={confidence}>
      {confidence === "low" && <Icon of={HelpIcon} size={16} />}
      <div>
        <p>{t(`localization.confidence.${confidence}Text`)}</p>
        {missing.length > 0 && (
          <Text as="ul" tone="muted">
            {missing.map((code) => (
              <li key={code}>{t(`localization.missing.${code}`)}</li>
            ))}
          </Text>
        )}
      </div>
    </div>
  );
}

interface PendingRepositoriesProps {
  pending: Localization["repositories"];
  repositories: readonly Repository[];
}

/** Repositories without an index yet, each with its sync. */
function PendingRepositories({ pending, repositories }: PendingRepositoriesProps) {
  return (
    <ul className={styles.syncs}>
      {pending.map(({ id, name }) => {
        const repository = repositories.find((candidate) => candidate.id === id);
        return <li key={id}>{repository ? <SyncBar name={name} sync={repository.sync} /> : name}</li>;
      })}
    </ul>
  );
}
