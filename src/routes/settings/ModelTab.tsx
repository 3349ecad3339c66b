import { observer } from "mobx-react-lite";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router-dom";
import type { ModelSettings } from "../../../contract/search/ask.ts";
import { ModelSettingsForm } from "../../components/company/ModelSettingsForm.tsx";
import { DigestPreviewCard } from "../../components/ask/DigestPreviewCard.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useMutation } from "../../queries/useMutation.ts";
import type { ModelSettingsDraft } from "../../services/ask.ts";
import type { Result } from "../../services/result.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { type AppContext, appContext, useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { adminCompany } from "./ownCompany.ts";
import { SettingsSections } from "./SettingsSections.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  const settings = loadSettings(app, id, request.signal);
  await withGracePeriod(settings);
  return { companyId: id, settings };
}

/** In an object: the state of a query without data is null, and so are the settings before a model is set up. */
async function loadSettings(
  { services }: AppContext,
  companyId: string,
  signal: AbortSignal,
): Promise<Result<{ readonly settings: ModelSettings | null }>> {
  const answer = await services.ask.settings(companyId, signal);
  return answer.success ? { ...answer, data: { settings: answer.data } } : answer;
}

/** The model of the company, for its Admins. */
export const Component = observer(function ModelTab() {
  const { companyId, settings } = useLoaderData<typeof loader>();
  const query = useLoaderState(settings);
  const { ask } = useServices();
  const { notifications } = useStore();
  const { t } = useTranslation("ask");
  const { revalidate } = useRevalidator();
  const formatError = useErrorMessage();
  const save = useMutation((draft: ModelSettingsDraft) => ask.setSettings(companyId, draft), {
    onSuccess: async () => {
      notifications.show(t("settings.saved"));
      await revalidate();
    },
  });
  return (
    <AsyncContent query={query} failed={t("settings.failed")}>
      {({ settings: loaded }) => (
        <SettingsSections>
          <Section title={t("settings.title")} headingLevel={2} lead={t("settings.lead")}>
            <ModelSettingsForm
              key={JSON.stringify({ ...loaded, used: null })}
              settings={loaded}
              isBusy={save.isPending}
              failure={save.error && formatError(save.error)}
              onSave={(draft) => void save.mutate(draft)}
            />
          </Section>
          {loaded && <Digests companyId={companyId} />}
          {loaded && <Use companyId={companyId} settings={loaded} />}
        </SettingsSections>
      )}
    </AsyncContent>
  );
});

/** What the model is sent to word digests, shown with the week of the Admin. */
function Digests({ companyId }: { companyId: string }) {
  const { ask } = useServices();
  const { t } = useTranslation("ask");
  const formatError = useErrorMessage();
  const preview = useMutation(() => ask.digest(companyId));
  return (
    <Section title={t("digests.title")} headingLevel={2} lead={t("digests.lead")}>
      <div>
        <Button text={t("digests.show")} loading={preview.isPending} onClick={() => void preview.mutate()} />
      </div>
      {preview.data && <DigestPreviewCard preview={preview.data} />}
      {preview.error && (
        <Callout intent="danger" role="alert">
          {formatError(preview.error).text}
        </Callout>
      )}
    </Section>
  );
}

/** What the company has used, and a test of the connection. */
function Use({ companyId, settings: { used } }: { companyId: string; settings: ModelSettings }) {
  const { ask } = useServices();
  const { t, format } = useTranslation("ask");
  const formatError = useErrorMessage();
  const test = useMutation(() => ask.test(companyId));
  const { tokens, requests, cost } = used;
  return (
    <Section title={t("settings.use")} headingLevel={2}>
      <Text as="p">
        {t("settings.used", { count: requests, tokens, cost: format.number(Math.ceil(cost * 100) / 100) })}
      </Text>
      <div>
        <Button text={t("settings.test")} loading={test.isPending} onClick={() => void test.mutate()} />
      </div>
      {test.data && (
        <Callout intent={test.data.passed ? "success" : "danger"} role="status">
          {test.data.text}
        </Callout>
      )}
      {test.error && (
        <Callout intent="danger" role="alert">
          {formatError(test.error).text}
        </Callout>
      )}
    </Section>
  );
}
