import type { LocalizedFunction } from "../../../contract/issues/localization.ts";
import { largest } from "../../domain/extremes.ts";
import { symbolKindOf } from "../../../contract/code/symbolKinds.ts";
import { byPoints } from "../../domain/localizationReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ScoreBar } from "../ui/ScoreBar.tsx";
import { TermList } from "../ui/TermList.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./LocalizedFileItem.module.css";

export interface LocalizedFunctionListProps {
  functions: readonly LocalizedFunction[];
  headingLevel?: 3 | 4;
  /** The address of lines of the file on the code page. */
  hrefOf: (lines: { line: number; lastLine: number }) => string;
}

/** The likely functions of a file, each with its lines, score and words. Renders nothing where there are none. */
export function LocalizedFunctionList({ functions, headingLevel = 4, hrefOf }: LocalizedFunctionListProps) {
  const { t } = useTranslation("issuePage");
  if (functions.length === 0) return null;
  const best = largest(
    functions.map(({ score }) => score),
    Number.EPSILON,
  );
  return (
    <section>
      <Text as={`h${headingLevel}`} tone="muted" className={styles.part}>
        {t("localization.functions")}
      </Text>
      <ul>
        {functions.map((fn) => (
          <FunctionLine
            key={`${fn.name} ${fn.start_line}`}
            fn={fn}
            best={best}
            href={hrefOf({ line: fn.start_line, lastLine: fn.end_line })}
          />
        ))}
      </ul>
    </section>
  );
}

interface FunctionLineProps {
  fn: LocalizedFunction;
  best: number;
  href: string;
}

const SHOWN_TERMS = 6;

function FunctionLine({ fn, best, href }: FunctionLineProps) {
  const { t } = useTranslation("issuePage");
  const kindName = useTranslation("symbolKinds").t(`kind.${symbolKindOf(fn.kind)}`);
  const share = Math.max(0, fn.score / best);
  const terms = [...new Set(byPoints(fn.reasons).flatMap((reason) => (reason.code === "penalty" ? [] : reason.terms)))];
  return (
    <li className={styles.fn}>
      <div className={styles.fnLine}>
        <Text as="code" size="compact" weight="strong" overflow="anywhere">
          <a href={href}>{fn.name}</a>
        </Text>
        <Text tone="muted">{kindName}</Text>
        <Text tone="muted" className={styles.lines}>
          {fn.start_line === fn.end_line
            ? t("localization.line", { start: fn.start_line })
            : t("localization.lines", { start: fn.start_line, end: fn.end_line })}
        </Text>
        <ScoreBar share={share} label={t("localization.share", { share })} />
      </div>
      {terms.length > 0 && <TermList terms={terms} shown={SHOWN_TERMS} label={t("localization.terms")} />}
    </li>
  );
}
