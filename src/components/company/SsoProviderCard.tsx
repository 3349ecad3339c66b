import type { ReactNode, Ref } from "react";
import type { SsoProvider, SsoTest } from "../../../contract/access/sso.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EntryCard } from "../patterns/EntryCard.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { Button } from "../ui/Button.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { CopiedText } from "../patterns/CopiedText.tsx";
import { SamlCertificateList } from "./SamlCertificateList.tsx";
import styles from "./SsoProviderCard.module.css";

export interface SsoProviderCardProps {
  provider: SsoProvider;
  /** The last result of a test. */
  result?: SsoTest | null;
  isTesting?: boolean;
  isChanging?: boolean;
  failure?: FormErrorInfo | null;
  onTest: () => void;
  onEdit: () => void;
  /** The button of `onEdit`, which gets the focus when its form closes. */
  editRef?: Ref<HTMLButtonElement>;
  onEnable: (isEnabled: boolean) => void;
  onRemove: () => void;
  onCopy: (text: string) => Promise<boolean>;
  /** The domains. */
  children?: ReactNode;
}

/** An identity provider: its state, the addresses to register there, a test, and its domains. */
export function SsoProviderCard({
  provider,
  result = null,
  isTesting = false,
  isChanging = false,
  failure = null,
  onTest,
  onEdit,
  editRef,
  onEnable,
  onRemove,
  onCopy,
  children,
}: SsoProviderCardProps) {
  const { t } = useTranslation("sso");
  return (
    <EntryCard
      title={provider.label}
      headingLevel={3}
      badge={<Tag intent={provider.is_enabled ? "success" : "none"}>{t(provider.is_enabled ? "on" : "off")}</Tag>}
    >
      <Text as="p" tone="muted" overflow="anywhere">
        {provider.issuer}
      </Text>
      {provider.signs_out && <Text as="p">{t("signsOutOn")}</Text>}
      <Inline>
        <Button
          size="small"
          variant="outlined"
          text={t("test")}
          aria-label={t("testName", { name: provider.label })}
          loading={isTesting}
          onClick={onTest}
        />
        <Button
          size="small"
          variant="outlined"
          text={t(provider.is_enabled ? "turnOff" : "turnOn")}
          loading={isChanging}
          onClick={() => onEnable(!provider.is_enabled)}
        />
        <Button ref={editRef} size="small" variant="minimal" text={t("edit")} onClick={onEdit} />
        <Button size="small" variant="minimal" intent="danger" text={t("remove")} onClick={onRemove} />
      </Inline>
      <FormError title={t("changeFailed")} failure={failure} />
      <div role="status">
        {result && (
          <Callout intent={result.passed ? "success" : "warning"}>
            <strong>{t(result.passed ? "testPassed" : "testNotPassed")}</strong>
            <ul className={styles.steps}>
              {result.steps.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Callout>
        )}
      </div>
      {provider.saml ? (
        <>
          <CopiedText label={t("saml.entityId")} text={provider.saml.entity_id} onCopy={onCopy} />
          <CopiedText label={t("saml.answers")} text={provider.redirect_url} onCopy={onCopy} />
          <CopiedText label={t("saml.logout")} text={provider.logout_url} onCopy={onCopy} />
          <SamlCertificateList saml={provider.saml} />
        </>
      ) : provider.ldap ? (
        <Text as="p" tone="muted" overflow="anywhere">
          {t("ldap.searches", { base: provider.ldap.search_base, filter: provider.ldap.filter })}
        </Text>
      ) : (
        <>
          <CopiedText label={t("redirect")} text={provider.redirect_url} onCopy={onCopy} />
          <CopiedText label={t("logout")} text={provider.logout_url} onCopy={onCopy} />
        </>
      )}
      {children}
    </EntryCard>
  );
}
