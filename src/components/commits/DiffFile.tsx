import { useId, useState, type ReactNode } from "react";
import type { CommitFile } from "../../../contract/code/commits.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { DisclosureButton } from "../ui/DisclosureButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { type DiffLayout, DiffHunks } from "../patterns/DiffHunks.tsx";
import { LineCounts } from "../patterns/LineCounts.tsx";
import styles from "./DiffFile.module.css";

export interface DiffFileProps {
  file: CommitFile;
  layout: DiffLayout;
  /** The file at this commit; null where it is no file any more. */
  href: string | null;
  /** Loads the lines of a folded file. */
  onUnfold: () => void;
  isUnfolding?: boolean;
  /** Why the last attempt to load them failed. */
  failure?: string | null;
  /** What is shown of an image. */
  images?: ReactNode;
  /** What was said about some lines, below each, by `lineKey`. Keep the map's identity stable. */
  lineNotes?: ReadonlyMap<string, ReactNode> | undefined;
  /** What was said about the file, below its lines. */
  notes?: ReactNode;
}

/** One file of a change: what happened to it, and its lines, or why there are none. */
export function DiffFile({
  file,
  layout,
  href,
  onUnfold,
  isUnfolding = false,
  failure = null,
  images,
  lineNotes,
  notes,
}: DiffFileProps) {
  const { t } = useTranslation("commits");
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const { path, old_path, change, old_mode, new_mode, kind } = file;
  const isModeChanged = old_mode !== null && new_mode !== null && old_mode !== new_mode && change !== "type";
  return (
    <section className={styles.file} id={`file-${file.number}`} aria-labelledby={id}>
      <header className={styles.head}>
        <DisclosureButton
          variant="button"
          button={{ variant: "minimal", size: "small" }}
          aria-label={t("diff.changes", { path })}
          isOpen={isOpen}
          controls={`${id}changes`}
          onToggle={() => setOpen(!isOpen)}
        />
        <h3 id={id} className={styles.path}>
          {href === null ? (
            <PathText path={path} />
          ) : (
            <a href={href}>
              <PathText path={path} />
            </a>
          )}
        </h3>
        {change !== "modified" && <Tag round>{t(`diff.change.${change}`)}</Tag>}
        <LineCounts added={file.added} removed={file.removed} />
      </header>
      {old_path !== null && (
        <Text as="p" size="small" tone="muted" overflow="anywhere" className={styles.fact}>
          {t("diff.renamedFrom", { path: old_path })}
        </Text>
      )}
      {isModeChanged && (
        <Text as="p" size="small" tone="muted" className={styles.fact}>
          {t("diff.mode", { before: old_mode, after: new_mode })}
        </Text>
      )}
      {isOpen && (
        <div id={`${id}changes`} className={styles.body}>
          {kind === "image" ? images : null}
          <FileBody
            file={file}
            layout={layout}
            onUnfold={onUnfold}
            isUnfolding={isUnfolding}
            failure={failure}
            lineNotes={lineNotes}
          />
          {notes ? <div className={styles.notes}>{notes}</div> : null}
        </div>
      )}
    </section>
  );
}

function FileBody({
  file,
  layout,
  onUnfold,
  isUnfolding,
  failure,
  lineNotes,
}: Required<Pick<DiffFileProps, "file" | "layout" | "onUnfold" | "isUnfolding" | "failure">> &
  Pick<DiffFileProps, "lineNotes">) {
  const { t, format } = useTranslation("commits");
  const { kind, hunks, folded, added, removed, old_size, new_size } = file;
  const sentence = (text: string) => (
    <Text as="p" size="small" tone="muted" className={styles.fact}>
      {text}
    </Text>
  );
  if (kind === "binary" || kind === "large" || kind === "image") {
    const sizes = [old_size, new_size].flatMap((size) => (size === null ? [] : [format.bytes(size)]));
    return sentence(`${t(`diff.kind.${kind}`)} (${sizes.join(" \u2192 ")})`);
  }
  if (folded !== null && hunks.length === 0) {
    const count = added === null || removed === null ? null : added + removed;
    const label = count === null ? t("diff.unfold") : t("diff.unfoldLines", { count });
    return (
      <Inline gap={3}>
        {sentence(t(`diff.folded.${folded}`))}
        <Button
          variant="outlined"
          size="small"
          loading={isUnfolding}
          text={label}
          aria-label={`${label}, ${file.path}`}
          onClick={onUnfold}
        />
        {failure !== null && (
          <Text size="small" tone="danger" role="alert">
            {failure}
          </Text>
        )}
      </Inline>
    );
  }
  return (
    <>
      {kind === "submodule" && sentence(t("diff.kind.submodule"))}
      {kind === "link" && sentence(t("diff.kind.link"))}
      {hunks.length === 0 ? (
        kind !== "submodule" && sentence(t(added === 0 && removed === 0 ? "diff.noLines" : "diff.notShown"))
      ) : (
        <DiffHunks hunks={hunks} layout={layout} language={file.language} label={file.path} notes={lineNotes} />
      )}
      {folded !== null && sentence(t("diff.truncated"))}
      {file.clipped && sentence(t("diff.clipped"))}
    </>
  );
}
