/**
 * Messages to people as a code with parameters. They are formatted in the reader's language where they leave the server (answers, notifications,
 * the state of a source), and are stored and passed between threads as data. See docs/adr/0073.
 */
import { IntlMessageFormat } from "intl-messageformat";
import { LANGUAGES } from "../../contract/constants.ts";
import { ENGLISH_APPS } from "./apps.en.ts";
import { TURKISH_APPS } from "./apps.tr.ts";
import { ENGLISH_BILLING } from "./billing.en.ts";
import { TURKISH_BILLING } from "./billing.tr.ts";
import { ENGLISH_DIGESTS } from "./digests.en.ts";
import { TURKISH_DIGESTS } from "./digests.tr.ts";
import { ENGLISH_CHECKS } from "./checks.en.ts";
import { TURKISH_CHECKS } from "./checks.tr.ts";
import { ENGLISH_CODE } from "./code.en.ts";
import { TURKISH_CODE } from "./code.tr.ts";
import { ENGLISH_DASHBOARDS } from "./dashboards.en.ts";
import { TURKISH_DASHBOARDS } from "./dashboards.tr.ts";
import { ENGLISH_EXPORTS } from "./exports.en.ts";
import { TURKISH_EXPORTS } from "./exports.tr.ts";
import { ENGLISH_OWN_METRICS } from "./ownMetrics.en.ts";
import { TURKISH_OWN_METRICS } from "./ownMetrics.tr.ts";
import { ENGLISH_EDITOR } from "./editor.en.ts";
import { TURKISH_EDITOR } from "./editor.tr.ts";
import { ENGLISH_ASK } from "./ask.en.ts";
import { TURKISH_ASK } from "./ask.tr.ts";
import { ENGLISH_ACCESS } from "./access.en.ts";
import { TURKISH_ACCESS } from "./access.tr.ts";
import { ENGLISH_DATA_CENTER } from "./dataCenter.en.ts";
import { TURKISH_DATA_CENTER } from "./dataCenter.tr.ts";
import { ENGLISH_DIRECTORY } from "./directory.en.ts";
import { TURKISH_DIRECTORY } from "./directory.tr.ts";
import { ENGLISH_EMAILS } from "./emails.en.ts";
import { TURKISH_EMAILS } from "./emails.tr.ts";
import { ENGLISH_GROUPS } from "./groups.en.ts";
import { TURKISH_GROUPS } from "./groups.tr.ts";
import { ENGLISH_HOST_ACCESS } from "./hostAccess.en.ts";
import { TURKISH_HOST_ACCESS } from "./hostAccess.tr.ts";
import { ENGLISH_MODEL_ORDER } from "./modelOrder.en.ts";
import { ENGLISH_OUTGOING } from "./outgoing.en.ts";
import { TURKISH_MODEL_ORDER } from "./modelOrder.tr.ts";
import { TURKISH_OUTGOING } from "./outgoing.tr.ts";
import { ENGLISH_IMPORTS } from "./imports.en.ts";
import { TURKISH_IMPORTS } from "./imports.tr.ts";
import { ENGLISH_INSIGHT_REPORTS } from "./insightReports.en.ts";
import { TURKISH_INSIGHT_REPORTS } from "./insightReports.tr.ts";
import { ENGLISH_REPORTS } from "./reports.en.ts";
import { TURKISH_REPORTS } from "./reports.tr.ts";
import { ENGLISH_SECURITY } from "./security.en.ts";
import { TURKISH_SECURITY } from "./security.tr.ts";
import { ENGLISH_FIELDS } from "./fields.en.ts";
import { TURKISH_FIELDS } from "./fields.tr.ts";
import { ENGLISH_REPLIES } from "./replies.en.ts";
import { TURKISH_REPLIES } from "./replies.tr.ts";
import { ENGLISH_MARKS } from "./marks.en.ts";
import { TURKISH_MARKS } from "./marks.tr.ts";
import { ENGLISH_RULES } from "./rules.en.ts";
import { TURKISH_RULES } from "./rules.tr.ts";
import { ENGLISH_CHATS } from "./chats.en.ts";
import { ENGLISH_SLACK } from "./slack.en.ts";
import { TURKISH_CHATS } from "./chats.tr.ts";
import { TURKISH_SLACK } from "./slack.tr.ts";
import { ENGLISH_TEAMS } from "./teams.en.ts";
import { TURKISH_TEAMS } from "./teams.tr.ts";
import { ENGLISH_SSO } from "./sso.en.ts";
import { TURKISH_SSO } from "./sso.tr.ts";
import { ENGLISH_WRITES } from "./writes.en.ts";
import { TURKISH_WRITES } from "./writes.tr.ts";
import { ENGLISH } from "./en.ts";
import { TURKISH } from "./tr.ts";

