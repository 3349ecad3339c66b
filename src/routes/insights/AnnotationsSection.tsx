import { Suspense, useId, useState } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { Annotation } from "../../../contract/insights/annotations.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { InsightOptions } from "../../../contract/insights/insights.ts";
import type { AnnotationDraft } from "../../components/insights/AnnotationDialog.tsx";
import { AnnotationList } from "../../components/insights/AnnotationList.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { DisclosureButton } from "../../components/ui/DisclosureButton.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Switch } from "../../components/ui/Switch.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import styles from "./AnnotationsSection.module.css";
import type { useAnnotations } from "./useAnnotations.ts";

/** Loaded by those who write one: with it, the code of forms would be in the first load of every page of a project. */
const AnnotationDialog = lazyComponent(
  () => import("../../components/insights/AnnotationDialog.tsx"),
  "AnnotationDialog",
);

export interface AnnotationsSectionProps {
  /** The projects of the charts, with the reader's role in each; several are named. Empty until they are known. */
  projects: InsightOptions["projects"];
  /** The day that a new one begins with. */
  today: string;
  annotations: ReturnType<typeof useAnnotations>;
  onReleases: (areShown: boolean) => void;
}

/** What is open: the form of a new one or of an existing one, or the question before it is deleted. */
type Open = { readonly form: Annotation | null } | { readonly deleted: Annotation };

/** The releases, incidents and notes on the charts, as a list that members of a project extend. */
export function AnnotationsSection({ projects, today, annotations, onReleases }: AnnotationsSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const id = useId();
  const [isListed, setIsListed] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const { query, releases, hasReleases, shown } = annotations;
  const isOfSeveral = projects.length > 1;
  const extended = projects.filter(({ role }) => mayInProject(role, "annotations.add"));
  const close = () => {
    save.reset();
    remove.reset();
    setOpen(null);
  };
  const invalidates = [insightKeys.allAnnotations()];
  const save = useMutation(
    (draft: AnnotationDraft, slug: string, id: string | null) =>
      id === null ? insights.addAnnotation(slug, draft) : insights.changeAnnotation(slug, id, draft),
    {
      invalidates,
      onSuccess: ({ title }) => {
        notifications.show(t("annotations.saved", { title }), "success");
        setIsListed(true);
        close();
      },
    },
  );
  const remove = useMutation(({ project: { slug }, id }: Annotation) => insights.deleteAnnotation(slug, id), {
    invalidates,
    onSuccess: (_, { title }) => {
      notifications.show(t("annotations.deleted", { title }), "success");
      close();
    },
  });
  const failure = query.error !== null && (
    <Text as="p" tone="muted" className={styles.failure}>
      {t("annotations.failed")}
    </Text>
  );
  if (failure && query.data === null) return failure;
  return (
    <section aria-label={t("annotations.name")} className={styles.annotations}>
      {failure}
      <Inline>
        {shown.length > 0 && (
          <DisclosureButton isOpen={isListed} controls={id} variant="link" onToggle={() => setIsListed(!isListed)}>
            {t("annotations.count", { count: shown.length })}
          </DisclosureButton>
        )}
        {releases > 0 && (
          <Switch
            label={t("annotations.releases", { count: releases })}
            checked={hasReleases}
            onChange={({ currentTarget }) => onReleases(currentTarget.checked)}
          />
        )}
        {extended.length > 0 && (
          <Button size="small" variant="minimal" text={t("annotations.add")} onClick={() => setOpen({ form: null })} />
        )}
      </Inline>
      {isOfSeveral && (
        <Text as="p" size="small" tone="muted" className={styles.hint}>
          {t("annotations.ofOne")}
        </Text>
      )}
      {isListed && shown.length > 0 && (
        <div id={id}>
          <AnnotationList
            label={t("annotations.name")}
            annotations={shown.toReversed()}
            namesProjects={isOfSeveral}
            onEdit={(form) => setOpen({ form })}
            onDelete={(deleted) => setOpen({ deleted })}
          />
        </div>
      )}
      {open !== null && "form" in open && (
        <Suspense fallback={null}>
          <AnnotationDialog
            annotation={open.form}
            today={today}
            projects={extended}
            isBusy={save.isPending}
            failure={save.error && formatError(save.error)}
            onSave={(draft, chosen) => {
              const slug = open.form?.project.slug ?? chosen;
              if (slug !== null) void save.mutate(draft, slug, open.form?.id ?? null);
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {open !== null && "deleted" in open && (
        <ConfirmDialog
          isOpen
          title={t("annotations.deleteTitle")}
          text={t("annotations.deleteText", { title: open.deleted.title })}
          action={t("annotations.delete")}
          isBusy={remove.isPending}
          failure={remove.error ? formatError(remove.error).text : undefined}
          onConfirm={() => void remove.mutate(open.deleted)}
          onCancel={close}
        />
      )}
    </section>
  );
}
