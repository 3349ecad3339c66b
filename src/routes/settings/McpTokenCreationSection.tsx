import { useState, type RefObject } from "react";
import type { NewMcpToken } from "../../../contract/users.ts";
import { type NewToken, McpTokenForm } from "../../components/account/McpTokenForm.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface McpTokenCreationSectionProps {
  /** Projects that a token may be restricted to. */
  projects: readonly { readonly slug: string; readonly name: string; readonly may_write: boolean }[];
  /** The button that opens the form. It is unmounted while the form is open, so focus returns to it by this ref. */
  opener: RefObject<HTMLButtonElement | null>;
  onCreated: (token: NewMcpToken) => Promise<void>;
}

/** Creates a token for an agent. */
export function McpTokenCreationSection({ projects, opener, onCreated }: McpTokenCreationSectionProps) {
  const { users } = useServices();
  const { t } = useTranslation("settings");
  const { t: tTokens } = useTranslation("tokens");
  const formatError = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation((token: NewToken) => users.createMcpToken(token), {
    onSuccess: async (created) => {
      setOpen(false);
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
        <Button ref={opener} intent="primary" text={tTokens("create")} onClick={() => setOpen(true)} />
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
        setOpen(false);
        returnFocus(() => opener.current);
      }}
    />
  );
}
