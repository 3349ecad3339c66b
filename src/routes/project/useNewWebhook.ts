import { useState } from "react";
import type { NewWebhook } from "../../../contract/sources/sources.ts";
import type { WebhookDialogProps } from "../../components/sources/WebhookDialog.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ApiError } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** The source whose dialog is open, and the response for it. */
interface OpenWebhook {
  readonly id: string;
  readonly name: string;
  readonly webhook: NewWebhook | null;
  readonly failure: ApiError | null;
}

/** Creates the webhook of a source of the project, and the properties of the dialog that shows its secret once. */
export function useNewWebhook(slug: string): {
  readonly create: (source: LinkedSource) => void;
  /** Null: no dialog is open. */
  readonly dialog: WebhookDialogProps | null;
} {
  const { sources } = useServices();
  const formatError = useErrorMessage();
  const [open, setOpen] = useState<OpenWebhook | null>(null);
  // Meanwhile the dialog may have been closed, or opened again: each request replaces the secret of the one before.
  const keep = (opened: OpenWebhook, response: Partial<OpenWebhook>) =>
    setOpen((now) => (now === opened ? { ...now, ...response } : now));
  const { mutate } = useMutation(({ id }: OpenWebhook) => sources.makeWebhook(id), {
    invalidates: [queryKeys.sourceDetails(slug)],
    onSuccess: (webhook, opened) => keep(opened, { webhook }),
    onError: (failure, opened) => keep(opened, { failure }),
  });
  return {
    create: ({ id, name }) => {
      const opened = { id, name, webhook: null, failure: null };
      setOpen(opened);
      void mutate(opened);
    },
    dialog: open && {
      name: open.name,
      webhook: open.webhook,
      failure: open.failure ? formatError(open.failure).text : undefined,
      onCopy: copyText,
      onClose: () => setOpen(null),
    },
  };
}
