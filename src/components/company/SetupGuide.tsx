import { useState, type ReactNode } from "react";
import type { InstallationSetup, SetupPart, SetupProvider, SetupTest } from "../../../contract/access/setup.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SourceIcon } from "../patterns/SourceIcon.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { CopiedText } from "../patterns/CopiedText.tsx";
import styles from "./SetupGuide.module.css";

export interface SetupGuideProps {
  setup: InstallationSetup;
  /** The address in the reader's browser, without a slash at the end. */
  origin: string;
  /** The part whose steps the address asks for; they open when it changes, and the others stay as they are. */
  openPart?: SetupPart | null;
  /** The last result of each part that was tested. */
  results: Readonly<Partial<Record<SetupPart, SetupTest>>>;
  /** Parts that are being tested. */
  testing?: readonly SetupPart[];
  onTest: (part: SetupPart) => void;
  /** Copies a text; false where the browser does not allow it. */
  onCopy: (text: string) => Promise<boolean>;
}

/** What the operator of the installation sets up: the state of each part, its steps, and a test. */
export function SetupGuide({ setup, origin, ...rest }: SetupGuideProps) {
  const { t } = useTranslation("settings");
  const states = useTranslation("states");
  const { onCopy } = rest;
  const mailVariables =
    "CLEW_SMTP_URL=smtp://user:password@mail.example.org:587\nCLEW_MAIL_FROM=Clew <clew@example.org>";
  return (
    <div className={styles.guide}>
      <Text as="p" tone="muted">
        {t("setup.text")}
      </Text>
      <Part part="public_address" title={t("setup.address.title")} isSet={setup.public_address.is_set} {...rest}>
        <p>{t("setup.address.why")}</p>
        <CopiedText label={t("setup.address.now")} text={setup.public_address.url} onCopy={onCopy} />
        <CopiedText label={t("setup.variables")} text={`CLEW_PUBLIC_URL=${origin}`} onCopy={onCopy} />
      </Part>
      <Part part="mail" title={t("setup.mail.title")} isSet={setup.mail.is_set} {...rest}>
        <p>{t("setup.mail.why")}</p>
        {setup.mail.from !== null && <p>{t("setup.mail.from", { from: setup.mail.from })}</p>}
        <CopiedText label={t("setup.variables")} text={mailVariables} onCopy={onCopy} />
      </Part>
      {setup.providers.map((provider) => (
        <Part
          key={provider.name}
          part={provider.name}
          title={states.t(`sources.${provider.name}`)}
          isSet={provider.is_set}
          icon={<SourceIcon provider={provider.name} />}
          {...rest}
        >
          <ProviderSteps provider={provider} callbackUrl={setup.callback_url} onCopy={onCopy} />
        </Part>
      ))}
    </div>
  );
}

interface PartProps extends Pick<SetupGuideProps, "openPart" | "results" | "testing" | "onTest"> {
  part: SetupPart;
  title: string;
  isSet: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

function Part({ part, title, isSet, icon, openPart = null, results, testing = [], onTest, children }: PartProps) {
  const { t } = useTranslation("settings");
  const result = results[part];
  const [isOpen, setOpen] = useState(openPart === part);
  const [lastOpenPart, setLastOpenPart] = useState(openPart);
  if (openPart !== lastOpenPart) {
    setLastOpenPart(openPart);
    if (openPart === part) setOpen(true);
  }
  return (
    <section id={`setup-${part}`} className={styles.part} aria-labelledby={`setup-title-${part}`}>
      <div className={styles.head}>
        <h2 id={`setup-title-${part}`} className={styles.title}>
          {icon && <span aria-hidden="true">{icon}</span>}
          {title}
          <Tag intent={isSet ? "success" : "none"}>{t(isSet ? "setup.set" : "setup.notSet")}</Tag>
        </h2>
        <Button
          size="small"
          variant="outlined"
          text={t("setup.test")}
          aria-label={t("setup.testName", { name: title })}
          loading={testing.includes(part)}
          onClick={() => onTest(part)}
        />
      </div>
      <div role="status">
        {result && <Callout intent={result.passed ? "success" : "warning"}>{result.text}</Callout>}
      </div>
      <Disclosure summary={t("setup.steps")} isOpen={isOpen} onToggle={setOpen}>
        <div className={styles.steps}>
          {children}
          <p>{t("setup.restart")}</p>
        </div>
      </Disclosure>
    </section>
  );
}

function ProviderSteps({
  provider,
  callbackUrl,
  onCopy,
}: {
  provider: SetupProvider;
  callbackUrl: string;
  onCopy: SetupGuideProps["onCopy"];
}) {
  const { t } = useTranslation("settings");
  return (
    <ol className={styles.list}>
      <li>
        <a href={webHref(provider.register_url)} target="_blank" rel="noopener noreferrer">
          {t("setup.provider.open")}
        </a>
        <Text as="div" tone="muted">
          {t(`setup.provider.where.${provider.name}`)}
        </Text>
      </li>
      <li>
        <CopiedText label={t("setup.provider.callback")} text={callbackUrl} onCopy={onCopy} />
      </li>
      <li>
        <CopiedText label={t("setup.provider.scopes")} text={provider.scopes.join(" ")} onCopy={onCopy} />
      </li>
      <li>
        <CopiedText
          label={t("setup.provider.variables")}
          text={provider.variables.map((name) => `${name}=`).join("\n")}
          onCopy={onCopy}
        />
      </li>
    </ol>
  );
}
