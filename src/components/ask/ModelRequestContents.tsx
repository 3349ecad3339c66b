import { readModelRequest, type QuotedPart } from "../../domain/modelRequestParts.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CodeSnippet } from "../ui/CodeSnippet.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { ModelRequestBody } from "./ModelRequestBody.tsx";

export interface ModelRequestContentsProps {
  /** The body of the request, as it is sent. */
  body: string;
  /** Tokens of the body, estimated. */
  tokens: number;
}

/** Characters of a text that is open from the start: a question, and the sentences of a digest. */
const SHORT_TEXT = 400;

/** What a request to a model has: Clew's instructions, each quoted text with its source and size, and the exact bytes. */
export function ModelRequestContents({ body, tokens }: ModelRequestContentsProps) {
  const { t } = useTranslation("ask");
  const parts = readModelRequest(body);
  if (parts === null) return <ModelRequestBody body={body} />;
  const { instructions, quoted, fields } = parts;
  return (
    <Stack gap={2}>
      <Text as="p" size="small" tone="muted">
        {t("request.total", { tokens, bytes: new TextEncoder().encode(body).length })}
      </Text>
      <Stack as="ul" gap={1}>
        <li>
          <Disclosure
            summary={<Summary name={t("request.instructions")} characters={Array.from(instructions).length} />}
          >
            <CodeSnippet
              overflow="wrap"
              lines={instructions.split("\n").map((text) => lineOf({ number: null, text }))}
            />
          </Disclosure>
        </li>
        {quoted.map((part, at) => (
          <li key={at}>
            <Quoted part={part} />
          </li>
        ))}
        <li>
          <Text size="small" tone="muted">
            {t("request.fields", { fields: fields.map(({ name, value }) => `${name}: ${value}`).join(" · ") })}
          </Text>
        </li>
      </Stack>
      <Disclosure variant="quiet" summary={t("request.exact")}>
        <ModelRequestBody body={body} />
      </Disclosure>
    </Stack>
  );
}

const lineOf = ({ number, text }: QuotedPart["lines"][number]) => ({ number, parts: [{ text, match: false }] });

/** A quoted text: one of others, which the model must not obey. */
function Quoted({ part: { kind, lead, number, title, lines, characters } }: { part: QuotedPart }) {
  const { t } = useTranslation("ask");
  const isPassage = kind === "code" || kind === "document" || kind === "issue" || kind === "request";
  const name = () => {
    if (isPassage) return `${t("number", { number })} · ${t(`kinds.${kind}`)}`;
    if (kind === "other") return lead;
    return t(`request.${kind}`, { number });
  };
  return (
    <Disclosure
      isInitiallyOpen={number === null && characters <= SHORT_TEXT}
      summary={<Summary name={name()} title={title} lines={lines} characters={characters} />}
    >
      <CodeSnippet overflow="wrap" lines={lines.map(lineOf)} />
    </Disclosure>
  );
}

interface SummaryProps extends Pick<QuotedPart, "characters"> {
  name: string;
  title?: string | null;
  lines?: QuotedPart["lines"];
}

function Summary({ name, title = null, lines = [], characters }: SummaryProps) {
  const { t } = useTranslation("ask");
  const [first, last] = [lines[0]?.number ?? null, lines.at(-1)?.number ?? null];
  return (
    <>
      {name}
      {title !== null && (
        <>
          {" · "}
          <ForeignText text={title} />
        </>
      )}
      <Text size="small" tone="muted">
        {first !== null && last !== null && ` · ${t("lines", { first, last })}`}
        {` · ${t("request.size", { count: characters })}`}
      </Text>
    </>
  );
}
