import { useState } from "react";
import { RevisionPicker } from "../../components/code/RevisionPicker.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeKeys } from "../../queries/codeKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { DEBOUNCE_MS } from "../../components/ui/useDebouncedText.ts";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";

export interface RevisionSectionProps {
  slug: string;
  /** Id of the repository. */
  repository: string;
  current: string;
  label?: string;
  hrefOf: (revision: string | null) => string;
}

/** The picker of a revision; refs are loaded when it opens. */
export function RevisionSection({ slug, repository, current, label, hrefOf }: RevisionSectionProps) {
  const { code } = useServices();
  const { t } = useTranslation("code");
  const formatError = useErrorMessage();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const query = { repository, q: useDebouncedValue(text.trim(), DEBOUNCE_MS) };
  const refs = useQuery(isOpen ? codeKeys.codeRefs(slug, query) : null, (signal) => code.refs(slug, query, signal));
  return (
    <RevisionPicker
      current={current}
      label={label ?? t("revision.label")}
      text={text}
      refs={refs.data?.refs ?? null}
      total={refs.data?.total ?? 0}
      failure={refs.error ? formatError(refs.error).text : null}
      hrefOf={hrefOf}
      onChange={setText}
      onOpened={() => setOpen(true)}
      sourcesHref={hrefTo.projectTab(slug, "sources")}
    />
  );
}