export type Language = (typeof LANGUAGES)[number];
/** The parameters of a code are derived from the English texts. */
const ENGLISH_TEXTS = {
  ...ENGLISH,
  ...ENGLISH_EMAILS,
  ...ENGLISH_CHATS,
  ...ENGLISH_SLACK,
  ...ENGLISH_TEAMS,
  ...ENGLISH_SSO,
  ...ENGLISH_WRITES,
  ...ENGLISH_GROUPS,
  ...ENGLISH_HOST_ACCESS,
  ...ENGLISH_MODEL_ORDER,
  ...ENGLISH_OUTGOING,
  ...ENGLISH_IMPORTS,
  ...ENGLISH_SECURITY,
  ...ENGLISH_APPS,
  ...ENGLISH_CHECKS,
  ...ENGLISH_DIGESTS,
  ...ENGLISH_DASHBOARDS,
  ...ENGLISH_EXPORTS,
  ...ENGLISH_OWN_METRICS,
  ...ENGLISH_EDITOR,
  ...ENGLISH_REPORTS,
  ...ENGLISH_INSIGHT_REPORTS,
  ...ENGLISH_CODE,
  ...ENGLISH_FIELDS,
  ...ENGLISH_REPLIES,
  ...ENGLISH_MARKS,
  ...ENGLISH_RULES,
  ...ENGLISH_ACCESS,
  ...ENGLISH_ASK,
  ...ENGLISH_DATA_CENTER,
  ...ENGLISH_DIRECTORY,
  ...ENGLISH_BILLING,
} as const;

export type MessageCode = keyof typeof ENGLISH_TEXTS;

/** A parameter may be a message itself: it is formatted in the same language. */
export type MessageValue = string | number | Message;
export type MessageParams = Readonly<Record<string, MessageValue>>;

export interface Message {
  readonly code: MessageCode;
  readonly params?: MessageParams;
}

