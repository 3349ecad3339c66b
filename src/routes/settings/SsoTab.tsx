import { observer } from "mobx-react-lite";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { CompanyUser } from "../../../contract/access/companies.ts";
import type { SsoProvider, SsoSettings } from "../../../contract/access/sso.ts";
import { SsoPolicyForm } from "../../components/company/SsoPolicyForm.tsx";
import { SsoProviderForm } from "../../components/company/SsoProviderForm.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { newSsoProvider, type SsoKind, type SsoProviderDraft } from "../../domain/ssoProvider.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { Result } from "../../services/result.ts";
import type { SsoPolicy } from "../../services/sso.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { adminCompany } from "./ownCompany.ts";
import { SsoProviderSection } from "./SsoProviderSection.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { SettingsSections } from "./SettingsSections.tsx";

/** Null where the plan has no single sign-on. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  if (!app.store.plan.has("sso")) return null;
  const settings = app.services.sso.settings(id, request.signal);
  const users = app.services.companies.users(id, undefined, request.signal);
  await withGracePeriod(settings, users);
  return { companyId: id, settings, users };
}

/** Single sign-on of the company, for its Admins. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  if (data) return <Sso {...data} />;
  return <UpgradeNotice feature="sso" contactHref={hrefTo.support({ topic: "upgrade" })} />;
}

interface SsoProps {
  companyId: string;
  settings: Promise<Result<SsoSettings>>;
  users: Promise<Result<CompanyUser[]>>;
}

function Sso({ companyId, settings, users }: SsoProps) {
  const query = useLoaderState(settings);
  const { t } = useTranslation("sso");
  return (
    <AsyncContent query={query} failed={t("failed")}>
      {(loaded) => (
        <SettingsSections>
          <Providers companyId={companyId} providers={loaded.providers} />
          {loaded.providers.length > 0 && <Policy companyId={companyId} settings={loaded} users={users} />}
        </SettingsSections>
      )}
    </AsyncContent>
  );
}

const KINDS: readonly SsoKind[] = ["oidc", "saml", "ldap"];

function Providers({ companyId, providers }: { companyId: string; providers: readonly SsoProvider[] }) {
  const services = useServices();
  const { t } = useTranslation("sso");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const { openerRef: oidcRef, ...oidc } = useInlineForm();
  const { openerRef: samlRef, ...saml } = useInlineForm();
  const { openerRef: ldapRef, ...ldap } = useInlineForm();
  const forms = { oidc, saml, ldap };
  const open = KINDS.find((kind) => forms[kind].isOpen);
  const add = useMutation((draft: SsoProviderDraft) => services.sso.addProvider(companyId, newSsoProvider(draft)), {
    onSuccess: async (_provider, { kind }) => {
      await revalidate();
      forms[kind].close();
    },
  });
  return (
    <Section title={t("title")} headingLevel={2} lead={t("text")}>
      {providers.length === 0 && !open && (
        <Text as="p" tone="muted">
          {t("none")}
        </Text>
      )}
      {providers.map((provider) => (
        <SsoProviderSection key={provider.id} companyId={companyId} provider={provider} />
      ))}
      {open && (
        <SsoProviderForm
          key={open}
          kind={open}
          provider={null}
          isBusy={add.isPending}
          failure={add.error && formatError(add.error)}
          onSave={(draft) => void add.mutate(draft)}
          onCancel={() => {
            add.reset();
            forms[open].close();
          }}
        />
      )}
      {!open && (
        <Inline>
          <Button
            ref={oidcRef}
            {...(providers.length === 0 ? { intent: "primary" as const } : { variant: "outlined" as const })}
            text={t("add")}
            onClick={oidc.open}
          />
          <Button ref={samlRef} variant="outlined" text={t("saml.add")} onClick={saml.open} />
          <Button ref={ldapRef} variant="outlined" text={t("ldap.add")} onClick={ldap.open} />
        </Inline>
      )}
    </Section>
  );
}

interface PolicyProps {
  companyId: string;
  settings: SsoSettings;
  users: SsoProps["users"];
}

const Policy = observer(function Policy({ companyId, settings, users }: PolicyProps) {
  const query = useLoaderState(users);
  const services = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("sso");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const save = useMutation((policy: SsoPolicy) => services.sso.setPolicy(companyId, policy), {
    onSuccess: async () => {
      notifications.show(t("saved"));
      await revalidate();
    },
  });
  return (
    <Section title={t("policy")} headingLevel={2}>
      <AsyncContent query={query} failed={t("adminsFailed")}>
        {(people) => (
          <SsoPolicyForm
            isRequired={settings.is_required}
            passwordAdmins={settings.password_admins}
            admins={people.filter(({ role }) => role === "Admin")}
            isBusy={save.isPending}
            failure={save.error && formatError(save.error)}
            onSave={(policy) => void save.mutate(policy)}
          />
        )}
      </AsyncContent>
    </Section>
  );
});
