import { useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from "react-router-dom";
import { type AppOutcome, readAppReturn } from "../../../contract/integrations/appReturn.ts";
import type { HostApp } from "../../../contract/integrations/apps.ts";
import { HostAppCard } from "../../components/apps/HostAppCard.tsx";
import { RegisterAppForm, type RegisterAppFields } from "../../components/apps/RegisterAppForm.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { openStep } from "../browser/openStep.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { adminCompany } from "./ownCompany.ts";

const OUTCOME_INTENTS = {
  registered: "success",
  installed: "success",
  requested: "warning",
  expired: "warning",
  foreign: "danger",
  failed: "danger",
} as const satisfies Record<AppOutcome, string>;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  const apps = app.services.apps.ofCompany(id, request.signal);
  await withGracePeriod(apps);
  return { companyId: id, apps };
}

/** The apps of the company at code hosts, for its Admins. */
export function Component() {
  const { companyId, apps } = useLoaderData<typeof loader>();
  const query = useLoaderState(apps);
  const { t } = useTranslation("apps");
  const [search] = useSearchParams();
  const outcome = readAppReturn(search);
  return (
    <Section title={t("title")} headingLevel={2} lead={t("text")}>
      {outcome && (
        <Callout intent={OUTCOME_INTENTS[outcome]} role="status">
          {t(`outcome.${outcome}`)}
        </Callout>
      )}
      <AsyncContent query={query} failed={t("loadFailed")}>
        {(loaded) => (
          <>
            {loaded.length === 0 && (
              <Text as="p" tone="muted">
                {t("none")}
              </Text>
            )}
            {loaded.map((app) => (
              <AppSection key={app.id} companyId={companyId} app={app} />
            ))}
            <Registration companyId={companyId} />
          </>
        )}
      </AsyncContent>
    </Section>
  );
}

function Registration({ companyId }: { companyId: string }) {
  const services = useServices();
  const { t } = useTranslation("apps");
  const formatError = useErrorMessage();
  const { openerRef, ...form } = useInlineForm();
  const [isBadAddress, setBadAddress] = useState(false);
  const begin = useMutation(
    ({ url, organization, writes }: RegisterAppFields) =>
      services.apps.register(companyId, {
        provider: "github",
        writes,
        ...(url !== "" && { url }),
        ...(organization !== "" && { organization }),
      }),
    { onSuccess: ({ url }) => setBadAddress(!openStep(url)) },
  );
  if (!form.isOpen) {
    return (
      <div>
        <Button ref={openerRef} intent="primary" text={t("add")} onClick={form.open} />
      </div>
    );
  }
  return (
    <RegisterAppForm
      isBusy={begin.isPending}
      failure={isBadAddress ? { text: t("badAddress") } : begin.error && formatError(begin.error)}
      onRegister={(fields) => {
        setBadAddress(false);
        void begin.mutate(fields);
      }}
      onCancel={() => {
        begin.reset();
        form.close();
      }}
    />
  );
}

function AppSection({ companyId, app }: { companyId: string; app: HostApp }) {
  const services = useServices();
  const { t } = useTranslation("apps");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [isBadAddress, setBadAddress] = useState(false);
  const install = useMutation(() => services.apps.install(companyId, app.id), {
    onSuccess: ({ url }) => setBadAddress(!openStep(url)),
  });
  const refresh = useMutation(() => services.apps.refresh(companyId, app.id), {
    onSuccess: revalidate,
  });
  const remove = useConfirmation(() => services.apps.remove(companyId, app.id), {
    onSuccess: revalidate,
  });
  const error = install.error ?? refresh.error;
  return (
    <>
      <HostAppCard
        app={app}
        isInstalling={install.isPending}
        isRefreshing={refresh.isPending}
        failure={isBadAddress ? { text: t("badAddress") } : error && formatError(error)}
        onInstall={() => {
          refresh.reset();
          void install.mutate();
        }}
        onRefresh={() => {
          install.reset();
          void refresh.mutate();
        }}
        onRemove={() => remove.ask(null)}
      />
      <ConfirmDialog
        {...remove.dialog}
        title={t("removeTitle", { name: app.name })}
        text={t("removeText")}
        action={t("remove")}
      />
    </>
  );
}
