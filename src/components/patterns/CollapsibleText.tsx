import { useId, useState } from "react";
import { isTruncated } from "../../domain/markdownLimits.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type HeadingLevel, Markdown } from "../ui/Markdown.tsx";
import { Button } from "../ui/Button.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CollapsibleText.module.css";

export interface CollapsibleTextProps {
  text: string;
  /** Address of the page that contains the text. */
  base: string | null;
  headingLevel: HeadingLevel;
  /** The pages of what the text names, by the name as it is written. Keep the map's identity stable. */
  nameHrefs?: ReadonlyMap<string, string> | undefined;
}

/** Longer texts, in UTF-16 units or lines, are folded: they would push everything else off the screen. */
const LONG = 4000;
const MANY_LINES = 60;

/** A text that is folded when it is long. */
export function CollapsibleText({ text, base, headingLevel, nameHrefs }: CollapsibleTextProps) {
  const { t } = useTranslation("controls");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > LONG || text.split("\n", MANY_LINES + 1).length > MANY_LINES;
  const isFolded = isLong && !isOpen;
  return (
    <div>
      <div id={id} className={isFolded ? styles.folded : undefined}>
        <Markdown
          text={isFolded ? text.slice(0, LONG) : text}
          base={base}
          headingLevel={headingLevel}
          nameHrefs={nameHrefs}
        />
      </div>
      {isLong && (
        <Button
          size="small"
          variant="outlined"
          aria-controls={id}
          text={t(isOpen ? "longText.collapse" : "longText.expand")}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
      {isOpen && isTruncated(text) && (
        <Text as="p" tone="muted" className={styles.cut}>
          {t("longText.cut")} {base && <a href={base}>{t("longText.cutLink")}</a>}
        </Text>
      )}
    </div>
  );
}
