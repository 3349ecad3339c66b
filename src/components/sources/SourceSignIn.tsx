import { useState } from "react";
import type { UsableInstallation } from "../../../contract/integrations/apps.ts";
import { TEXT_LIMITS } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import {
  SIGN_INS,
  usernameHelp,
  hasConnectedAccount,
  needsUsername,
  type Provider,
  type SourceDraft,
} from "../../domain/sourceDraft.ts";
import { Button } from "../ui/Button.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Radio, RadioGroup } from "../ui/Radio.ts";
import { EyeOffIcon, EyeOpenIcon } from "../ui/icons.ts";
import styles from "./SourceForm.module.css";

/** Access to a source. The token is kept in memory only. */
export type SourceSignInValue = Pick<SourceDraft, "signIn" | "isPreset" | "token" | "username" | "installation">;

export interface SourceSignInProps {
  provider: Provider;
  /** Providers at which the user has connected an account. */
  connected: readonly string[];
  /** Installations of apps that the user may link with, at any provider. Left out: an app is not offered. */
  installations?: readonly UsableInstallation[];
  /** The user can install an app at the provider, so that it is offered before there is an installation. */
  canInstall?: boolean;
  value: SourceSignInValue;
  isBusy: boolean;
  errors: { readonly token: readonly string[]; readonly username: readonly string[] };
  onChange: (part: Partial<SourceSignInValue>) => void;
}

/** The part of a form for the access to a source: public, a connected account, an installation of an app, or a token with its user name. */
export function SourceSignIn({
  provider,
  connected,
  installations = [],
  canInstall = false,
  value,
  isBusy,
  errors,
  onChange,
}: SourceSignInProps) {
  const { t } = useTranslation("project");
  const [isTokenShown, setTokenShown] = useState(false);
  const installed = installations.find((installation) => installation.provider === provider);
  return (
    <>
      <RadioGroup
        className={styles.signIn}
        inline
        label={t("form.signIn")}
        selectedValue={value.signIn}
        // Not disabled while busy: Enter in a choice submits the form, and the choice keeps the focus.
        onChange={({ currentTarget }) => {
          if (isBusy) return;
          const signIn = SIGN_INS.find((name) => name === currentTarget.value) ?? "none";
          const installation = value.installation ?? installed?.id;
          onChange({ signIn, isPreset: false, ...(signIn === "app" && { installation }) });
        }}
      >
        {(installed !== undefined || canInstall) && <Radio value="app" label={t("form.signInApp")} />}
        <Radio value="none" label={t("form.signInNone")} />
        {hasConnectedAccount(connected, provider) && <Radio value="connected" label={t("form.signInConnected")} />}
        <Radio value="token" label={t("form.signInToken")} />
      </RadioGroup>
      {value.signIn === "token" && (
        <div className={styles.credential}>
          <FormField
            label={t("form.token")}
            help={`${t(`form.scopes.${provider}`)} ${t("form.tokenHelp")}`}
            errors={errors.token}
          >
            {(control) => (
              <InputGroup
                {...control}
                name="token"
                type={isTokenShown ? "text" : "password"}
                autoComplete="off"
                spellCheck={false}
                intent={errors.token.length > 0 ? "danger" : "none"}
                value={value.token}
                readOnly={isBusy}
                onValueChange={(token) => onChange({ token })}
                rightElement={
                  <Button
                    variant="minimal"
                    icon={isTokenShown ? <EyeOffIcon /> : <EyeOpenIcon />}
                    aria-label={t(isTokenShown ? "form.hideToken" : "form.showToken")}
                    onClick={() => setTokenShown(!isTokenShown)}
                  />
                }
              />
            )}
          </FormField>
          <TextField
            name="username"
            label={t(needsUsername(provider) ? "form.username" : "form.usernameOptional")}
            help={t(`form.usernameHelp.${usernameHelp(provider)}`)}
            errors={errors.username}
            maxLength={TEXT_LIMITS.email}
            isReadOnly={isBusy}
            value={value.username}
            onChange={(username) => onChange({ username })}
          />
        </div>
      )}
    </>
  );
}
