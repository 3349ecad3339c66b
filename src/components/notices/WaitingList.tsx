import type { WaitingRequest } from "../../../contract/notices/notices.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface WaitingListProps {
  requests: readonly WaitingRequest[];
  hrefOf: (request: WaitingRequest) => string;
}

/** Requests whose next step is the reader's. */
export function WaitingList({ requests, hrefOf }: WaitingListProps) {
  const { t } = useTranslation("notices");
  return (
    <Stack as="ul" gap={2}>
      {requests.map((request) => (
        <li key={request.id}>
          <a href={hrefOf(request)}>
            <ForeignText text={request.title} />
          </a>
          <Text as="p" size="small" tone="muted">
            <code>{request.key}</code> {request.project_name} · {t(`home.${request.reason}`)} ·{" "}
            <RelativeTime at={request.updated_at} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}
