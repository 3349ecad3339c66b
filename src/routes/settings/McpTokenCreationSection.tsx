import type { NewMcpToken } from "../../../contract/access/users.ts";
import { type NewToken, McpTokenForm } from "../../components/account/McpTokenForm.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import type { InlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface McpTokenCreationSectionProps {
  /** Projects that a token may be restricted to. */
  projects: readonly { readonly slug: string; readonly name: string; readonly may_write: boolean }[];
  /** Form of the parent, which returns the focus to its button too. */
  form: InlineForm;
  onCreated: (token: NewMcpToken) => Promise<void>;
}

/** Creates a token for an agent. */
export function McpTokenCreationSection({
  projects,
  form: { isOpen, open, close, openerRef },
  onCreated,
}: McpTokenCreationSectionProps) {
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const { t: tTokens } = useTranslation("tokens");
  const formatError = useErrorMessage();
  const create = useMutation((token: NewToken) => users.createMcpToken(token), {
    onSuccess: async (created) => {
      close();
      await onCreated(created);
    },
  });
  if (projects.length === 0) {
    return (
      <Callout role="note">
        {t("mcp.noProjects")} <a href={hrefTo.wizard()}>{t("mcp.createProject")}</a>
      </Callout>
    );
  }
  if (!isOpen) {
    return (
      <div>
        <Button ref={openerRef} intent="primary" text={tTokens("create")} onClick={open} />
      </div>
    );
  }
  return (
    <McpTokenForm
      projects={projects}
      isBusy={create.isPending}
      failure={create.error && formatError(create.error)}
      onCreate={(token) => void create.mutate(token)}
      onCancel={() => {
        create.reset();
        close();
      }}
    />
  );
}
