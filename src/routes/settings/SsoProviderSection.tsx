import { useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { SsoDomain, SsoProvider, SsoTest } from "../../../contract/access/sso.ts";
import { SsoDomainList } from "../../components/company/SsoDomainList.tsx";
import { SsoProviderCard } from "../../components/company/SsoProviderCard.tsx";
import { SsoProviderForm } from "../../components/company/SsoProviderForm.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { ssoProviderChange, ssoProviderSwitch, type SsoProviderDraft } from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
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
  const { id, kind, label, is_enabled: isEnabled } = provider;
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
    (draft: SsoProviderDraft) => services.sso.changeProvider(companyId, id, ssoProviderChange(draft, isEnabled)),
    { onSuccess: saved },
  );
  const enable = useMutation(
    (isOn: boolean) => services.sso.changeProvider(companyId, id, ssoProviderSwitch(provider, isOn)),
    { onSuccess: () => revalidate() },
  );
  const remove = useConfirmation(() => services.sso.removeProvider(companyId, id), {
    onSuccess: revalidate,
  });
  const cancel = (): void => {
    save.reset();
    form.close();
  };
  if (form.isOpen) {
    return (
      <Card>
        <SsoProviderForm
          kind={kind}
          provider={provider}
          isBusy={save.isPending}
          failure={save.error && formatError(save.error)}
          onSave={(draft) => void save.mutate(draft)}
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
