import { useState } from "react";
import type { ChatTest } from "../../../contract/notices/chatUsers.ts";
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
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AppSteps.module.css";

export interface SlackAppPanelProps {
  settings: SlackSettings;
  isSaving?: boolean;
  isTesting?: boolean;
  failure?: FormErrorInfo | null;
  /** The last test. */
  result?: ChatTest | null;
  onSave: (fields: SlackAppBody) => void;
  onTest: () => void;
  onRemove: () => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** The Slack app of the company: its state with a test, or the steps to set it up. */
export function SlackAppPanel({ onTest, onRemove, isTesting = false, result = null, ...rest }: SlackAppPanelProps) {
  const { t } = useTranslation("webhooks");
  const { app } = rest.settings;
  const [isReplacing, setReplacing] = useState(false);
  if (app === null) return <Steps {...rest} />;
  return (
    <Stack gap={3}>
      {app.ended === null ? (
        <Text as="p">{t("slack.works", { team: app.team })}</Text>
      ) : (
        <Callout intent="danger">{t("slack.ended", { reason: app.ended })}</Callout>
      )}
      <Text as="p" tone="muted">
        {t("slack.linked", { count: app.linked })}
      </Text>
      <Inline>
        <Button text={t("slack.test")} loading={isTesting} onClick={onTest} />
        <Button text={t("slack.replace")} disabled={isReplacing} onClick={() => setReplacing(true)} />
        <Button text={t("slack.remove")} intent="danger" variant="outlined" onClick={onRemove} />
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

/** Slack refuses a manifest with an address that is not https. Source: docs.slack.dev/reference/app-manifest. */
const isPublic = ({ manifest }: SlackSettings): boolean => !manifest.includes('"http://');

function Steps({
  settings,
  isSaving = false,
  failure = null,
  onSave,
  onCopy,
}: Omit<SlackAppPanelProps, "onTest" | "onRemove">) {
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
