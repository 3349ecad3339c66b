import { useEffect, useRef } from "react";
import { Card } from "../../components/ui/Card.tsx";
import { CustomSourceForm } from "../../components/sources/CustomSourceForm.tsx";
import { type CustomSourceDraft, customSourceBody } from "../../domain/customSource.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import styles from "./SourcesTab.module.css";

export interface CustomSourceSectionProps {
  slug: string;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The form that creates a custom source of the project. */
export function CustomSourceSection({ slug, onDone, onCancel }: CustomSourceSectionProps) {
  const services = useServices();
  const { t } = useTranslation("imports");
  const formatError = useErrorMessage();
  const create = useMutation((draft: CustomSourceDraft) => services.imports.create(slug, customSourceBody(draft)), {
    onSuccess: onDone,
  });
  // The pressed button is unmounted: focus moves to the first field.
  const form = useRef<HTMLElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  return (
    <Card as="section" ref={form} className={styles.form} aria-label={t("form.label")}>
      <CustomSourceForm
        isBusy={create.isPending}
        failure={create.error && formatError(create.error)}
        onCreate={(draft) => void create.mutate(draft)}
        onCancel={onCancel}
      />
    </Card>
  );
}
