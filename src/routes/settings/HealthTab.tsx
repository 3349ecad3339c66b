import { useLoaderData, type LoaderFunctionArgs } from "react-router-dom";
import { HealthReport } from "../../components/company/HealthReport.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { appContext } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { withGracePeriod } from "../loading/withGracePeriod.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { adminCompany } from "./ownCompany.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const app = context.get(appContext);
  const { id } = await adminCompany(app, request.signal);
  const health = app.services.companies.health(id, request.signal);
  await withGracePeriod(health);
  return { health };
}

/** Health of the installation, for the company's Admins. */
export function Component() {
  const query = useLoaderState(useLoaderData<typeof loader>().health);
  const { t } = useTranslation("settings");
  return (
    <AsyncContent query={query} failed={t("health.unknown")}>
      {(health) => (
        <HealthReport
          health={health}
          isChecking={query.isLoading}
          sourcesHref={(slug) => hrefTo.projectTab(slug, "sources")}
          setupHref={hrefTo.settings("setup")}
          newProjectHref={hrefTo.wizard()}
          onCheck={query.refetch}
          onCopy={copyText}
        />
      )}
    </AsyncContent>
  );
}
