import { useState } from "react";
import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import { CUSTOM_PROVIDER, type LinkedProvider } from "../../../contract/constants.ts";
import type { SourceAccess } from "../../../contract/sources/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormDialog } from "../patterns/FormDialog.tsx";
import type { SourceErrors } from "../../domain/sourceDraft.ts";
import { InstalledRepositories } from "./InstalledRepositories.tsx";
import { SourceSignIn, type SourceSignInValue } from "./SourceSignIn.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { Text } from "../ui/Text.tsx";

export interface AccessDialogProps {
  source: LinkedSource;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  /** Installations of apps that the user may link with. */
  installations?: readonly UsableInstallation[] | undefined;
  isBusy?: boolean;
  /** The host's response to the last attempt. */
  errors?: SourceErrors | undefined;
  onRenew: (access: SourceAccess) => void;
  onClose: () => void;
}

/** Change access for a linked source: for an expired token, or another account. */
export function AccessDialog({ source, ...rest }: AccessDialogProps) {
  // A custom source has no access: its items are sent.
  if (source.provider === CUSTOM_PROVIDER) return null;
  return <OpenDialog name={source.name} provider={source.provider} {...rest} />;
}

function OpenDialog({
  name,
  provider,
  connected = [],
  installations = [],
  isBusy = false,
  errors = {},
  onRenew,
  onClose,
}: Omit<AccessDialogProps, "source"> & { name: string; provider: LinkedProvider }) {
  const { t } = useTranslation("project");
  const [access, setAccess] = useState<SourceSignInValue>({ signIn: "token", token: "", username: "" });
  const offered = installations.filter((installation) => installation.provider === provider);
  const others = [...(errors.url ?? []), ...(errors.provider ?? []), ...(errors.other ?? [])];
  const renew = (): void => {
    const { signIn, token, username, installation } = access;
    const name = username.trim();
    if (signIn === "connected") onRenew({ use_connection: true });
    else if (signIn === "app") onRenew({ installation_id: installation ?? "" });
    else
      onRenew(signIn === "none" ? {} : { credential: { token: token.trim(), ...(name !== "" && { username: name }) } });
  };
  return (
    <FormDialog
      title={t("access.title", { name })}
      draft={access}
      action={t("access.save")}
      faults={{
        token: access.signIn === "token" && access.token.trim() === "" ? t("form.required") : null,
        username: null,
      }}
      failure={{ text: "", fields: { ...errors } }}
      alert={others.length > 0 ? others.join(" ") : undefined}
      isBusy={isBusy}
      onSubmit={renew}
      onClose={onClose}
    >
      {({ errorsOf }) => (
        <>
          <Text as="p">{t("access.text")}</Text>
          <SourceSignIn
            provider={provider}
            connected={connected}
            installations={offered}
            value={access}
            isBusy={isBusy}
            errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
            onChange={(part) => setAccess({ ...access, ...part })}
          />
          {access.signIn === "app" && (
            <InstalledRepositories
              installations={offered}
              installation={access.installation ?? ""}
              url=""
              isBusy={isBusy}
              onInstallation={(installation) => setAccess({ ...access, installation })}
              onRepository={() => undefined}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
