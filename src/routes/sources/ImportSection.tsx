import { useState } from "react";
import type { ImportToken, NewImportToken } from "../../../contract/sources/imports.ts";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { ImportDialog } from "../../components/sources/ImportDialog.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface ImportSectionProps {
  slug: string;
  source: { readonly id: string; readonly name: string };
  /** Opens the import of a file that the reader chooses. */
  onFile: () => void;
  onClose: () => void;
}

/** The dialog of a custom source: its state and the tokens of its importers. */
export function ImportSection({ slug, source, onFile, onClose }: ImportSectionProps) {
  const services = useServices();
  const { t } = useTranslation("imports");
  const { t: tTokens } = useTranslation("tokens");
  const formatError = useErrorMessage();
  const [created, setCreated] = useState<NewImportToken | null>(null);
  const key = sourceKeys.importTokens(slug, source.id);
  const state = useQuery(sourceKeys.customSource(slug, source.id), (signal) => services.imports.get(source.id, signal));
  const tokens = useQuery(key, (signal) => services.imports.tokens(source.id, signal));
  const create = useMutation((name: string) => services.imports.createToken(source.id, name), {
    invalidates: [key],
    onSuccess: setCreated,
  });
  const revoke = useConfirmation(({ id }: ImportToken) => services.imports.revokeToken(id), {
    invalidates: [key],
    onSuccess: (_, { id }) => setCreated((now) => (now?.id === id ? null : now)),
  });
  const failed = state.error ?? tokens.error;
  return (
    <>
      <ImportDialog
        name={source.name}
        source={state.data ?? null}
        tokens={tokens.data ?? []}
        created={created}
        server={window.location.origin}
        isBusy={create.isPending}
        failure={failed ? formatError(failed).text : undefined}
        refusal={create.error && formatError(create.error)}
        onFile={onFile}
        onCreate={(name) => void create.mutate(name)}
        onRevoke={revoke.ask}
        onCopy={copyText}
        onClose={onClose}
      />
      <ConfirmDialog
        {...revoke.dialog}
        title={tTokens("revokeTitle", { name: revoke.subject?.name ?? "" })}
        text={t("token.revokeText")}
        action={tTokens("revoke")}
      />
    </>
  );
}
