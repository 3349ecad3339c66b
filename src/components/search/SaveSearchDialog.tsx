import { useState } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";

export interface SearchToSave {
  readonly name: string;
  /** The query, which a change may edit. */
  readonly q: string;
  /** Whether the chosen facet values are saved too. */
  readonly hasFacets: boolean;
  readonly shared: boolean;
  readonly watched: boolean;
}

export interface SaveSearchDialogProps {
  /** The query that is saved. */
  q: string;
  /** The saved search that is changed; omitted for a new one. It is watched and unwatched in the list. */
  saved?: Pick<SearchToSave, "name" | "shared"> | undefined;
  /** Number of chosen facet values, which are saved too. */
  facets?: number;
  /** It searches all projects: it is shared with the company, not with a project. */
  isOverAll?: boolean;
  /** Whether the reader's role allows sharing. */
  canShare: boolean;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (search: SearchToSave) => void;
  onClose: () => void;
}

/** Saves the search under a name, for oneself, for the project or for the company, with or without notifications. */
export function SaveSearchDialog(props: SaveSearchDialogProps) {
  // Another query begins with its own name.
  return <OpenDialog key={`${props.q} ${props.saved?.name ?? ""}`} {...props} />;
}

function OpenDialog({
  q,
  saved,
  facets = 0,
  isOverAll = false,
  canShare,
  isBusy = false,
  failure = null,
  onSave,
  onClose,
}: SaveSearchDialogProps) {
  const { t } = useTranslation("savedSearches");
  const required = useRequired();
  const [name, setName] = useState(saved?.name ?? q.slice(0, TEXT_LIMITS.name));
  const [query, setQuery] = useState(q);
  const [hasFacets, setFacets] = useState(facets > 0);
  const [shared, setShared] = useState(saved?.shared ?? false);
  const [watched, setWatched] = useState(false);
  return (
    <FormDialog
      title={t(saved ? "save.change" : "save.title")}
      size="small"
      draft={[name, query, hasFacets, shared, watched]}
      action={t("save.action")}
      faults={{
        name: required(name),
        q: required(query),
      }}
      failure={failure}
      failureTitle={t("save.failed")}
      isBusy={isBusy}
      onSubmit={() => onSave({ name: name.trim(), q: query.trim(), hasFacets, shared, watched })}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          {!saved && (
            <Text as="p" size="small" tone="muted" overflow="anywhere">
              <code>{q}</code>
              {facets > 0 && ` ${t("save.facets", { count: facets })}`}
            </Text>
          )}
          <TextField
            label={t("save.name")}
            errors={errorsOf("name")}
            maxLength={TEXT_LIMITS.name}
            isSpellChecked
            value={name}
            onChange={setName}
          />
          {saved && (
            <TextField
              label={t("save.query")}
              help={t("save.queryHint")}
              errors={errorsOf("q")}
              maxLength={TEXT_LIMITS.query}
              value={query}
              onChange={setQuery}
            />
          )}
          {saved && facets > 0 && (
            <Checkbox
              label={t("save.keepFacets", { count: facets })}
              checked={hasFacets}
              onChange={({ currentTarget }) => setFacets(currentTarget.checked)}
            />
          )}
          {!saved && (
            <Checkbox
              label={t(isOverAll ? "save.watchAll" : "save.watch")}
              checked={watched}
              onChange={({ currentTarget }) => setWatched(currentTarget.checked)}
            />
          )}
          {(canShare || shared) && (
            <Checkbox
              label={t(isOverAll ? "save.shareAll" : "save.share")}
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
