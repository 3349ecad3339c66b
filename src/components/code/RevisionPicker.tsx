import type { CodeRef } from "../../../contract/code/code.ts";
import { isCommitHash, shortHash } from "../../../contract/code/shortHash.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InputGroup } from "../ui/InputGroup.ts";
import { PopoverButton } from "../ui/PopoverButton.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { CaretDownIcon, SearchIcon } from "../ui/icons.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./RevisionPicker.module.css";

export interface RevisionPickerProps {
  /** What the button says: the name of the revision on screen. */
  current: string;
  /** Names the button where a page has several. */
  label: string;
  text: string;
  /** Null: not loaded yet. */
  refs: readonly CodeRef[] | null;
  total: number;
  failure?: string | null;
  /** The page at a revision; null: at the last synced commit. */
  hrefOf: (revision: string | null) => string;
  onChange: (text: string) => void;
  onOpened?: () => void;
  /** Where branches are chosen that are read besides the default one; omitted for users who may not choose them. */
  sourcesHref?: string | undefined;
}

/** Chooses a branch, a tag or a commit by its name. */
export function RevisionPicker(props: RevisionPickerProps) {
  const { current, label } = props;
  return (
    <PopoverButton
      label={label}
      placement="bottom-start"
      button={{
        "aria-label": `${label}: ${current}`,
        className: styles.button ?? "",
        text: (
          <span className={styles.current}>
            <span className={styles.name}>{current}</span>
          </span>
        ),
        endIcon: <CaretDownIcon aria-hidden={true} />,
      }}
      content={<RevisionList {...props} />}
      {...(props.onOpened && { onOpened: props.onOpened })}
    />
  );
}

function RevisionList({ text, refs, total, failure, hrefOf, onChange, sourcesHref }: RevisionPickerProps) {
  const { t } = useTranslation("code");
  const trimmed = text.trim();
  const group = (kind: CodeRef["kind"]) => (refs ?? []).filter((one) => one.kind === kind);
  return (
    <div className={styles.panel}>
      <InputGroup
        size="small"
        leftIcon={<SearchIcon />}
        aria-label={t("revision.search")}
        placeholder={t("revision.placeholder")}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.list}>
        {isCommitHash(trimmed) && (
          <a href={hrefOf(trimmed.toLowerCase())} className={styles.ref}>
            {t("revision.commit", { hash: shortHash(trimmed) })}
          </a>
        )}
        {(["branch", "tag"] as const).map((kind) => {
          const found = group(kind);
          return (
            found.length > 0 && (
              <section key={kind} aria-label={t(`revision.${kind}`)}>
                <Text as="p" size="small" tone="muted" className={styles.kind}>
                  {t(`revision.${kind}`)}
                </Text>
                <ul className={styles.refs}>
                  {found.map((one) => (
                    <li key={one.revision}>
                      <RefLine found={one} href={hrefOf(one.is_default ? null : one.revision)} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
      </div>
      <Text as="p" size="small" tone={failure ? "danger" : "muted"} role="status" className={styles.note}>
        {failure ??
          (refs === null
            ? t("revision.loading")
            : refs.length === 0
              ? t("revision.none")
              : total > refs.length
                ? t("revision.more", { count: total - refs.length })
                : "")}
      </Text>
      <Text as="p" size="small" tone="muted" className={styles.note}>
        {t("revision.others")}
      </Text>
      {sourcesHref !== undefined && <a href={sourcesHref}>{t("revision.choose")}</a>}
    </div>
  );
}

function RefLine({ found, href }: { found: CodeRef; href: string }) {
  const { t } = useTranslation("code");
  if (!found.is_read)
    return (
      <span className={styles.ref}>
        <Text tone="muted" className={styles.name}>
          <ForeignText text={found.name} />
        </Text>
        <Tag>{t("revision.notRead")}</Tag>
        <span className="visually-hidden">{t("revision.unread")}</span>
      </span>
    );
  return (
    <a href={href} className={styles.ref}>
      <span className={styles.name}>
        <ForeignText text={found.name} />
      </span>
      {found.is_default && <Tag>{t("revision.default")}</Tag>}
      {found.at !== null && (
        <Text size="small" tone="muted">
          <RelativeTime at={found.at} />
        </Text>
      )}
    </a>
  );
}
