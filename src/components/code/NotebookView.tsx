import { useMemo } from "react";
import { readNotebook } from "../../domain/codeFile.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeViewer } from "../patterns/CodeViewer.tsx";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { Markdown } from "../ui/Markdown.tsx";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./NotebookView.module.css";

export interface NotebookViewProps {
  /** The JSON of a notebook. Nothing in it is trusted: its HTML is never shown. */
  text: string;
}

/** The cells of a notebook: text, code, and outputs as text or pictures. */
export function NotebookView({ text }: NotebookViewProps) {
  const { t } = useTranslation("code");
  const notebook = useMemo(() => readNotebook(text), [text]);
  if (notebook === null) return <EmptyState headingLevel={3} title={t("notebook.wrong")} />;
  if (notebook.cells.length === 0) return <EmptyState headingLevel={3} title={t("notebook.empty")} />;
  return (
    <ol className={styles.cells}>
      {notebook.cells.map((cell, at) => (
        <Card as="li" key={at} padding={2} className={styles.cell}>
          {cell.kind === "markdown" ? (
            <Markdown text={cell.text} />
          ) : (
            <CodeViewer
              text={cell.text}
              language={cell.kind === "code" ? notebook.language : null}
              label={t("notebook.cell", { number: at + 1 })}
            />
          )}
          {cell.outputs.map((output, place) =>
            "image" in output ? (
              <img key={place} src={output.image} alt={t("notebook.output", { number: at + 1, place: place + 1 })} />
            ) : (
              <ScrollableRegion
                key={place}
                label={t("notebook.output", { number: at + 1, place: place + 1 })}
                maxHeight="24rem"
              >
                <pre className={styles.output}>{output.text}</pre>
              </ScrollableRegion>
            ),
          )}
        </Card>
      ))}
    </ol>
  );
}
