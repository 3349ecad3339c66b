import { type ReactNode, useId } from "react";
import type { Localization, Verdict } from "../../../contract/issues/localization.ts";
import { bestFunction, mainReasons, mostRelevantLines } from "../../domain/localizationReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { Tag } from "../ui/Tag.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Card } from "../ui/Card.tsx";
import { Stack } from "../ui/Stack.tsx";
import styles from "./AnswerPanel.module.css";
import { LocalizationReasonList } from "./LocalizationReasonList.tsx";
import { LocalizedFunctionList } from "./LocalizedFunctionList.tsx";
import type { CodeLines } from "./LocalizedFileItem.tsx";
import { RelevanceButtons } from "./RelevanceButtons.tsx";

export interface AnswerPanelProps {
  /** With at least one file: the first is the answer. */
  localization: Localization;
  /** The code of the answer. */
  code: ReactNode;
  /** The address of lines of a file on the code page. */
  codeHref: (place: CodeLines) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
  onVerdict: (verdict: Verdict | null) => void;
  /** Evidence that the issue may be fixed or obsolete already. */
  notices?: ReactNode;
  /** Buttons below the code. */
  actions?: ReactNode;
  /** Below the code: people, similar issues, next steps. */
  children: ReactNode;
}

const INTENT = { high: "success", medium: "primary", low: "warning" } as const;
const SHOWN_TERMS = 6;

/** The answer to an issue in one sentence, with its code, and what follows from it. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { localization, code, codeHref, commitHref, onVerdict, notices, actions, children } = props;
  const { confidence, files, repositories } = localization;
  const { t, format } = useTranslation("issuePage");
  const id = useId();
  const [file] = files;
  if (!file) return null;
  const fn = bestFunction(file);
  const lines = mostRelevantLines(file);
  const href = codeHref({
    source: file.repository,
    path: file.path,
    line: lines?.from,
    lastLine: lines?.to,
  });
  const reasons = mainReasons(file);
  const terms = [...new Set(reasons.flatMap((reason) => reason.terms))];
  const because = reasons.map(({ code: reason }) => t(`answer.because.${reason}`));
  const repository = repositories.length > 1 ? repositories.find((one) => one.id === file.repository)?.name : undefined;
  return (
    <Card
      as="section"
      tone="raised"
      edge={confidence === "low" ? "warning" : "primary"}
      className={styles.answer}
      aria-labelledby={id}
    >
      <Stack as="header" gap={2}>
        <h2 id={id} className={styles.sentence}>
          <Sentence
            text={
              fn
                ? t(`answer.${confidence}.function`, { start: fn.start_line, end: fn.end_line })
                : t(`answer.${confidence}.file`)
            }
            parts={{
              name: <code>{fn && nameOf(fn)}</code>,
              path: (
                <code>
                  <a href={href}>
                    <ForeignText text={file.path} />
                  </a>
                </code>
              ),
            }}
          />
        </h2>
        <Inline align="baseline">
          <Tag round intent={INTENT[confidence]}>
            {t(`localization.confidence.${confidence}`)}
          </Tag>
          {because.length > 0 && (
            <p className={styles.because}>
              {t("answer.because.sentence", { reasons: format.list(because) })}
              {repository !== undefined && ` ${t("answer.repository", { name: repository })}`}
            </p>
          )}
          {confidence !== "high" && (
            <Text as="p" tone="muted" size="small">
              {t(`localization.confidence.${confidence}Text`)}
            </Text>
          )}
        </Inline>
        {terms.length > 0 && <TermList terms={terms} shown={SHOWN_TERMS} label={t("localization.terms")} />}
        {notices}
      </Stack>
      <div className={styles.code}>
        {code}
        <div className={styles.actions}>
          <RelevanceButtons verdict={file.verdict} onVerdict={onVerdict} />
          {actions}
        </div>
        <Disclosure summary={t("answer.why")}>
          <LocalizationReasonList reasons={file.reasons} commitHref={commitHref} />
          <LocalizedFunctionList
            functions={file.functions}
            headingLevel={3}
            hrefOf={(range) => codeHref({ source: file.repository, path: file.path, ...range })}
          />
        </Disclosure>
      </div>
      <div className={styles.side}>{children}</div>
    </Card>
  );
}

const CALLABLE = new Set(["function", "method"]);

const nameOf = ({ name, kind }: { name: string; kind: string }): string => (CALLABLE.has(kind) ? `${name}()` : name);
