import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type {
  DirectoryMapping,
  DirectorySettings,
  DirectoryToken,
  NewDirectoryToken,
} from "../../../contract/access/directory.ts";
import { CreatedTokenNotice } from "../../components/account/CreatedTokenNotice.tsx";
import { CopiedText } from "../../components/patterns/CopiedText.tsx";
import { GroupRoleForm } from "../../components/company/GroupRoleForm.tsx";
import { GroupRoleList } from "../../components/company/GroupRoleList.tsx";
import { ScimTokenForm } from "../../components/company/ScimTokenForm.tsx";
import { ScimTokenList } from "../../components/company/ScimTokenList.tsx";
import { UpgradeNotice } from "../../components/company/UpgradeNotice.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { DirectoryMappingDraft, DirectoryTokenDraft } from "../../services/directory.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { useInlineForm } from "../forms/useInlineForm.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { adminCompany } from "./ownCompany.ts";
import { SettingsSections } from "./SettingsSections.tsx";

/** Null where the plan has no single sign-on. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  if (!app.store.plan.has("sso")) return null;
  const settings = app.services.directory.settings(id, request.signal);
  await withGracePeriod(settings);
  return { companyId: id, settings };
}

/** Users and groups that the company's directory manages, for its Admins. */
export function Component() {
  const data = useLoaderData<typeof loader>();
  if (data) return <Directory {...data} />;
  return <UpgradeNotice feature="sso" contactHref={hrefTo.support({ topic: "upgrade" })} />;
}

function Directory({ companyId, settings }: { companyId: string; settings: Promise<Result<DirectorySettings>> }) {
  const query = useLoaderState(settings);
  const { t, format } = useTranslation("directory");
  return (
    <AsyncContent query={query} failed={t("failed")}>
      {(loaded) => (
        <SettingsSections>
          <Section title={t("title")} headingLevel={2} lead={t("text")}>
            <CopiedText label={t("address")} text={loaded.base_url} onCopy={copyText} />
            <Text as="p">
              {loaded.domains.length === 0 ? (
                <a href={hrefTo.settings("sso")}>{t("noDomains")}</a>
              ) : (
                t("domains", { domains: format.list(loaded.domains) })
              )}
            </Text>
            <Text as="p" tone="muted">
              {t("users", { count: loaded.users })}
              {loaded.inactive_users > 0 && ` · ${t("inactive", { count: loaded.inactive_users })}`}
            </Text>
          </Section>
          <Tokens companyId={companyId} tokens={loaded.tokens} maxDays={loaded.max_days} />
          <GroupRoles companyId={companyId} settings={loaded} />
        </SettingsSections>
      )}
    </AsyncContent>
  );
}

interface TokensProps {
  companyId: string;
  tokens: readonly DirectoryToken[];
  maxDays: number;
}

function Tokens({ companyId, tokens, maxDays }: TokensProps) {
  const { directory } = useServices();
  const { t } = useTranslation("directory");
  const { t: tTokens } = useTranslation("tokens");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const [created, setCreated] = useState<NewDirectoryToken | null>(null);
  const { openerRef, ...form } = useInlineForm();
  const create = useMutation(
    (draft: DirectoryTokenDraft): Promise<Result<NewDirectoryToken>> => directory.createToken(companyId, draft),
    {
      onSuccess: async (token) => {
        form.close();
        setCreated(token);
        await revalidate();
      },
    },
  );
  const revocation = useConfirmation(({ id }: DirectoryToken) => directory.revokeToken(companyId, id), {
    onSuccess: async (_, { id }) => {
      setCreated((now) => (now?.id === id ? null : now));
      await revalidate();
    },
  });
  return (
    <Section title={t("tokens")} headingLevel={2}>
      {created && (
        <CreatedTokenNotice
          key={created.token}
          name={created.name}
          token={created.token}
          help={t("use")}
          onCopy={copyText}
          onDone={() => {
            setCreated(null);
            returnFocus(() => openerRef.current);
          }}
        />
      )}
      {tokens.length === 0 ? (
        <Text as="p" tone="muted">
          {t("noTokens")}
        </Text>
      ) : (
        <ScimTokenList tokens={tokens} onRevoke={revocation.ask} />
      )}
      {form.isOpen ? (
        <ScimTokenForm
          maxDays={maxDays}
          isBusy={create.isPending}
          failure={create.error && formatError(create.error)}
          onCreate={(draft) => void create.mutate(draft)}
          onCancel={() => {
            create.reset();
            form.close();
          }}
        />
      ) : (
        <div>
          <Button ref={openerRef} intent="primary" text={tTokens("create")} onClick={form.open} />
        </div>
      )}
      <ConfirmDialog
        {...revocation.dialog}
        title={tTokens("revokeTitle", { name: revocation.subject?.name ?? "" })}
        text={t("revokeText")}
        action={tTokens("revoke")}
      />
    </Section>
  );
}

const GroupRoles = observer(function GroupRoles({
  companyId,
  settings: { groups, mappings, providers, projects },
}: {
  companyId: string;
  settings: DirectorySettings;
}) {
  const { directory } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("directory");
  const states = useTranslation("states");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const give = useMutation(
    (draft: DirectoryMappingDraft): Promise<Result<DirectoryMapping[]>> => directory.setMapping(companyId, draft),
    {
      onSuccess: async (_, { group }) => {
        const name = typeof group === "string" ? groups.find(({ id }) => id === group)?.name : group.name;
        notifications.show(t("given", { group: name ?? "" }));
        await revalidate();
      },
    },
  );
  const removal = useConfirmation(({ id }: DirectoryMapping) => directory.removeMapping(companyId, id), {
    onSuccess: revalidate,
  });
  const { subject } = removal;
  return (
    <Section title={t("groups")} headingLevel={2} lead={t("groupsText")}>
      {groups.length === 0 && providers.length === 0 ? (
        <Text as="p" tone="muted">
          {t("noGroups")} <a href={hrefTo.settings("sso")}>{t("toSso")}</a>
        </Text>
      ) : (
        <>
          {mappings.length === 0 ? (
            <Text as="p" tone="muted">
              {t("noMappings")}
            </Text>
          ) : (
            <GroupRoleList mappings={mappings} onRemove={removal.ask} />
          )}
          <GroupRoleForm
            groups={groups}
            providers={providers}
            projects={projects}
            isBusy={give.isPending}
            failure={give.error && formatError(give.error)}
            onGive={(draft) => void give.mutate(draft)}
          />
        </>
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t("removeTitle", {
          role: subject ? states.t(`roles.${subject.role}`) : "",
          group: subject?.group.name ?? "",
        })}
        text={t("removeText")}
        action={t("remove")}
      />
    </Section>
  );
});
