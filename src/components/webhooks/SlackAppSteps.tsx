import { useState } from "react";
import type { SlackAppBody, SlackSettings } from "../../../contract/notices/slack.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AppSteps.module.css";

export interface SlackAppStepsProps {
  settings: SlackSettings;
  isSaving?: boolean;
  failure?: FormErrorInfo | null;
  onSave: (fields: SlackAppBody) => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** Slack refuses a manifest with an address that is not https. Source: docs.slack.dev/reference/app-manifest. */
const isPublic = ({ manifest }: SlackSettings): boolean => !manifest.includes('"http://');

/** The steps that set up the Slack app, and the form of its token and its signing secret. */
export function SlackAppSteps({ settings, isSaving = false, failure = null, onSave, onCopy }: SlackAppStepsProps) {
  const { t } = useTranslation("webhooks");
  const states = useTranslation("states");
  const [token, setToken] = useState("");
  const [secret, setSecret] = useState("");
  const required = useRequired();
  return (
    <Stack gap={3}>
      {!isPublic(settings) && <Callout intent="warning">{t("slack.stepPublic")}</Callout>}
      <ol className={styles.steps} aria-label={t("slack.steps")}>
        <li>
          {t("slack.stepCreate")}{" "}
          <LinkButton text={t("slack.create")} href={webHref(settings.create_url)} target="_blank" rel="noreferrer" />
        </li>
        <li>{t("slack.stepInstall")}</li>
        <li>{t("slack.stepToken")}</li>
      </ol>
      <Text as="p" tone="muted">
        {t("slack.scopes")}
      </Text>
      <Disclosure summary={t("slack.manifest")}>
        <CopyButton size="small" text={states.t("copy")} onCopy={() => onCopy(settings.manifest)} />
        <ScrollableRegion label={t("slack.manifest")}>
          <pre>
            <code>{settings.manifest}</code>
          </pre>
        </ScrollableRegion>
      </Disclosure>
      <Form
        label={t("slack.title")}
        faults={{ bot_token: required(token), signing_secret: required(secret) }}
        failure={failure}
        failureTitle={t("slack.saveFailed")}
        isBusy={isSaving}
        onSubmit={() => onSave({ bot_token: token, signing_secret: secret })}
      >
        {({ errorsOf }) => (
          <>
            <FormField label={t("slack.token")} errors={errorsOf("bot_token")}>
              {(control) => (
                <InputGroup
                  {...control}
                  type="password"
                  autoComplete="off"
                  placeholder="xoxb-…"
                  value={token}
                  onValueChange={setToken}
                />
              )}
            </FormField>
            <FormField label={t("slack.secret")} errors={errorsOf("signing_secret")}>
              {(control) => (
                <InputGroup {...control} type="password" autoComplete="off" value={secret} onValueChange={setSecret} />
              )}
            </FormField>
            <div>
              <Button type="submit" intent="primary" text={t("slack.save")} loading={isSaving} />
            </div>
          </>
        )}
      </Form>
    </Stack>
  );
}
