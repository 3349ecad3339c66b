import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ASK_LIMITS } from "../../../contract/search/askLimits.ts";
import type { Extracts, ModelAnswerLine, ModelOffer, Passage } from "../../../contract/search/ask.ts";
import { ModelAnswerCard } from "../../components/ask/ModelAnswerCard.tsx";
import { ModelOfferCard } from "../../components/ask/ModelOfferCard.tsx";
import { PassageList } from "../../components/ask/PassageList.tsx";
import { type AskTask, QuestionForm, type QuestionFormProps } from "../../components/ask/QuestionForm.tsx";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Callout } from "../../components/ui/Callout.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { passageHref } from "./passageHref.ts";
import { useTabTitle, useProject } from "../project/useProject.ts";

/** Milliseconds in which the way back to a question does not look for its passages again: less than an offer may be sent. */
const FRESH_MS = 5 * 60_000;

/** Questions about the project: the best passages answer, and the model of the company where there is one. The question is in the address. */
export function Component() {
  const { slug } = useProject().project;
  const [search, setSearch] = useSearchParams();
  const task: AskTask = search.get("task") === "plan" ? "plan" : "answer";
  const question = (search.get("q") ?? "").trim();
  useTabTitle("ask", question);
  return (
    <Question
      key={`${task} ${question}`}
      slug={slug}
      task={task}
      question={question}
      onAsk={(nextTask, q) => setSearch({ ...(nextTask === "plan" && { task: nextTask }), q })}
    />
  );
}

interface QuestionProps extends Pick<QuestionFormProps, "task" | "question" | "onAsk"> {
  slug: string;
}

/** The form of a question, and what was found for it. */
function Question({ slug, task, question, onAsk }: QuestionProps) {
  const [limit, setLimit] = useState<number | null>(null);
  const [byParts, setByParts] = useState(true);
  // The task in the form, which may not be sent yet: what was found for another task is not below it.
  const [chosenTask, setChosenTask] = useState(task);
  const { ask } = useServices();
  const { t } = useTranslation("ask");
  const request = { project: slug, task, question, by_parts: byParts, ...(limit !== null && { passages: limit }) };
  const extracts = useQuery(
    question === "" ? null : queryKeys.ask(slug, request),
    (signal) => ask.ask(request, signal),
    { keepPreviousData: false, staleMs: FRESH_MS },
  );
  return (
    <Stack gap={5}>
      <Section title={t("title")} headingLevel={2} lead={t("lead")}>
        <QuestionForm
          task={task}
          question={question}
          maxLength={ASK_LIMITS.question}
          onTask={setChosenTask}
          onAsk={(nextTask, q) => {
            setLimit(null);
            // The same question again: what was offered may be out of date.
            if (q === question && nextTask === task) extracts.refetch();
            onAsk(nextTask, q);
          }}
        />
      </Section>
      {question !== "" && chosenTask === task && (
        <AsyncContent query={extracts} failed={t("failed")} loading={<Skeleton shape="rows" count={6} height="5rem" />}>
          {(found) => <Found slug={slug} extracts={found} onFewer={setLimit} onUnstreamed={() => setByParts(false)} />}
        </AsyncContent>
      )}
    </Stack>
  );
}

interface FoundProps {
  slug: string;
  extracts: Extracts;
  onFewer: (passages: number) => void;
  /** Asks for an offer whose answer is sent as a whole. */
  onUnstreamed: () => void;
}

function Found({ slug, extracts: { passages, model, refusal }, onFewer, onUnstreamed }: FoundProps) {
  const { t } = useTranslation("ask");
  if (passages.length === 0) return <Text as="p">{t("nothing")}</Text>;
  return (
    <>
      {refusal !== null && <InlineNotice title={t("notOffered")}>{refusal}</InlineNotice>}
      {model && (
        <Model
          key={model.ticket}
          slug={slug}
          offer={model}
          passages={passages}
          onFewer={onFewer}
          onUnstreamed={onUnstreamed}
        />
      )}
      <Section title={t("passages")} headingLevel={2} lead={t("passagesLead")}>
        <PassageList passages={passages} hrefOf={(passage) => passageHref(slug, passage)} />
      </Section>
    </>
  );
}

interface ModelProps extends Pick<FoundProps, "slug" | "onFewer" | "onUnstreamed"> {
  offer: ModelOffer;
  passages: readonly Passage[];
}

function Model({ slug, offer, passages, onFewer, onUnstreamed }: ModelProps) {
  const { ask } = useServices();
  const { t } = useTranslation("ask");
  const formatError = useErrorMessage();
  const running = useRef<AbortController>(undefined);
  // Leaving the page cancels the request.
  useEffect(() => () => running.current?.abort(), []);
  const [isCancelled, setCancelled] = useState(false);
  // What has arrived stays where the rest does not.
  const [lines, setLines] = useState<readonly ModelAnswerLine[]>([]);
  const send = useMutation(
    async () => {
      setCancelled(false);
      setLines([]);
      const { signal } = (running.current = new AbortController());
      const ticket = { project: slug, ticket: offer.ticket };
      return ask.streamAnswer(ticket, (arrived) => !signal.aborted && setLines(arrived), signal);
    },
    { onSuccess: setLines },
  );
  const { error } = send;
  const sentences = lines.filter((line) => line.type === "sentence");
  const end = lines.find((line) => line.type === "end") ?? null;
  const failure = end?.failure ?? (error && !isCancelled ? formatError(error).text : null);
  const fewer = Math.floor(passages.length / 2);
  return (
    <Section title={t("modelTitle")} headingLevel={2}>
      {(sentences.length > 0 || end) && (
        <ModelAnswerCard
          sentences={sentences}
          end={end}
          isWriting={send.isPending && !end}
          isCancelled={isCancelled}
          model={offer.model}
          passages={passages}
          hrefOf={(passage, citation) => passageHref(slug, passage, citation)}
        />
      )}
      {failure !== null && (
        <Callout intent="danger" role="alert">
          <Text as="p" weight="strong">
            {t(sentences.length > 0 ? "notWhole" : "modelFailed")}
          </Text>
          <Text as="p">{failure}</Text>
        </Callout>
      )}
      {error?.code === "ask.no_parts" && (
        <div>
          <Button text={t("unstreamed")} onClick={onUnstreamed} />
        </div>
      )}
      {error?.status === 409 && error.code !== "ask.no_parts" && fewer > 0 && (
        <div>
          <Button text={t("fewer", { count: fewer })} onClick={() => onFewer(fewer)} />
        </div>
      )}
      <ModelOfferCard
        offer={offer}
        isBusy={send.isPending}
        isSent={end !== null && failure === null}
        onSend={() => void send.mutate()}
        onCancel={() => {
          setCancelled(true);
          running.current?.abort();
        }}
      />
    </Section>
  );
}
