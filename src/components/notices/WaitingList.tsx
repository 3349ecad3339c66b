import type { WaitingRequest } from "../../../contract/notices.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

/** Requests whose next step is the reader's; they open at their host. */
export function WaitingList({ requests }: { requests: readonly WaitingRequest[] }) {
  const { t } = useTranslation("notices");
  return (
    <Stack as="ul" gap={2}>
      {requests.map(({ id, key, title, url, reason, project_name, updated_at }) => (
        <li key={id}>
          <a href={url} target="_blank" rel="noreferrer">
            {title}
          </a>
          <Text as="p" size="small" tone="muted">
            <code>{key}</code> {project_name} · {t(`home.${reason}`)} · <RelativeTime at={updated_at} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}
