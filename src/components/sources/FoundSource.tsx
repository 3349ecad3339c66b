import type { SourceKind } from "../../domain/linkedSources.ts";
import { hasCustomFields, type Provider, type SourceCheck } from "../../domain/sourceDraft.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";
import { TickCircleIcon } from "../ui/icons.ts";
import styles from "./FoundSource.module.css";

export interface FoundSourceProps {
  kind: SourceKind;
  provider: Provider;
  found: Extract<SourceCheck, { status: "valid" }>["found"];
}

/** The host's answer to a source that is to be linked: its name, what Clew can read of it, and what the access lacks. */
export function FoundSource({ kind, provider, found }: FoundSourceProps) {
  const { t, format } = useTranslation("project");
  const notes = [
    found.account && t("form.account", { name: found.account }),
    found.missing_scopes && found.missing_scopes.length > 0
      ? t("form.missing", { scopes: found.missing_scopes.join(", ") })
      : null,
    hasCustomFields(kind, provider) && (found.custom_fields?.length ?? 0) > 0
      ? t("form.fieldsFound", { names: format.list(found.custom_fields ?? []) })
      : null,
  ];
  return (
    <Callout className={styles.found} intent="success" icon={<TickCircleIcon />}>
      <strong>{t("form.valid", { name: found.name })}</strong>
      <ul className={styles.facts}>
        <li>{t(`visibility.${found.visibility}`)}</li>
        {found.default_branch && <li>{t("form.branch", { name: found.default_branch })}</li>}
        {typeof found.items === "number" && <li>{t("form.validItems", { count: found.items })}</li>}
      </ul>
      <Notes texts={notes.filter((note) => typeof note === "string")} />
      {found.sample && found.sample.length > 0 && (
        <ul className={styles.sample} aria-label={t("form.sample")}>
          {found.sample.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      <Notes texts={found.notes ?? []} />
    </Callout>
  );
}

const Notes = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className={styles.note}>
      {text}
    </p>
  ));
