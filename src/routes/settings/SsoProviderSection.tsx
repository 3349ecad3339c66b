import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../contract/access/sso.ts";
import { LdapProviderForm, type LdapProviderFields } from "../../components/company/LdapProviderForm.tsx";
import { SamlProviderForm, type SamlProviderFields } from "../../components/company/SamlProviderForm.tsx";
import { SsoDomainList } from "../../components/company/SsoDomainList.tsx";
import { SsoProviderCard } from "../../components/company/SsoProviderCard.tsx";
import { SsoProviderForm, type SsoProviderFields } from "../../components/company/SsoProviderForm.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface SsoProviderSectionProps {
  companyId: string;
  provider: SsoProvider;
}

/** One identity provider: test, change, turn on or off, remove. */
export function SsoProviderSection({ companyId, provider }: SsoProviderSectionProps) {
  const { id, label, client_id, scopes, trusts_addresses, is_enabled, saml, ldap, groups_claim } = provider;
  const services = useServices();
  const { t } = useTranslation("sso");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const { openerRef, ...form } = useInlineForm();
  const [result, setResult] = useState<SsoTest | null>(null);
  const test = useMutation(() => services.sso.testProvider(companyId, id), {
    onSuccess: setResult,
    onError: (error) => setResult({ passed: false, steps: [{ passed: false, text: formatError(error).text }] }),
  });
  const saved = async (): Promise<void> => {
    setResult(null);
    await revalidate();
    form.close();
  };
  const save = useMutation(
    ({ issuer: _issuer, ...fields }: SsoProviderFields) =>
      services.sso.changeProvider(companyId, id, { ...fields, is_enabled }),
    { onSuccess: saved },
  );
  const saveSaml = useMutation(
    (fields: SamlProviderFields) => services.sso.changeSamlProvider(companyId, id, { ...fields, is_enabled }),
    { onSuccess: saved },
  );
  const saveLdap = useMutation(
    ({ server: _server, ...fields }: LdapProviderFields) =>
      services.sso.changeLdapProvider(companyId, id, { ...fields, is_enabled }),
    { onSuccess: saved },
  );
  const turn = async (isOn: boolean): Promise<Result<SsoProvider>> => {
    const { sso } = services;
    if (ldap) {
      const fields = { ...ldap, label, bind_password: null, groups_attribute: groups_claim };
      return sso.changeLdapProvider(companyId, id, { ...fields, is_enabled: isOn });
    }
    if (saml) {
      const { metadata_url, signs_requests, allows_unsolicited } = saml;
      const fields = { label, metadata_url, metadata: null, signs_requests, allows_unsolicited };
      return sso.changeSamlProvider(companyId, id, { ...fields, is_enabled: isOn });
    }
    const fields = { label, client_id, client_secret: null, scopes, trusts_addresses };
    return sso.changeProvider(companyId, id, { ...fields, is_enabled: isOn });
  };
  const enable = useMutation(turn, { onSuccess: () => revalidate() });
  const remove = useConfirmation(() => services.sso.removeProvider(companyId, id), {
    onSuccess: revalidate,
  });
  const cancel = (): void => {
    save.reset();
    saveSaml.reset();
    saveLdap.reset();
    form.close();
  };
  if (form.isOpen && ldap) {
    return (
      <Card>
        <LdapProviderForm
          provider={provider}
          isBusy={saveLdap.isPending}
          failure={saveLdap.error && formatError(saveLdap.error)}
          onSave={(fields) => void saveLdap.mutate(fields)}
          onCancel={cancel}
        />
      </Card>
    );
  }
  if (form.isOpen && saml) {
    return (
      <Card>
        <SamlProviderForm
          provider={provider}
          isBusy={saveSaml.isPending}
          failure={saveSaml.error && formatError(saveSaml.error)}
          onSave={(fields) => void saveSaml.mutate(fields)}
          onCancel={cancel}
        />
      </Card>
    );
  }
  if (form.isOpen) {
    return (
      <Card>
        <SsoProviderForm
          provider={provider}
          isBusy={save.isPending}
          failure={save.error && formatError(save.error)}
          onSave={(fields) => void save.mutate(fields)}
          onCancel={cancel}
        />
      </Card>
    );
  }
  return (
    <>
      <SsoProviderCard
        provider={provider}
        result={result}
        isTesting={test.isPending}
        isChanging={enable.isPending}
        failure={enable.error && formatError(enable.error)}
        onTest={() => {
          setResult(null);
          void test.mutate();
        }}
        onEdit={form.open}
        editRef={openerRef}
        onEnable={(isOn) => void enable.mutate(isOn)}
        onRemove={() => remove.ask(null)}
        onCopy={copyText}
      >
        <Domains companyId={companyId} provider={provider} />
      </SsoProviderCard>
      <ConfirmDialog
        {...remove.dialog}
        title={t("removeTitle", { name: label })}
        text={t("removeText")}
        action={t("remove")}
      />
    </>
  );
}

function Domains({ companyId, provider }: SsoProviderSectionProps) {
  const services = useServices();
  const { t } = useTranslation("sso");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [notVerified, setNotVerified] = useState<{ id: string; text: string } | null>(null);
  const add = useMutation((name: string) => services.sso.addDomain(companyId, provider.id, name), {
    onSuccess: revalidate,
  });
  const verify = useMutation(({ id }: SsoDomain) => services.sso.verifyDomain(companyId, id), {
    onSuccess: revalidate,
    onError: (error, { id }) => setNotVerified({ id, text: formatError(error).text }),
  });
  const remove = useConfirmation(({ id }: SsoDomain) => services.sso.removeDomain(companyId, id), {
    onSuccess: revalidate,
  });
  return (
    <>
      <SsoDomainList
        provider={provider.label}
        domains={provider.domains}
        verifying={verify.pending.map(([{ id }]) => id)}
        notVerified={notVerified}
        isAdding={add.isPending}
        addFailure={add.error && formatError(add.error)}
        onAdd={async (name) => (await add.mutate(name)).success}
        onVerify={(domain) => {
          setNotVerified(null);
          void verify.mutate(domain);
        }}
        onRemove={remove.ask}
        onCopy={copyText}
      />
      <ConfirmDialog
        {...remove.dialog}
        title={t("removeDomainTitle", { domain: remove.subject?.name ?? "" })}
        text={t("removeDomainText")}
        action={t("removeDomain")}
      />
    </>
  );
}