/** `{name}` and `{name, plural, …}` name a parameter; the branches of a plural hold spaces or `#` and do not. */
type ParamName<Text extends string> = Text extends `${infer Name},${string}` ? ParamName<Name> : Text;
type NotABranch<Name extends string> = Name extends "" | `${string} ${string}` | `${string}#${string}` ? never : Name;
type ParamNames<Text extends string> = Text extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Inside}}${string}` ? NotABranch<ParamName<Inside>> : never) | ParamNames<Rest>
  : never;
type ParamsOf<Code extends MessageCode> = Readonly<Record<ParamNames<(typeof ENGLISH_TEXTS)[Code]>, MessageValue>>;
/** The arguments after the code: none if the text has no parameter. */
type ParamArguments<Code extends MessageCode> =
  ParamNames<(typeof ENGLISH_TEXTS)[Code]> extends never ? [] : [params: ParamsOf<Code>];

/** A message of the catalogue. A missing or unknown parameter does not compile. */
export function message<Code extends MessageCode>(code: Code, ...[params]: ParamArguments<Code>): Message {
  return params === undefined ? { code } : { code, params };
}

/** Text that has no code: what a host answered, or a sentence for agents, which read English. */
export const verbatim = (text: string): Message => message("text", { text });

const CATALOGUES: Readonly<Record<Language, Readonly<Record<MessageCode, string>>>> = {
  EN: ENGLISH_TEXTS,
  TR: {
    ...TURKISH,
    ...TURKISH_EMAILS,
    ...TURKISH_SECURITY,
    ...TURKISH_CHATS,
    ...TURKISH_SLACK,
    ...TURKISH_TEAMS,
    ...TURKISH_SSO,
    ...TURKISH_WRITES,
    ...TURKISH_GROUPS,
    ...TURKISH_HOST_ACCESS,
    ...TURKISH_MODEL_ORDER,
    ...TURKISH_OUTGOING,
    ...TURKISH_DASHBOARDS,
    ...TURKISH_EXPORTS,
    ...TURKISH_OWN_METRICS,
    ...TURKISH_IMPORTS,
    ...TURKISH_APPS,
    ...TURKISH_CHECKS,
    ...TURKISH_DIGESTS,
    ...TURKISH_EDITOR,
    ...TURKISH_REPORTS,
    ...TURKISH_INSIGHT_REPORTS,
    ...TURKISH_BILLING,
    ...TURKISH_CODE,
    ...TURKISH_FIELDS,
    ...TURKISH_REPLIES,
    ...TURKISH_MARKS,
    ...TURKISH_RULES,
    ...TURKISH_ACCESS,
    ...TURKISH_ASK,
    ...TURKISH_DATA_CENTER,
    ...TURKISH_DIRECTORY,
  },
};
const formats: Readonly<Record<Language, Map<MessageCode, IntlMessageFormat>>> = { EN: new Map(), TR: new Map() };

/** The text of a message in a language. */
export function formatMessage({ code, params = {} }: Message, language: Language): string {
  let format = formats[language].get(code);
  if (!format) {
    format = new IntlMessageFormat(CATALOGUES[language][code], language, undefined, { ignoreTag: true });
    formats[language].set(code, format);
  }
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "object" ? formatMessage(value, language) : value,
  ]);
  return String(format.format(Object.fromEntries(values)));
}

/** Formats messages in one language. */
export const sayIn =
  (language: Language) =>
  (text: Message): string =>
    formatMessage(text, language);

/** The text of a message in each language, for a reader whose language is not known. */
export const inEachLanguage = (text: Message): string[] => LANGUAGES.map((language) => formatMessage(text, language));

/** The English text: for logs, the operator and agents. */
export const englishText = (text: Message): string => formatMessage(text, "EN");

/** Whether a text, such as the message of a schema of the contract, is the code of a message without parameters. */
export const isMessageCode = (text: string): text is MessageCode => Object.hasOwn(ENGLISH_TEXTS, text);

/** A message as it is stored in a text column. */
export const serializeMessage = (text: Message): string => JSON.stringify(text);

/** The message in a text column; a text that is no serialized message (of an earlier version) is taken verbatim. */
export function parseMessage(stored: string): Message {
  try {
    const value: unknown = JSON.parse(stored);
    if (isMessage(value)) return value;
  } catch {
    // Not JSON: a sentence of an earlier version.
  }
  return verbatim(stored);
}

/** The text of a text column in a language. */
export function formatStored(stored: string, language: Language): string {
  try {
    return formatMessage(parseMessage(stored), language);
  } catch {
    // The message has another parameter in this version.
    return stored;
  }
}

/** The text of a message that is stored as part of a JSON value; an earlier version stored the sentence itself. */
export const formatText = (text: Message | string, language: Language): string =>
  typeof text === "string" ? text : formatMessage(text, language);

/** Whether a value is a message with known codes throughout. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null || !("code" in value)) return false;
  if (typeof value.code !== "string" || !isMessageCode(value.code)) return false;
  if (!("params" in value) || value.params === undefined) return true;
  if (typeof value.params !== "object" || value.params === null) return false;
  return Object.values(value.params).every(
    (param: unknown) => typeof param === "string" || typeof param === "number" || isMessage(param),
  );
}
