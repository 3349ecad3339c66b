import { useState } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { ApiToken, ApiTokenOptions, NewApiToken } from "../../../contract/access/apiTokens.ts";
import { ApiTokenForm } from "../../components/account/ApiTokenForm.tsx";
import { ApiTokenList } from "../../components/account/ApiTokenList.tsx";
import { CreatedTokenNotice } from "../../components/account/CreatedTokenNotice.tsx";
import { ConfirmDialog } from "../../components/patterns/ConfirmDialog.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { returnFocus } from "../../components/ui/returnFocus.ts";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ApiTokenDraft } from "../../services/access.ts";
import type { Result } from "../../services/result.ts";
import { appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { copyText } from "../browser/copyText.ts";
import { useConfirmation } from "../confirmation/useConfirmation.ts";
import { type InlineForm, useInlineForm } from "../forms/useInlineForm.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { SettingsSections } from "./SettingsSections.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { access } = context.get(appContext).services;
  const tokens = access.apiTokens(request.signal);
  const options = access.apiTokenOptions(request.signal);
  await withGracePeriod(tokens, options);
  return { tokens, options };
}

/** The personal API tokens of the user. */
export function Component() {
  const { tokens, options } = useLoaderData<typeof loader>();
  const query = useLoaderState(tokens);
  const offered = useLoaderState<ApiTokenOptions>(options);
  const { access } = useServices();
  const { t } = useTranslation("access");
  const { t: tTokens } = useTranslation("tokens");
  const { revalidate } = useRevalidator();
  const [created, setCreated] = useState<NewApiToken | null>(null);
  const form = useInlineForm();
  const show = async (token: NewApiToken) => {
    setCreated(token);
    await revalidate();
  };
  const rotation = useConfirmation(({ id }: ApiToken) => access.rotateApiToken(id), {
    onSuccess: show,
  });
  const revocation = useConfirmation(({ id }: ApiToken) => access.deleteApiToken(id), {
    onSuccess: async (_, { id }) => {
      setCreated((now) => (now?.id === id ? null : now));
      await revalidate();
    },
  });
  const names = Object.fromEntries((offered.data?.projects ?? []).map(({ slug, name }) => [slug, name]));
  return (
    <AsyncContent query={query} failed={t("tokens.failed")}>
      {(listed) => (
        <SettingsSections>
          <Section title={t("tokens.title")} headingLevel={2} lead={t("tokens.text")}>
            {created && (
              <CreatedTokenNotice
                key={created.token}
                name={created.name}
                token={created.token}
                help={t("tokens.use")}
                onCopy={copyText}
                onDone={() => {
                  setCreated(null);
                  returnFocus(() => form.openerRef.current);
                }}
              />
            )}
            {listed.length === 0 ? (
              <Text as="p" tone="muted">
                {t("tokens.empty")}
              </Text>
            ) : (
              <ApiTokenList tokens={listed} projectNames={names} onRotate={rotation.ask} onRevoke={revocation.ask} />
            )}
            <AsyncContent query={offered} failed={t("tokens.optionsFailed")}>
              {(choices) => <Creation options={choices} form={form} onCreated={show} />}
            </AsyncContent>
          </Section>
          <ConfirmDialog
            {...rotation.dialog}
            title={tTokens("rotateTitle", { name: rotation.subject?.name ?? "" })}
            text={t("tokens.rotateText")}
            action={tTokens("rotate")}
          />
          <ConfirmDialog
            {...revocation.dialog}
            title={tTokens("revokeTitle", { name: revocation.subject?.name ?? "" })}
            text={tTokens("revokeText")}
            action={tTokens("revoke")}
          />
        </SettingsSections>
      )}
    </AsyncContent>
  );
}

interface CreationProps {
  options: ApiTokenOptions;
  /** Form of the parent, which returns the focus to its button too. */
  form: InlineForm;
  onCreated: (token: NewApiToken) => Promise<void>;
}

/** The form of a new token, and the button that opens it. */
function Creation({ options, form: { isOpen, open, close, openerRef }, onCreated }: CreationProps) {
  const { access } = useServices();
  const { t } = useTranslation("tokens");
  const formatError = useErrorMessage();
  const create = useMutation((token: ApiTokenDraft): Promise<Result<NewApiToken>> => access.createApiToken(token), {
    onSuccess: async (token) => {
      close();
      await onCreated(token);
    },
  });
  if (!isOpen) {
    return (
      <div>
        <Button ref={openerRef} intent="primary" text={t("create")} onClick={open} />
      </div>
    );
  }
  return (
    <ApiTokenForm
      projects={options.projects}
      maxDays={options.max_days}
      isBusy={create.isPending}
      failure={create.error && formatError(create.error)}
      onCreate={(token) => void create.mutate(token)}
      onCancel={() => {
        create.reset();
        close();
      }}
    />
  );
}
