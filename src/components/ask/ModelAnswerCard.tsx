import { Fragment } from "react";
import type { Citation, ModelAnswer, Passage } from "../../../contract/search/ask.ts";
import { roundUpCost } from "../../domain/modelCost.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Card } from "../ui/Card.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";

export interface ModelAnswerCardProps {
  /** Those that were checked so far. */
  sentences: ModelAnswer["sentences"];
  /** How the answer ended; null while it is written, and where the user or the connection ended it. */
  end: Omit<ModelAnswer, "sentences"> | null;
  isWriting?: boolean;
  isCancelled?: boolean;
  model: string;
  passages: readonly Passage[];
  /** The page with what a sentence cites. */
  hrefOf: (passage: Passage, citation: Citation) => string;
}

/** What of a model's answer was found in what it was sent: plain text, each sentence with its places. */
export function ModelAnswerCard({
  sentences,
  end,
  isWriting = false,
  isCancelled = false,
  model,
  passages,
  hrefOf,
}: ModelAnswerCardProps) {
  const { t } = useTranslation("ask");
  return (
    <Card padding={3} edge="primary">
      <Stack gap={2} role="log">
        {sentences.length === 0 && end ? (
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
        {isWriting && (
          <Text as="p" tone="muted">
            {t("writing", { model })}
          </Text>
        )}
        {isCancelled && (
          <Text as="p" tone="muted">
            {t("cancelled")}
          </Text>
        )}
        {end && <AnswerEnd end={end} model={model} />}
      </Stack>
    </Card>
  );
}

interface AnswerEndProps extends Pick<ModelAnswerCardProps, "model"> {
  end: Omit<ModelAnswer, "sentences">;
}

function AnswerEnd({ end, model }: AnswerEndProps) {
  const { t, format } = useTranslation("ask");
  const { dropped, tokens_sent: sent, tokens_received: received, cost } = end;
  return (
    <>
      {dropped > 0 && (
        <Text as="p" tone="muted">
          {t("dropped", { count: dropped })}
        </Text>
      )}
      {end.is_cut && (
        <Text as="p" tone="muted">
          {t("cut")}
        </Text>
      )}
      <Text as="p" size="small" tone="muted">
        {t(end.is_estimated ? "usedEstimated" : "used", { model, sent, received })}
        {cost !== null && ` ${t("cost", { cost: format.number(roundUpCost(cost)) })}`}
      </Text>
    </>
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
