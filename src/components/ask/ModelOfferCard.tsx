import type { ModelOffer } from "../../../contract/search/ask.ts";
import { roundUpCost } from "../../domain/modelCost.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { ModelRequestContents } from "./ModelRequestContents.tsx";

export interface ModelOfferCardProps {
  offer: ModelOffer;
  /** The answer is on its way. */
  isBusy?: boolean;
  /** It was sent, and what was sent is shown. */
  isSent?: boolean;
  onSend: () => void;
  onCancel: () => void;
}

/** What a model would be sent: each part of it, the host, and what it costs. Nothing is sent before the button is pressed. */
export function ModelOfferCard({ offer, isBusy = false, isSent = false, onSend, onCancel }: ModelOfferCardProps) {
  const { t, format } = useTranslation("ask");
  const { host, model, tokens, answer_tokens: answerTokens, cost, body } = offer;
  return (
    <Card padding={3}>
      <Stack gap={2}>
        {!isSent && (
          <Text as="p">
            {t("offer", { host, model, tokens, answerTokens })}
            {cost !== null && ` ${t("offerCost", { cost: format.number(roundUpCost(cost)) })}`}
          </Text>
        )}
        <Disclosure
          key={isSent ? "sent" : "offered"}
          variant={isSent ? "quiet" : "plain"}
          isInitiallyOpen={!isSent}
          summary={t(isSent ? "sent" : "preview")}
        >
          <ModelRequestContents body={body} tokens={tokens} />
        </Disclosure>
        {!isSent && (
          <Inline>
            <Button intent="primary" text={t("send", { model })} loading={isBusy} onClick={onSend} />
            {isBusy && <Button text={t("cancel")} onClick={onCancel} />}
          </Inline>
        )}
      </Stack>
    </Card>
  );
}
