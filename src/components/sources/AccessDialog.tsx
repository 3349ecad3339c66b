import { useId, useState } from "react";
import type { SourceAccess } from "../../../contract/sources.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { SourceErrors } from "../../domain/sourceDraft.ts";
import { SourceSignIn, type SourceSignInValue } from "./SourceSignIn.tsx";
import type { LinkedSource } from "../../domain/linkedSources.ts";
import { Button } from "../ui/Button.ts";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./AccessDialog.module.css";

export interface AccessDialogProps {
  /** Null when the dialog is closed. */
  source: LinkedSource | null;
  /** Providers at which the user has connected an account. */
  connected?: readonly string[] | undefined;
  isBusy?: boolean;
  /** The host's response to the last attempt. */
  errors?: SourceErrors | undefined;
  onRenew: (access: SourceAccess) => void;
  onClose: () => void;
}

/** New access for a linked source: for an expired token, or another account. */
export function AccessDialog({ source, ...rest }: AccessDialogProps) {
  return source && <OpenDialog source={source} {...rest} />;
}

function OpenDialog({
  source,
  connected = [],
  isBusy = false,
  errors = {},
  onRenew,
  onClose,
}: AccessDialogProps & { source: LinkedSource }) {
  const { t } = useTranslation("project");
  const id = useId();
  const [access, setAccess] = useState<SourceSignInValue>({ signIn: "token", token: "", username: "" });
  const { provider } = source;
  const others = [...(errors.url ?? []), ...(errors.provider ?? []), ...(errors.other ?? [])];
  const renew = (): void => {
    const { signIn, token, username } = access;
    const name = username.trim();
    if (signIn === "connected") onRenew({ use_connection: true });
    else
      onRenew(signIn === "none" ? {} : { credential: { token: token.trim(), ...(name !== "" && { username: name }) } });
  };
  return (
    <Dialog
      isOpen
      title={t("access.title", { name: source.name })}
      isBusy={isBusy}
      failure={others.length > 0 ? others.join(" ") : undefined}
      actions={
        <>
          <Button variant="minimal" text={t("access.cancel")} disabled={isBusy} onClick={onClose} />
          <Button type="submit" form={id} intent="primary" text={t("access.save")} loading={isBusy} />
        </>
      }
      onClose={onClose}
    >
      <Form
        id={id}
        className={styles.form}
        faults={{
          token: access.signIn === "token" && access.token.trim() === "" ? t("form.required") : null,
          username: null,
        }}
        failure={{ text: "", fields: { ...errors } }}
        isBusy={isBusy}
        onSubmit={renew}
      >
        {({ errorsOf }) => (
          <>
            <p>{t("access.text")}</p>
            <SourceSignIn
              provider={provider}
              connected={connected}
              value={access}
              isBusy={isBusy}
              errors={{ token: errorsOf("token") ?? [], username: errorsOf("username") ?? [] }}
              onChange={(part) => setAccess({ ...access, ...part })}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
