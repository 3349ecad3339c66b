import { useState } from "react";
import type { McpConsent } from "../../../contract/access/mcpClients.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Fact, FactList } from "../patterns/FactList.tsx";
import { Form } from "../patterns/Form.tsx";
import type { FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { TokenProjectsField } from "./TokenProjectsField.tsx";
import { TokenWritesField } from "./TokenWritesField.tsx";

export interface McpConsentFormProps {
  consent: McpConsent;
  /** Address of the user who is signed in. */
  email: string;
  /** `may_write`: the user may give access that changes issues of the project. */
  projects: readonly { readonly slug: string; readonly name: string; readonly may_write: boolean }[];
  onAllow: (chosen: { projects: string[]; writes: boolean }) => void;
  onDeny: () => void;
  isBusy?: boolean;
  failure?: FormErrorInfo | null;
}

/** What a remote MCP client asks for, and what the user gives it. Nothing is chosen in advance. */
export function McpConsentForm({
  consent,
  email,
  projects,
  onAllow,
  onDeny,
  isBusy = false,
  failure = null,
}: McpConsentFormProps) {
  const { t } = useTranslation("access");
  const settings = useTranslation("settings");
  const errors = useTranslation("errors");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [writes, setWrites] = useState(false);
  const mayWrite = projects.every(({ slug, may_write: may }) => may || !chosen.includes(slug));
  const isGrantable = consent.fault === null && projects.length > 0;
  return (
    <Form
      label={t("consent.title")}
      faults={{ projects: isGrantable && chosen.length === 0 ? errors.t("required") : null, writes: null }}
      failure={failure}
      failureTitle={t("consent.allowFailed")}
      isBusy={isBusy}
      onSubmit={() => {
        if (isGrantable) onAllow({ projects: [...chosen], writes: consent.asks_write && writes && mayWrite });
      }}
    >
      {({ errorsOf }) => (
        <Stack gap={3}>
          <ConsentFacts consent={consent} email={email} />
          {consent.fault !== null && (
            <Callout intent="warning" title={t("consent.faultTitle")}>
              {t(`consent.faults.${consent.fault}`)}
            </Callout>
          )}
          {consent.fault === null && projects.length === 0 && <Callout role="note">{t("consent.noProjects")}</Callout>}
          {isGrantable && (
            <>
              <TokenProjectsField
                label={settings.t("mcp.projects")}
                projects={projects}
                chosen={chosen}
                errors={errorsOf("projects")}
                onChange={setChosen}
              />
              {consent.asks_write && (
                <TokenWritesField
                  isChosen={writes && mayWrite}
                  isAllowed={mayWrite}
                  errors={errorsOf("writes")}
                  onChange={setWrites}
                />
              )}
              <Text as="p" size="small" tone="muted">
                {t("consent.reads")}
              </Text>
            </>
          )}
          <Inline align="stretch">
            {isGrantable && <Button type="submit" intent="primary" text={t("consent.allow")} loading={isBusy} />}
            <Button
              variant={isGrantable ? "minimal" : "solid"}
              text={t(isGrantable ? "consent.deny" : "consent.back")}
              disabled={isBusy}
              onClick={onDeny}
            />
          </Inline>
        </Stack>
      )}
    </Form>
  );
}

/** Who asks, for whom, and where the answer goes. */
function ConsentFacts({ consent, email }: Pick<McpConsentFormProps, "consent" | "email">) {
  const { t } = useTranslation("access");
  const { client_name: name, client_host: host, redirect } = consent;
  return (
    <FactList layout="column" label={t("consent.facts")}>
      <Fact name={t("consent.program")}>
        <Text weight="strong" overflow="anywhere">
          <ForeignText text={name} />
        </Text>
        <Text as="p" size="small" tone="muted">
          {t("consent.programHelp")}
        </Text>
      </Fact>
      {host !== null && (
        <Fact name={t("consent.publisher")}>
          <Text overflow="anywhere">
            <ForeignText text={host} />
          </Text>
        </Fact>
      )}
      <Fact name={t("consent.returns")}>
        <Text weight="strong" overflow="anywhere">
          <ForeignText text={redirect.name} />
        </Text>
        <Text as="p" size="small" tone="muted">
          {t(`consent.targets.${redirect.kind}`)}
        </Text>
      </Fact>
      <Fact name={t("consent.account")}>
        <Text overflow="anywhere">
          <ForeignText text={email} />
        </Text>
      </Fact>
    </FactList>
  );
}
