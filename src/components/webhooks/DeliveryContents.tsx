import type { DeliveryDetails } from "../../../contract/notices/outgoingWebhooks.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ScrollableRegion } from "../ui/ScrollableRegion.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DeliveryContents.module.css";

export interface DeliveryContentsProps {
  delivery: Pick<DeliveryDetails, "id" | "request" | "response">;
}

/** The text with an indentation, where it is JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The request of a delivery as it would be sent now, and the beginning of its last answer. */
export function DeliveryContents({ delivery: { id, request, response } }: DeliveryContentsProps) {
  const { t } = useTranslation("webhooks");
  return (
    <dl className={styles.contents}>
      <Text as="dt" size="small" tone="muted">
        {t("id")}
      </Text>
      <dd>
        <Text as="code" overflow="anywhere">
          {id}
        </Text>
      </dd>
      <Text as="dt" size="small" tone="muted">
        {t("request")}
      </Text>
      <dd>
        {request === null ? (
          t("noRequest")
        ) : (
          <ScrollableRegion label={t("request")}>
            <pre>{indented(request)}</pre>
          </ScrollableRegion>
        )}
      </dd>
      {response !== "" && (
        <>
          <Text as="dt" size="small" tone="muted">
            {t("response")}
          </Text>
          <dd>
            <ScrollableRegion label={t("response")}>
              <pre>{response}</pre>
            </ScrollableRegion>
          </dd>
        </>
      )}
    </dl>
  );
}
