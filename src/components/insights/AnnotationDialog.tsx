import { useRef, useState } from "react";
import type { Annotation } from "../../../contract/insights/annotations.ts";
import { ANNOTATION_KINDS, ANNOTATION_LIMITS } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormDialog } from "../patterns/FormDialog.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { SelectField } from "../patterns/SelectField.tsx";
import { InputGroup } from "../ui/InputGroup.ts";

export type AnnotationDraft = Pick<Annotation, "kind" | "title" | "day">;

/** A project that an annotation can belong to. */
export interface AnnotatedProject {
  readonly slug: string;
  readonly name: string;
}

export interface AnnotationDialogProps {
  /** The one that is changed; null for a new one. */
  annotation: AnnotationDraft | null;
  /** The day of a new one. */
  today: string;
  /** Where a new one can be added; more than one are a choice. Not read for one that is changed. */
  projects?: readonly AnnotatedProject[];
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
  /** @param slug the chosen project of a new one; null for one that is changed */
  onSave: (annotation: AnnotationDraft, slug: string | null) => void;
  onClose: () => void;
}

const NO_PROJECTS: readonly AnnotatedProject[] = [];

/** Adds or changes a release, an incident or a note on the charts of a project. */
export function AnnotationDialog({
  annotation,
  today,
  projects = NO_PROJECTS,
  isBusy = false,
  failure = null,
  onSave,
  onClose,
}: AnnotationDialogProps) {
  const { t } = useTranslation("insights");
  const errors = useTranslation("errors");
  const first = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<AnnotationDraft>(annotation ?? { kind: "incident", title: "", day: today });
  const [slug, setSlug] = useState(projects[0]?.slug ?? "");
  const title = draft.title.trim();
  return (
    <FormDialog
      title={t(annotation === null ? "annotations.add" : "annotations.change")}
      size="small"
      draft={[draft, slug]}
      action={t("annotations.save")}
      initialFocus={first}
      isBusy={isBusy}
      faults={{
        title: title === "" ? errors.t("required") : null,
        day: draft.day === "" ? errors.t("required") : null,
        kind: null,
      }}
      failure={failure}
      failureTitle={t("annotations.saveFailed")}
      onSubmit={() => onSave({ ...draft, title }, annotation === null ? slug : null)}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <TextField
            label={t("annotations.title")}
            help={t("annotations.help")}
            errors={errorsOf("title")}
            inputRef={first}
            maxLength={ANNOTATION_LIMITS.titleChars}
            isSpellChecked
            value={draft.title}
            onChange={(next) => setDraft({ ...draft, title: next })}
          />
          {annotation === null && projects.length > 1 && (
            <SelectField
              label={t("annotations.project")}
              value={slug}
              options={projects.map((one) => ({ value: one.slug, text: one.name }))}
              onChange={setSlug}
            />
          )}
          <SelectField
            label={t("annotations.kind")}
            errors={errorsOf("kind")}
            value={draft.kind}
            options={ANNOTATION_KINDS.map((value) => ({ value, text: t(`annotations.kinds.${value}`) }))}
            onChange={(kind) => setDraft({ ...draft, kind })}
          />
          <FormField label={t("annotations.day")} errors={errorsOf("day")}>
            {(control) => (
              <InputGroup
                {...control}
                type="date"
                min="1970-01-01"
                max="2099-12-31"
                value={draft.day}
                onValueChange={(day) => setDraft({ ...draft, day })}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}
