import { useState } from "react";
import type { FoundDocument } from "../../../contract/documents/documents.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Combobox } from "../ui/Combobox.tsx";
import { SearchIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
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
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen && text.trim() !== "" ? (found ?? []) : [];

  return (
    <div>
      <Combobox
        size="small"
        leftIcon={<SearchIcon />}
        label={t("find.label")}
        listLabel={t("find.results")}
        placeholder={t("find.placeholder")}
        maxLength={300}
        value={text}
        options={shown}
        keyOf={({ source, path }) => `${source} ${path}`}
        renderOption={(document) => <MarkedPath document={document} />}
        isFirstSelected
        onValueChange={(next) => {
          setOpen(true);
          onChange(next);
        }}
        onChoose={(document) => {
          setOpen(false);
          onOpen(document);
        }}
        onClose={(reason) => {
          setOpen(false);
          if (reason === "escape") onChange("");
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === "") return;
          event.preventDefault();
          setOpen(false);
          onChange("");
        }}
      />
      <Text
        as="p"
        tone="muted"
        role="status"
        className={isOpen && text.trim() !== "" && shown.length === 0 ? styles.note : "visually-hidden"}
      >
        {isFailed
          ? t("find.failed")
          : text.trim() === "" || found === null
            ? ""
            : t("find.count", { count: found.length })}
      </Text>
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
    <span className={styles.path}>
      <span className={styles.name}>{marked(cut, path.length)}</span>
      {cut > 0 && (
        <Text tone="muted" className={styles.folder}>
          {marked(0, cut - 1)}
        </Text>
      )}
    </span>
  );
}
