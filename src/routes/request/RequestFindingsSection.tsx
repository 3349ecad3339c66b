import { observer } from "mobx-react-lite";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import { RequestFindingsPanel } from "../../components/requests/RequestFindingsPanel.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { requestKeys } from "../../queries/requestKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";

export interface RequestFindingsSectionProps {
  slug: string;
  request: Pick<ChangeRequest, "id">;
}

/** What a request should be looked at for; loads, fails and is retried by itself. */
export const RequestFindingsSection = observer(function RequestFindingsSection({
  slug,
  request,
}: RequestFindingsSectionProps) {
  const services = useServices();
  const recommendsPeople = useStore().plan.has("expert_recommender");
  const { t } = useTranslation("findings");
  const findings = useQuery(requestKeys.requestFindings(slug, request.id), (signal) =>
    services.checks.findings({ project: slug, request: request.id }, signal),
  );
  return (
    <AsyncContent query={findings} failed={t("failed")} loading={<Skeleton count={6} />}>
      {(data) => (
        <RequestFindingsPanel
          findings={data}
          recommendsPeople={recommendsPeople}
          personHref={(person) => hrefTo.person(slug, person)}
          issueHref={({ address }) => hrefTo.issue(slug, address)}
          fileHref={(path) => hrefTo.codeAt(slug, { source: data.source ?? "", path })}
          pageHref={({ source, path }) =>
            source === data.source ? hrefTo.codeAt(slug, { source, path }) : hrefTo.document(slug, { source, path })
          }
        />
      )}
    </AsyncContent>
  );
});
