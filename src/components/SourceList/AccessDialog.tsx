import { Button, Callout, Dialog, DialogBody, DialogFooter, InputGroup, Radio, RadioGroup } from "@blueprintjs/core";
import { useId, useState, type SubmitEvent } from "react";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import type { SourceAccess } from "../../../contract/sources.ts";
import { useWords } from "../../i18n/useWords.ts";
import { FormField } from "../FormField/FormField.tsx";
import {
  SIGN_INS,
  type SignIn,
  type SourceErrors,
  nameHelp,
  readsConnected,
  wantsName,
} from "../SourceForm/sourceDraft.ts";
import type { LinkedSource } from "./linkedSource.ts";
import styles from "./AccessDialog.module.css";

export interface AccessDialogProps {
  /** Null when the dialog is closed. */
  source: LinkedSource | null;
  /** Providers at which the person has connected an account. */
  connected?: readonly string[] | undefined;
  isBusy?: boolean;
  /** What the host said to the last try. */
  errors?: SourceErrors | undefined;
  onRenew: (access: SourceAccess) => void;
  onClose: () => void;
}

/** Another way into a source that is linked: for a token that has run out, or another account. */
export function AccessDialog({ source, ...rest }: AccessDialogProps) {
  const { t } = useWords("project");
  return (
    <Dialog isOpen={source !== null} title={t("access.title", { name: source?.name ?? "" })} onClose={rest.onClose}>
      {source && <AccessForm source={source} {...rest} />}
    </Dialog>
  );
}

function AccessForm({
  source,
  connected = [],
  isBusy = false,
  errors = {},
  onRenew,
  onClose,
}: AccessDialogProps & { source: LinkedSource }) {
  const { t } = useWords("project");
  const id = useId();
  const [signIn, setSignIn] = useState<SignIn>("token");
  const [token, setToken] = useState("");
  const [username, setUsername] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { provider } = source;
  const others = [...(errors.url ?? []), ...(errors.provider ?? []), ...(errors.other ?? [])];
  const tokenErrors = [...(isMissing ? [t("form.required")] : []), ...(errors.token ?? [])];
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (signIn === "token" && token.trim() === "") {
      setMissing(true);
      return;
    }
    const name = username.trim();
    if (signIn === "connected") onRenew({ use_connection: true });
    else
      onRenew(signIn === "none" ? {} : { credential: { token: token.trim(), ...(name !== "" && { username: name }) } });
  };
  return (
    <>
      <DialogBody>
        <form id={id} className={styles.form} noValidate onSubmit={handleSubmit}>
          <p>{t("access.text")}</p>
          <RadioGroup
            inline
            label={t("form.signIn")}
            selectedValue={signIn}
            disabled={isBusy}
            onChange={({ currentTarget }) => setSignIn(SIGN_INS.find((one) => one === currentTarget.value) ?? "token")}
          >
            <Radio value="token" label={t("form.signInToken")} />
            {readsConnected(connected, provider) && <Radio value="connected" label={t("form.signInConnected")} />}
            <Radio value="none" label={t("form.signInNone")} />
          </RadioGroup>
          {signIn === "token" && (
            <>
              <FormField label={t("form.token")} help={t(`form.scopes.${provider}`)} errors={tokenErrors}>
                {(control) => (
                  <InputGroup
                    {...control}
                    name="token"
                    type="password"
                    autoComplete="off"
                    maxLength={TEXT_LIMITS.credential}
                    intent={tokenErrors.length > 0 ? "danger" : "none"}
                    value={token}
                    readOnly={isBusy}
                    onValueChange={(next) => {
                      setMissing(false);
                      setToken(next);
                    }}
                  />
                )}
              </FormField>
              <FormField
                label={t(wantsName(provider) ? "form.username" : "form.usernameOptional")}
                help={t(`form.usernameHelp.${nameHelp(provider)}`)}
                errors={[...(errors.username ?? [])]}
              >
                {(control) => (
                  <InputGroup
                    {...control}
                    name="username"
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={TEXT_LIMITS.email}
                    value={username}
                    readOnly={isBusy}
                    onValueChange={setUsername}
                  />
                )}
              </FormField>
            </>
          )}
          {others.length > 0 && (
            <Callout intent="danger" compact role="alert">
              {others.join(" ")}
            </Callout>
          )}
        </form>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="minimal" text={t("access.cancel")} disabled={isBusy} onClick={onClose} />
            <Button type="submit" form={id} intent="primary" text={t("access.save")} loading={isBusy} />
          </>
        }
      />
    </>
  );
}
