import type { Issue } from "../../../contract/issues/issues.ts";
import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RequestLink } from "../patterns/RequestLink.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface IssueRequestsProps {
  requests: Issue["requests"];
  hrefOf: (request: RequestRef) => string;
}

/** The requests that close or name an issue; nothing where there are none. */
export function IssueRequests({ requests, hrefOf }: IssueRequestsProps) {
  const { t } = useTranslation("issuePage");
  if (requests.length === 0) return null;
  return (
    <section aria-label={t("requests.title")}>
      <Text as="h2" size="large" weight="strong">
        {t("requests.title")}
      </Text>
      <Stack as="ul" gap={1}>
        {requests.map(({ request, how }) => (
          <li key={request.url}>
            <RequestLink request={request} href={hrefOf(request)} />{" "}
            <Text size="small" tone="muted">
              {t(`requests.${how}`)}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}
