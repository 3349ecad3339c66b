import { useState } from "react";
import type { SsoDomain } from "../../../contract/access/sso.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Form } from "../patterns/Form.tsx";
import { FormError, type FormErrorInfo } from "../patterns/FormError.tsx";
import { FormField } from "../patterns/FormField.tsx";
import { Button } from "../ui/Button.tsx";
import { Inline } from "../ui/Inline.tsx";
import { InputGroup } from "../ui/InputGroup.ts";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import { CopiedText } from "../patterns/CopiedText.tsx";
import { useRequired } from "../patterns/useRequired.ts";
import styles from "./SsoDomainList.module.css";

export interface SsoDomainListProps {
  /** Name of the provider. */
  provider: string;
  domains: readonly SsoDomain[];
  /** Ids of domains whose record is being looked for. */
  verifying?: readonly string[];
  /** The domain that was not verified, and why. */
  notVerified?: { readonly id: string; readonly text: string } | null;
  isAdding?: boolean;
  addFailure?: FormErrorInfo | null;
  /** Resolves to whether the domain was added: the field is then cleared. */
  onAdd: (name: string) => Promise<boolean>;
  onVerify: (domain: SsoDomain) => void;
  onRemove: (domain: SsoDomain) => void;
  onCopy: (text: string) => Promise<boolean>;
}

/** The domains of a provider: those that are verified, the record that proves each other one, and a field for one more. */
export function SsoDomainList({
  provider,
  domains,
  verifying = [],
  notVerified = null,
  isAdding = false,
  addFailure = null,
  onAdd,
  onVerify,
  onRemove,
  onCopy,
}: SsoDomainListProps) {
  const { t } = useTranslation("sso");
  const required = useRequired();
  const [name, setName] = useState("");
  return (
    <div className={styles.domains}>
      <h4 className={styles.subtitle}>{t("domains")}</h4>
      <Text as="p" tone="muted">
        {t(domains.length === 0 ? "noDomains" : "domainsText")}
      </Text>
      {domains.length > 0 && (
        <ul className={styles.list}>
          {domains.map((domain) => (
            <li key={domain.id} className={styles.domain}>
              <div className={styles.head}>
                <Inline>
                  <span className={styles.name}>{domain.name}</span>
                  <Tag intent={domain.verified_at === null ? "warning" : "success"}>
                    {t(domain.verified_at === null ? "unverified" : "verified")}
                  </Tag>
                </Inline>
                <Button
                  size="small"
                  variant="minimal"
                  text={t("removeDomain")}
                  aria-label={t("removeDomainName", { domain: domain.name })}
                  onClick={() => onRemove(domain)}
                />
              </div>
              {domain.verified_at === null && (
                <>
                  <CopiedText label={t("record", { domain: domain.name })} text={domain.record} onCopy={onCopy} />
                  <FormError
                    title={t("verifyFailed", { domain: domain.name })}
                    failure={notVerified?.id === domain.id ? notVerified : null}
                  />
                  <div>
                    <Button
                      size="small"
                      variant="outlined"
                      text={t("verify")}
                      aria-label={t("verifyName", { domain: domain.name })}
                      loading={verifying.includes(domain.id)}
                      onClick={() => onVerify(domain)}
                    />
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form
        label={t("addDomainTo", { name: provider })}
        faults={{ name: required(name) }}
        failure={addFailure}
        failureTitle={t("addDomainFailed")}
        isBusy={isAdding}
        onSubmit={() => void onAdd(name.trim()).then((isAdded) => isAdded && setName(""))}
      >
        {({ errorsOf }) => (
          <>
            <FormField label={t("domain")} errors={errorsOf("name")}>
              {(control) => (
                <InputGroup
                  {...control}
                  name="sso-domain"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="example.org"
                  value={name}
                  onValueChange={setName}
                />
              )}
            </FormField>
            <div>
              <Button type="submit" text={t("addDomain")} loading={isAdding} />
            </div>
          </>
        )}
      </Form>
    </div>
  );
}
