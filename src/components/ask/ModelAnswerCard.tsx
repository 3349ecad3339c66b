import { Fragment } from "react";
import type { Citation, ModelAnswer, Passage } from "../../../contract/search/ask.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ModelAnswerCardProps {
  answer: ModelAnswer;
  model: string;
  passages: readonly Passage[];
  /** The page with what a sentence cites. */
  hrefOf: (passage: Passage, citation: Citation) => string;
}

/** What of a model's answer was found in what it was sent: plain text, each sentence with its places. */
export function ModelAnswerCard({ answer, model, passages, hrefOf }: ModelAnswerCardProps) {
  const { t, format } = useTranslation("ask");
  const { sentences, dropped, tokens_sent: sent, tokens_received: received, cost } = answer;
  return (
    <Card padding={3} edge="primary">
      <Stack gap={2} role="status">
        {sentences.length === 0 ? (
          <Text as="p">{t("noAnswer", { model })}</Text>
        ) : (
          <Stack as="ul" gap={2}>
            {sentences.map(({ text, citations }, at) => (
              <li key={at}>
                <ForeignText text={text} />{" "}
                {citations.map((citation, place) => (
                  <Fragment key={place}>
                    <CitationLink citation={citation} passages={passages} hrefOf={hrefOf} />{" "}
                  </Fragment>
                ))}
              </li>
            ))}
          </Stack>
        )}
        {dropped > 0 && (
          <Text as="p" tone="muted">
            {t("dropped", { count: dropped })}
          </Text>
        )}
        {answer.is_cut && (
          <Text as="p" tone="muted">
            {t("cut")}
          </Text>
        )}
        <Text as="p" size="small" tone="muted">
          {t(answer.is_estimated ? "usedEstimated" : "used", { model, sent, received })}
          {cost !== null && ` ${t("cost", { cost: format.number(Math.ceil(cost * 10_000) / 10_000) })}`}
        </Text>
      </Stack>
    </Card>
  );
}

interface CitationLinkProps extends Pick<ModelAnswerCardProps, "passages" | "hrefOf"> {
  citation: Citation;
}

function CitationLink({ citation, passages, hrefOf }: CitationLinkProps) {
  const { t } = useTranslation("ask");
  const passage = passages.find(({ number }) => number === citation.number);
  if (!passage) return null;
  const { first_line: first, last_line: last } = citation;
  const name = passage.path?.split("/").at(-1) ?? passage.title;
  return (
    <Text as="a" size="small" href={hrefOf(passage, citation)}>
      <ForeignText text={name} />
      {first !== null && last !== null && ` ${t("lines", { first, last })}`}
    </Text>
  );
}
