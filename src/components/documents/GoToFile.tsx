import { useId, useState, type KeyboardEvent } from "react";
import type { FoundDocument } from "../../../contract/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { SearchIcon } from "../ui/icons.ts";
import styles from "./GoToFile.module.css";

export interface GoToFileProps {
  text: string;
  /** Null: nothing was requested yet. */
  found: readonly FoundDocument[] | null;
  isFailed?: boolean;
  onChange: (text: string) => void;
  onOpen: (found: FoundDocument) => void;
}

/** Fuzzy finder of files and pages by the letters of their path. */
export function GoToFile({ text, found, isFailed = false, onChange, onOpen }: GoToFileProps) {
  const { t } = useTranslation("documents");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = isOpen && text.trim() !== "" ? (found ?? []) : [];
  const current = Math.min(active, Math.max(0, shown.length - 1));
  const isListed = shown.length > 0;

  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && isListed) {
      event.preventDefault();
      setActive((current + step + shown.length) % shown.length);
    } else if (event.key === "Enter" && shown[current]) {
      event.preventDefault();
      setOpen(false);
      onOpen(shown[current]);
    } else if (event.key === "Escape" && text !== "") {
      event.preventDefault();
      setOpen(false);
      onChange("");
    }
  };

  return (
    <div className={styles.field}>
      <InputGroup
        type="search"
        role="combobox"
        size="small"
        leftIcon={<SearchIcon />}
        aria-label={t("find.label")}
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `${id}${current}` : undefined}
        placeholder={t("find.placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={text}
        onChange={(event) => {
          setOpen(true);
          setActive(0);
          onChange(event.target.value);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={handleKey}
      />
      {isListed && (
        <div id={id} role="listbox" aria-label={t("find.results")} className={styles.list}>
          {shown.map((document, index) => (
            <div
              key={`${document.source} ${document.path}`}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={styles.option}
              // Keeps the focus in the field, so that the list does not close before the click.
              onMouseDown={(event) => {
                event.preventDefault();
                setOpen(false);
                onOpen(document);
              }}
            >
              <MarkedPath document={document} />
            </div>
          ))}
        </div>
      )}
      <p role="status" className={isOpen && text.trim() !== "" && !isListed ? styles.note : "visually-hidden"}>
        {isFailed
          ? t("find.failed")
          : text.trim() === "" || found === null
            ? ""
            : t("find.count", { count: found.length })}
      </p>
    </div>
  );
}

/** The path with the matched letters marked; the file name comes first, because users look for it. */
function MarkedPath({ document: { path, matched } }: { document: FoundDocument }) {
  const places = new Set(matched);
  const cut = path.lastIndexOf("/") + 1;
  const marked = (from: number, to: number) => {
    const parts: { text: string; isMatch: boolean }[] = [];
    for (let at = from; at < to; at++) {
      const isMatch = places.has(at);
      const last = parts.at(-1);
      if (last && last.isMatch === isMatch) last.text += path.charAt(at);
      else parts.push({ text: path.charAt(at), isMatch });
    }
    return parts.map(({ text, isMatch }, index) => (isMatch ? <b key={index}>{text}</b> : text));
  };
  return (
    <>
      <span className={styles.name}>{marked(cut, path.length)}</span>
      {cut > 0 && <span className={styles.folder}>{marked(0, cut - 1)}</span>}
    </>
  );
}
