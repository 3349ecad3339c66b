import type { SamlDetails } from "../../../contract/access/sso.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Callout } from "../ui/Callout.tsx";
import { Tag } from "../ui/Tag.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./SsoProviderCard.module.css";

const INTENTS = { valid: "success", expiring: "warning", expired: "danger", future: "none" } as const;

export interface SamlCertificateListProps {
  saml: SamlDetails;
}

/** The certificates by which a SAML 2.0 provider may sign, with a warning before the last of them expires. */
export function SamlCertificateList({ saml: { certificates, metadata_url, read_at } }: SamlCertificateListProps) {
  const { t, format } = useTranslation("sso");
  const has = (...states: string[]): boolean => certificates.some(({ state }) => states.includes(state));
  const warning = !has("valid", "expiring") ? "saml.noneValid" : !has("valid", "future") ? "saml.expiresSoon" : null;
  return (
    <div>
      <div>{t("saml.certificates")}</div>
      <ul className={styles.steps}>
        {certificates.map(({ fingerprint, valid_until, state }) => (
          <li key={fingerprint}>
            <Tag minimal intent={INTENTS[state]}>
              {t(`saml.states.${state}`)}
            </Tag>{" "}
            {t("saml.validUntil", { date: format.date(valid_until) })} <code>{fingerprint}</code>
          </li>
        ))}
      </ul>
      {warning && <Callout intent="warning">{t(warning)}</Callout>}
      <Text as="p" tone="muted">
        {metadata_url === null
          ? t("saml.pasted", { date: format.date(read_at) })
          : t("saml.readFrom", { date: format.date(read_at), address: metadata_url })}
      </Text>
    </div>
  );
}
