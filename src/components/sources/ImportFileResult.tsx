import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { DownloadIcon } from "../ui/icons.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ImportFileResultProps {
  counts: { readonly new: number; readonly changed: number; readonly unchanged: number; readonly older: number };
  /** Rows that an interrupted import had sent before. */
  skipped: number;
  refused: number;
  /** The first reasons, each with its row. */
  reasons: readonly string[];
  /** Why the import has ended before its end; null for one that is complete. */
  stopped: string | null;
  onDownload: () => void;
}

/** The outcome of the rows of a file. */
export function ImportFileResult({ counts, skipped, refused, reasons, stopped, onDownload }: ImportFileResultProps) {
  const { t, format } = useTranslation("imports");
  return (
    <Stack gap={3}>
      {stopped === null ? (
        <Callout intent="success" role="status">
          {t("file.done")}
        </Callout>
      ) : (
        <Callout intent="warning" role="status">
          {t("file.stopped", { reason: stopped })}
        </Callout>
      )}
      <FactList layout="row" label={t("file.result")}>
        <Fact name={t("file.counts.new")}>{format.number(counts.new)}</Fact>
        <Fact name={t("file.counts.changed")}>{format.number(counts.changed)}</Fact>
        <Fact name={t("file.counts.unchanged")}>{format.number(counts.unchanged)}</Fact>
        {counts.older > 0 && <Fact name={t("file.counts.older")}>{format.number(counts.older)}</Fact>}
        {skipped > 0 && <Fact name={t("file.counts.skipped")}>{format.number(skipped)}</Fact>}
        <Fact name={t("file.counts.refused")}>{format.number(refused)}</Fact>
      </FactList>
      {refused > 0 && (
        <>
          <Stack as="ul" gap={1}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Text size="small" overflow="anywhere">
                  {reason}
                </Text>
              </li>
            ))}
          </Stack>
          <div>
            <Button icon={<DownloadIcon />} text={t("file.download")} onClick={onDownload} />
          </div>
        </>
      )}
    </Stack>
  );
}
