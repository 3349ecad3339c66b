import type { ReactNode } from "react";
import type { LocalizedFile, Verdict } from "../../../contract/issues/localization.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RankedItem } from "../patterns/RankedItem.tsx";
import { mostRelevantLines, byPoints, findPenalty } from "../../domain/localizationReasons.ts";
import { LocalizedFunctionList } from "./LocalizedFunctionList.tsx";
import { LocalizationReasonList } from "./LocalizationReasonList.tsx";
import { RelevanceButtons } from "./RelevanceButtons.tsx";
import { LocalizedSnippet } from "./LocalizedSnippet.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { DocumentOpenIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./LocalizedFileItem.module.css";

export interface LocalizedFileItemProps {
  file: LocalizedFile;
  /** Position in the list, from 1. */
  rank: number;
  /** Score of the first file: its bar is full. */
  best: number;
  /** Name of the repository; null where there is only one. */
  repository: string | null;
  isOpen: boolean;
  onToggle: () => void;
  /** Stores the reader's verdict on the file; null removes it. Omitted where verdicts are not available. */
  onVerdict?: ((verdict: Verdict | null) => void) | undefined;
  /** The code page at some lines. */
  codeHref: (place: CodeLines) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  renderCode?: ((file: LocalizedFile, snippet: ReactNode) => ReactNode) | undefined;
}

/** Lines of a file, 1-based; without them the whole file. */
export interface CodeLines {
  readonly source: string;
  readonly path: string;
  readonly line?: number | undefined;
  readonly lastLine?: number | undefined;
}

/** One file: its score, its reasons, and the relevant lines. Its evidence expands in place. */
export function LocalizedFileItem(props: LocalizedFileItemProps) {
  const { file, rank, best, repository, isOpen, onToggle, onVerdict, codeHref, commitHref, renderCode } = props;
  const { t, format } = useTranslation("issuePage");
  const cut = file.path.lastIndexOf("/") + 1;
  const share = best > 0 ? Math.max(0, file.score / best) : 0;
  const reasons = byPoints(file.reasons);
  const penalties = reasons.filter(({ code }) => code === "penalty");
  const lines = mostRelevantLines(file);
  const place = { source: file.repository, path: file.path };
  const href = codeHref({ ...place, line: lines?.from, lastLine: lines?.to });
  const snippet = file.snippet ? (
    <LocalizedSnippet path={file.path} snippet={file.snippet} />
  ) : (
    <Text as="p" tone="muted">
      {t("localization.noSnippet")}
    </Text>
  );
  return (
    <RankedItem
      rank={rank}
      headingLevel={3}
      name={
        <span className={styles.path}>
          <Text tone="muted">
            <ForeignText text={file.path.slice(0, cut)} />
          </Text>
          <Text weight="strong">
            <ForeignText text={file.path.slice(cut)} />
          </Text>
        </span>
      }
      action={
        <LinkButton
          size="small"
          variant="minimal"
          href={href}
          icon={<DocumentOpenIcon />}
          aria-label={t("localization.openPath", { path: file.path })}
          title={t("localization.openPath", { path: file.path })}
        />
      }
      score={{
        share,
        label: t("localization.share", { share }),
        score: t("localization.score", { score: format.number(Math.round(file.score * 10) / 10) }),
      }}
      facts={
        repository && (
          <Text as="p" tone="muted" className={styles.repository}>
            {t("localization.inRepository", { name: repository })}
          </Text>
        )
      }
      summary={[...reasons.filter(({ code }) => code !== "penalty").slice(0, 2), ...penalties].map((reason) => {
        const penalty = reason.code === "penalty" ? findPenalty(reason) : undefined;
        return {
          text: penalty ? t(`penalty.${penalty}`) : t(`reason.${reason.code}`),
          isAgainst: penalty !== undefined,
        };
      })}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <section>
        <Text as="h4" tone="muted" className={styles.part}>
          {t("localization.why")}
        </Text>
        <Text as="p" size="small" tone="muted">
          {t("localization.points")}
        </Text>
        <LocalizationReasonList reasons={file.reasons} commitHref={commitHref} />
      </section>
      <LocalizedFunctionList functions={file.functions} hrefOf={(lines) => codeHref({ ...place, ...lines })} />
      {renderCode ? renderCode(file, snippet) : snippet}
      <a className={styles.explorer} href={href}>
        {t("localization.open")}
      </a>
      {onVerdict && <RelevanceButtons verdict={file.verdict} onVerdict={onVerdict} />}
    </RankedItem>
  );
}
