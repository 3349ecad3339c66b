import { memo, useId, useState, type ReactNode } from "react";
import { REQUEST_STATES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { SearchResultFacts } from "./SearchResultFacts.tsx";
import { SearchResultTitle } from "./SearchResultTitle.tsx";
import { SearchSnippet } from "./SearchSnippet.tsx";
import { RankExplanation } from "./RankExplanation.tsx";
import type { FoundResult } from "./resultGroups.ts";
import { DisclosureButton } from "../ui/DisclosureButton.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { Icon } from "../ui/Icon.tsx";
import {
  CodeIcon,
  DocumentIcon,
  FunctionIcon,
  GitCommitIcon,
  GitMergeIcon,
  IssueIcon,
  PersonIcon,
} from "../ui/icons.ts";
import styles from "./SearchResultItem.module.css";

export interface SearchResultItemProps {
  result: FoundResult;
  /** Address of its page in this app. Without one the result expands in place. */
  href?: string | undefined;
  /** The page of its author; omitted where they have none. */
  personHref?: string | undefined;
  /** Name of the source that contains it; omitted where the project has one source. */
  sourceName?: string | undefined;
  /** Opens its preview next to the list, or closes it; omitted where there is no preview. */
  onPreview?: ((result: FoundResult) => void) | undefined;
  isPreviewed?: boolean;
  /** Id of the preview. */
  previewId?: string;
  /** Renders all matches of the result's file, or the changes of a commit, when the reader unfolds them; omitted where there are none. */
  renderMatches?: ((result: FoundResult) => ReactNode) | undefined;
  /** Whether they are shown until the reader folds them. */
  isInitiallyUnfolded?: boolean;
  /** Matching lines of its file, with the one that is shown; omitted where they are not counted. */
  matchCount?: number | undefined;
}

const ICONS = {
  code: CodeIcon,
  symbol: FunctionIcon,
  issue: IssueIcon,
  request: GitMergeIcon,
  document: DocumentIcon,
  commit: GitCommitIcon,
  person: PersonIcon,
} as const;
/** Lines of a collapsed result: the match with two lines around it. */
const CLOSED_LINES = 5;

/** For a match in the title alone the snippet is the title, which is shown already. */
function hasSnippet({ snippet, title }: FoundResult): boolean {
  const text = snippet.map((piece) => piece.text).join("");
  return text !== "" && !title.endsWith(text);
}

/** One result: its kind, the position of the match, and its age. Memoized: its list is rendered again for each count and preview. */
export const SearchResultItem = memo(function SearchResultItem({
  result,
  href,
  personHref,
  sourceName,
  onPreview,
  isPreviewed = false,
  previewId = "",
  renderMatches,
  isInitiallyUnfolded = false,
  matchCount,
}: SearchResultItemProps) {
  const { t, format } = useTranslation("search");
  const [isOpen, setOpen] = useState(false);
  const [isExplained, setExplained] = useState(false);
  /** Null until the reader has chosen: the place of a result in the list may change. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isUnfolded = chosen ?? isInitiallyUnfolded;
  const isCommit = result.kind === "commit" && result.hash !== null;
  const hasMatches = renderMatches !== undefined && (isCommit || (result.kind === "code" && result.line !== null));
  const id = useId();
  // The lines above the match may show it already.
  const doc = result.context?.before.some((line) => line.includes(result.doc ?? "")) === true ? null : result.doc;
  const knownState = REQUEST_STATES.find((state) => state === result.state);
  const title = <SearchResultTitle result={result} />;
  return (
    <article className={styles.hit} aria-labelledby={`${id}title`}>
      <Text tone="muted" className={styles.icon} aria-hidden>
        <Icon of={ICONS[result.kind]} size={14} />
      </Text>
      <div>
        <div className={styles.line}>
          <h3 className={styles.title} id={`${id}title`}>
            {href === undefined ? (
              <DisclosureButton
                data-hit
                variant="link"
                isOpen={isOpen}
                controls={`${id}whole`}
                onToggle={() => setOpen(!isOpen)}
              >
                {title}
              </DisclosureButton>
            ) : (
              <a className={styles.open} data-hit href={href}>
                {title}
              </a>
            )}
          </h3>
          {result.exact && <Tag intent="primary">{t(`exact.${result.exact}`)}</Tag>}
          {result.state && (
            <Tag intent={result.state === "open" ? "success" : "none"}>
              {knownState ? t(`state.${knownState}`) : result.state}
            </Tag>
          )}
        </div>
        <SearchResultFacts result={result} href={href} personHref={personHref} sourceName={sourceName}>
          <DisclosureButton
            variant="quiet"
            isOpen={isExplained}
            controls={`${id}why`}
            onToggle={() => setExplained(!isExplained)}
          >
            {t("why.show")}
          </DisclosureButton>
          {onPreview && result.kind !== "person" && (
            <DisclosureButton
              variant="quiet"
              isOpen={isPreviewed}
              controls={previewId}
              onToggle={() => onPreview(result)}
            >
              {t("preview.show")}
            </DisclosureButton>
          )}
        </SearchResultFacts>
        {doc !== null && (
          <Text as="p" size="small" overflow="anywhere">
            {doc}
          </Text>
        )}
        {isExplained && <RankExplanation id={`${id}why`} result={result} />}
        {hasSnippet(result) && !isOpen && (isCommit || !isUnfolded) && (
          <SearchSnippet result={result} lines={CLOSED_LINES} />
        )}
        {hasMatches && matchCount === 1 && (
          <Text as="p" size="small" tone="muted" className={styles.note}>
            {t("matches.only")}
          </Text>
        )}
        {hasMatches && matchCount !== 1 && (
          <DisclosureButton
            variant="quiet"
            isOpen={isUnfolded}
            controls={`${id}matches`}
            onToggle={() => setChosen(!isUnfolded)}
          >
            {isCommit
              ? t("changes.show")
              : matchCount === undefined
                ? t("matches.show")
                : t("matches.more", { count: matchCount - 1, formatted: format.number(matchCount - 1) })}
          </DisclosureButton>
        )}
        <div id={`${id}matches`}>{isUnfolded && renderMatches?.(result)}</div>
        {href === undefined && <div id={`${id}whole`}>{isOpen && <ExpandedResult result={result} />}</div>}
      </div>
    </article>
  );
});

/** A result without a page, as it expands in place. */
function ExpandedResult({ result }: { result: FoundResult }) {
  const { t } = useTranslation("search");
  return (
    <>
      {result.path !== null && (
        <Text as="p" tone="muted" className={styles.whole}>
          <ForeignText text={result.path} />
        </Text>
      )}
      {hasSnippet(result) ? (
        <SearchSnippet result={result} />
      ) : (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {t("noSnippet")}
        </Text>
      )}
    </>
  );
}
