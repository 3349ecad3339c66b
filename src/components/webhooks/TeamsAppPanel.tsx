import { useState } from "react";
import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
import type { TeamsApp, TeamsAppBody, TeamsSettings } from "../../../contract/notices/teams.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AppSteps.module.css";

export interface TeamsAppPanelProps {
  settings: TeamsSettings;
  isSaving?: boolean;
  isTesting?: boolean;
  failure?: FormErrorInfo | null;
  /** The last test. */
  result?: ChatTest | null;
  onSave: (fields: TeamsAppBody) => void;
  onTest: () => void;
  onRemove: () => void;
  onDownload: (app: TeamsApp) => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** The app of the company in Microsoft Teams: its state with a test and its package, or the steps to set it up. */
export function TeamsAppPanel({
  onTest,
  onRemove,
  onDownload,
  isTesting = false,
  result = null,
  ...rest
}: TeamsAppPanelProps) {
  const { t } = useTranslation("webhooks");
  const { app } = rest.settings;
  const [isReplacing, setReplacing] = useState(false);
  if (app === null) return <Steps {...rest} />;
  return (
    <Stack gap={3}>
      {app.ended === null ? (
        <Text as="p">{t("teams.works", { tenant: app.tenant_id })}</Text>
      ) : (
        <Callout intent="danger">{t("teams.ended", { reason: app.ended })}</Callout>
      )}
      <Text as="p" tone="muted">
        {t("teams.linked", { count: app.linked })}
      </Text>
      <Text as="p" tone="muted">
        {t("teams.stepUpload")}
      </Text>
      <Inline>
        <Button text={t("teams.download")} onClick={() => onDownload(app)} />
        <Button text={t("teams.test")} loading={isTesting} onClick={onTest} />
        <Button text={t("teams.replace")} disabled={isReplacing} onClick={() => setReplacing(true)} />
        <Button text={t("teams.remove")} intent="danger" variant="outlined" onClick={onRemove} />
      </Inline>
      {result && (
        <Callout intent={result.passed ? "success" : "danger"} role="status">
          {result.text}
        </Callout>
      )}
      {isReplacing && <Steps {...rest} />}
    </Stack>
  );
}

type StepsProps = Omit<TeamsAppPanelProps, "onTest" | "onRemove" | "onDownload">;

function Steps({ settings, isSaving = false, failure = null, onSave, onCopy }: StepsProps) {
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
            <FormField label={t("teams.appId")} errors={errorsOf("app_id")}>
              {(control) => <InputGroup {...control} autoComplete="off" value={appId} onValueChange={setAppId} />}
            </FormField>
            <FormField label={t("teams.tenantId")} errors={errorsOf("tenant_id")}>
              {(control) => <InputGroup {...control} autoComplete="off" value={tenantId} onValueChange={setTenantId} />}
            </FormField>
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
