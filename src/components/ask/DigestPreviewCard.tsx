import type { DigestPreview } from "../../../contract/search/ask.ts";
import { roundUpCost } from "../../domain/modelCost.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { ModelRequestContents } from "./ModelRequestContents.tsx";

/** What a model would be sent to word a digest: each part of it, the host, and what it costs. */
export function DigestPreviewCard({ preview }: { preview: DigestPreview }) {
  const { t, format } = useTranslation("ask");
  const { host, model, tokens, answer_tokens: answerTokens, cost, body } = preview;
  if (body === null) return <Text as="p">{t("digests.nothing")}</Text>;
  return (
    <Card padding={3}>
      <Stack gap={2}>
        <Text as="p">
          {t("digests.sent", { host, model, tokens, answerTokens })}
          {cost !== null && ` ${t("offerCost", { cost: format.number(roundUpCost(cost)) })}`}
        </Text>
        <ModelRequestContents body={body} tokens={tokens} />
      </Stack>
    </Card>
  );
}
