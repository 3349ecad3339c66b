import { useMemo, type ReactNode } from "react";
import type { LocalizedFile } from "../../../contract/localization.ts";
import { CodeBlock } from "../../components/ui/CodeBlock.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { mostRelevantLines } from "../../domain/localizationReasons.ts";
import { useWords } from "../../i18n/useWords.ts";
import { useServices } from "../appContext.tsx";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";

/** The lines shown of a file without a matching function or passage. */
const START = { from: 1, to: 20 };

interface FileCodeProps {
  slug: string;
  file: LocalizedFile;
  /** The fallback while the file loads, and after a failure. */
  snippet: ReactNode;
}

/** The lines of a file that an issue is about, from the file itself. */
export function FileCode({ slug, file, snippet }: FileCodeProps) {
  const { documents } = useServices();
  const { t } = useWords("assistance");
  const wordFailure = useFailureText();
  const { repository, path } = file;
  const { answer, failure, isLoading, retry } = useAnswer(
    `${repository}\n${path}`,
    (signal) => documents.content(slug, { source: repository, path }, null, signal),
    { forgets: true },
  );
  const focus = useMemo(() => mostRelevantLines(file) ?? START, [file]);
  const matches = useMemo(() => file.snippet?.match_lines ?? [], [file]);
  if (failure) {
    return (
      <>
        {file.snippet !== null && snippet}
        <ErrorState
          title={t("where.codeFailed")}
          failure={wordFailure(failure)}
          isRetrying={isLoading}
          onRetry={retry}
        />
      </>
    );
  }
  // A file without text (an image, or one over the size limit) keeps its snippet, if there is one.
  if (!answer?.text) return snippet;
  return <CodeBlock path={path} text={answer.text} language={answer.language} focus={focus} matches={matches} />;
}
