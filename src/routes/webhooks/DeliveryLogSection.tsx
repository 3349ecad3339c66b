import { useState } from "react";
import type { DeliveryPage } from "../../../contract/notices/outgoingWebhooks.ts";
import { FormError } from "../../components/patterns/FormError.tsx";
import { LoadMore } from "../../components/patterns/LoadMore.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { DeliveryContents } from "../../components/webhooks/DeliveryContents.tsx";
import { DeliveryItem } from "../../components/webhooks/DeliveryItem.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { asLoadState, AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useMoreState } from "../lists/useMoreState.ts";

/** What was sent to a receiver, and what waits. */
export function DeliveryLogSection({ webhookId }: { webhookId: string }) {
  const services = useServices();
  const { t } = useTranslation("webhooks");
  const formatError = useErrorMessage();
  const [open, setOpen] = useState<string | null>(null);
  const key = settingsKeys.deliveries(webhookId);
  const list = usePagedQuery<DeliveryPage>(key, (cursor, signal) =>
    services.outgoingWebhooks.deliveries(webhookId, cursor, signal),
  );
  const more = useMoreState(list);
  const again = useMutation((id: string) => services.outgoingWebhooks.sendAgain(id), {
    invalidates: [key],
  });
  return (
    <AsyncContent
      query={asLoadState(list)}
      failed={t("logFailed")}
      loading={<Skeleton shape="rows" count={3} height="3rem" />}
    >
      {() => (
        <>
          {list.rows.length === 0 && (
            <Text as="p" tone="muted">
              {t("logEmpty")}
            </Text>
          )}
          <FormError title={t("changeFailed")} failure={again.error && formatError(again.error)} />
          <ul aria-label={t("log")}>
            {list.rows.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                isSending={again.pending.some(([id]) => id === delivery.id)}
                isOpen={open === delivery.id}
                onSendAgain={() => void again.mutate(delivery.id)}
                onToggle={(isOpen) => setOpen((now) => (isOpen ? delivery.id : now === delivery.id ? null : now))}
              >
                <Contents webhookId={webhookId} id={delivery.id} />
              </DeliveryItem>
            ))}
          </ul>
          <LoadMore {...more} text={t("more")} />
        </>
      )}
    </AsyncContent>
  );
}

function Contents({ webhookId, id }: { webhookId: string; id: string }) {
  const services = useServices();
  const { t } = useTranslation("webhooks");
  const details = useQuery(settingsKeys.delivery(webhookId, id), (signal) =>
    services.outgoingWebhooks.delivery(id, signal),
  );
  return (
    <AsyncContent query={details} failed={t("detailsFailed")}>
      {(delivery) => <DeliveryContents delivery={delivery} />}
    </AsyncContent>
  );
}
