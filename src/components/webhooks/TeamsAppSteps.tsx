import { useState } from "react";
import type { TeamsAppBody, TeamsSettings } from "../../../contract/notices/teams.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { TextField } from "../patterns/TextField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Stack } from "../ui/Stack.tsx";
import styles from "./AppSteps.module.css";

export interface TeamsAppStepsProps {
  settings: TeamsSettings;
  isSaving?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: TeamsAppBody) => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** The steps that set up the app in Microsoft Teams, and the form of its registration. */
export function TeamsAppSteps({ settings, isSaving = false, failure = null, onSave, onCopy }: TeamsAppStepsProps) {
  const { t } = useTranslation("webhooks");
  const states = useTranslation("states");
  const [appId, setAppId] = useState(settings.app?.app_id ?? "");
  const [tenantId, setTenantId] = useState(settings.app?.tenant_id ?? "");
  const [secret, setSecret] = useState("");
  const required = useRequired();
  return (
    <Stack gap={3}>
      {settings.messaging_endpoint.startsWith("http://") && <Callout intent="warning">{t("teams.stepPublic")}</Callout>}
      <ol className={styles.steps} aria-label={t("teams.steps")}>
        <li>{t("teams.stepRegister")}</li>
        <li>
          {t("teams.stepBot")} <code>{settings.messaging_endpoint}</code>{" "}
          <CopyButton size="small" text={states.t("copy")} onCopy={() => onCopy(settings.messaging_endpoint)} />
        </li>
        <li>{t("teams.stepEnter")}</li>
        <li>{t("teams.stepUpload")}</li>
      </ol>
      <Form
        label={t("teams.title")}
        faults={{ app_id: required(appId), tenant_id: required(tenantId), client_secret: required(secret) }}
        failure={failure}
        failureTitle={t("teams.saveFailed")}
        isBusy={isSaving}
        onSubmit={() => onSave({ app_id: appId, tenant_id: tenantId, client_secret: secret })}
      >
        {({ errorsOf }) => (
          <>
            <TextField
              label={t("teams.appId")}
              errors={errorsOf("app_id")}
              isSpellChecked
              value={appId}
              onChange={setAppId}
            />
            <TextField
              label={t("teams.tenantId")}
              errors={errorsOf("tenant_id")}
              isSpellChecked
              value={tenantId}
              onChange={setTenantId}
            />
            <FormField label={t("teams.secret")} errors={errorsOf("client_secret")}>
              {(control) => (
                <InputGroup {...control} type="password" autoComplete="off" value={secret} onValueChange={setSecret} />
              )}
            </FormField>
            <div>
              <Button type="submit" intent="primary" text={t("teams.save")} loading={isSaving} />
            </div>
          </>
        )}
      </Form>
    </Stack>
  );
}
