import { useRevalidator } from "react-router-dom";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Mark } from "../../../contract/marks/marks.ts";
import type { Project } from "../../../contract/projects.ts";
import { MarkList } from "../../components/marks/MarkList.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { QueryKey } from "../../queries/queryKey.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface MarksSectionProps {
  slug: string;
  marks: readonly Mark[];
  /** The caller's; null while it is not known. */
  role: Project["role"] | null;
  /** Keys of queries with the marks; what a loader has is loaded again anyway. */
  invalidates?: readonly QueryKey[];
}

/** The marks of an item, which a member who may write removes. */
export function MarksSection({ slug, marks, role, invalidates = [] }: MarksSectionProps) {
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("marks");
  const formatError = useErrorMessage();
  const { revalidate } = useRevalidator();
  const { mutate, pending } = useMutation((mark: Mark) => services.marks.remove(slug, mark.id), {
    invalidates,
    onSuccess: async (_, { text }) => {
      notifications.show(t("removed", { mark: text }), "success");
      await revalidate();
    },
    onError: (error) => notifications.show(formatError(error).text, "error"),
  });
  if (marks.length === 0) return null;
  return (
    <MarkList
      marks={marks}
      removing={pending.map(([{ id }]) => id)}
      onRemove={role !== null && mayInProject(role, "issues.write") ? (mark) => void mutate(mark) : undefined}
    />
  );
}
