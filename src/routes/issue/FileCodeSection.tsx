import { Suspense, useMemo, useState, type ReactNode } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { LocalizedFile } from "../../../contract/issues/localization.ts";
import { CodeBlock, excerptHeight } from "../../components/localization/CodeBlock.tsx";
import { FailedLine } from "../../components/patterns/FailedLine.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { splitLines } from "../../domain/codeLines.ts";
import { mostRelevantLines } from "../../domain/localizationReasons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useGroupedFailure } from "../failures/FailureGroup.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSymbolLookup } from "../code/useSymbolLookup.ts";
import { useFileContent } from "./useFileContent.ts";

/** Loaded with the first name that the reader points at. */
const SymbolLookupSection = lazyComponent(() => import("../code/SymbolLookupSection.tsx"), "SymbolLookupSection");

/** The lines shown of a file without a matching function or passage. */
const START = { from: 1, to: 20 };

interface FileCodeSectionProps {
  slug: string;
  file: LocalizedFile;
  /** The fallback while the file loads, and after a failure. */
  snippet: ReactNode;
  /** Lines before the button that shows the others; omitted: all that are relevant. */
  most?: number;
}

/** The lines of a file that an issue is about, from the file itself. */
export function FileCodeSection({ slug, file, snippet, most }: FileCodeSectionProps) {
  const { t } = useTranslation("issuePage");
  const formatError = useErrorMessage();
  const { repository, path } = file;
  const content = useFileContent(slug, file);
  const error = content.data === null ? content.error : null;
  const isReported = useGroupedFailure(error, content.isLoading, content.refetch);
  const lookup = useSymbolLookup(slug, { source: repository, path });
  const focus = useMemo(() => mostRelevantLines(file) ?? START, [file]);
  const matches = useMemo(() => file.snippet?.match_lines ?? [], [file]);
  const text = content.data?.text;
  const [isLate] = useState(content.data === null);
  /** Reserved, so that what is below the code does not move: before the file is there, and after that for it, the most that the code can take. */
  const height = useMemo(() => {
    if (most === undefined || (text === null && !isLate)) return undefined;
    return excerptHeight(focus, most, text && !isLate ? splitLines(text).length : undefined);
  }, [most, text, focus, isLate]);
  const place = height === undefined ? snippet : <Skeleton isAnnounced={false} count={1} height={`${height}px`} />;
  const loading = content.error ? null : place;
  return (
    <div style={{ minBlockSize: height }}>
      {error && file.snippet !== null && snippet}
      {error && !isReported && (
        <FailedLine
          title={t("localization.codeFailed")}
          failure={formatError(error)}
          isRetrying={content.isLoading}
          onRetry={content.refetch}
        />
      )}
      <AsyncContent query={{ ...content, error: null }} loading={loading}>
        {({ text, language }) =>
          // A file without text (an image, or one over the size limit) keeps its snippet, if there is one.
          text ? (
            <CodeBlock
              path={path}
              text={text}
              language={language}
              focus={focus}
              matches={matches}
              most={most}
              onSymbol={lookup.ask}
            />
          ) : (
            snippet
          )
        }
      </AsyncContent>
      {lookup.at !== null && (
        <Suspense>
          <SymbolLookupSection slug={slug} lookup={lookup} />
        </Suspense>
      )}
    </div>
  );
}
