import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TYPE, type MessageFormatElement, parse } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import { ENGLISH_BILLING } from "../../../server/messages/billing.en.ts";
import { TURKISH_BILLING } from "../../../server/messages/billing.tr.ts";
import { ENGLISH_CHECKS } from "../../../server/messages/checks.en.ts";
import { TURKISH_CHECKS } from "../../../server/messages/checks.tr.ts";
import { ENGLISH_DIGESTS } from "../../../server/messages/digests.en.ts";
import { TURKISH_DIGESTS } from "../../../server/messages/digests.tr.ts";
import { ENGLISH_APPS } from "../../../server/messages/apps.en.ts";
import { TURKISH_APPS } from "../../../server/messages/apps.tr.ts";
import { ENGLISH_DATA_CENTER } from "../../../server/messages/dataCenter.en.ts";
import { TURKISH_DATA_CENTER } from "../../../server/messages/dataCenter.tr.ts";
import { ENGLISH_DIRECTORY } from "../../../server/messages/directory.en.ts";
import { TURKISH_DIRECTORY } from "../../../server/messages/directory.tr.ts";
import { ENGLISH_EDITOR } from "../../../server/messages/editor.en.ts";
import { TURKISH_EDITOR } from "../../../server/messages/editor.tr.ts";
import { ENGLISH_MODEL_ORDER } from "../../../server/messages/modelOrder.en.ts";
import { TURKISH_MODEL_ORDER } from "../../../server/messages/modelOrder.tr.ts";
import { ENGLISH_ASK } from "../../../server/messages/ask.en.ts";
import { TURKISH_ASK } from "../../../server/messages/ask.tr.ts";
import { ENGLISH_ACCESS } from "../../../server/messages/access.en.ts";
import { TURKISH_ACCESS } from "../../../server/messages/access.tr.ts";
import { ENGLISH_EMAILS } from "../../../server/messages/emails.en.ts";
import { TURKISH_EMAILS } from "../../../server/messages/emails.tr.ts";
import { ENGLISH_GROUPS } from "../../../server/messages/groups.en.ts";
import { TURKISH_GROUPS } from "../../../server/messages/groups.tr.ts";
import { ENGLISH_HOST_ACCESS } from "../../../server/messages/hostAccess.en.ts";
import { TURKISH_HOST_ACCESS } from "../../../server/messages/hostAccess.tr.ts";
import { ENGLISH_OUTGOING } from "../../../server/messages/outgoing.en.ts";
import { TURKISH_OUTGOING } from "../../../server/messages/outgoing.tr.ts";
import { ENGLISH_CODE } from "../../../server/messages/code.en.ts";
import { TURKISH_CODE } from "../../../server/messages/code.tr.ts";
import { ENGLISH_DASHBOARDS } from "../../../server/messages/dashboards.en.ts";
import { ENGLISH_EXPORTS } from "../../../server/messages/exports.en.ts";
import { TURKISH_EXPORTS } from "../../../server/messages/exports.tr.ts";
import { ENGLISH_OWN_METRICS } from "../../../server/messages/ownMetrics.en.ts";
import { TURKISH_OWN_METRICS } from "../../../server/messages/ownMetrics.tr.ts";
import { TURKISH_DASHBOARDS } from "../../../server/messages/dashboards.tr.ts";
import { ENGLISH_INSIGHT_REPORTS } from "../../../server/messages/insightReports.en.ts";
import { TURKISH_INSIGHT_REPORTS } from "../../../server/messages/insightReports.tr.ts";
import { ENGLISH_REPORTS } from "../../../server/messages/reports.en.ts";
import { TURKISH_REPORTS } from "../../../server/messages/reports.tr.ts";
import { ENGLISH_FIELDS } from "../../../server/messages/fields.en.ts";
import { TURKISH_FIELDS } from "../../../server/messages/fields.tr.ts";
import { ENGLISH_REPLIES } from "../../../server/messages/replies.en.ts";
import { TURKISH_REPLIES } from "../../../server/messages/replies.tr.ts";
import { ENGLISH_MARKS } from "../../../server/messages/marks.en.ts";
import { ENGLISH_RULES } from "../../../server/messages/rules.en.ts";
import { TURKISH_MARKS } from "../../../server/messages/marks.tr.ts";
import { TURKISH_RULES } from "../../../server/messages/rules.tr.ts";
import { ENGLISH_IMPORTS } from "../../../server/messages/imports.en.ts";
import { TURKISH_IMPORTS } from "../../../server/messages/imports.tr.ts";
import { ENGLISH_SECURITY } from "../../../server/messages/security.en.ts";
import { TURKISH_SECURITY } from "../../../server/messages/security.tr.ts";
import { ENGLISH_CHATS } from "../../../server/messages/chats.en.ts";
import { ENGLISH_SLACK } from "../../../server/messages/slack.en.ts";
import { ENGLISH_TEAMS } from "../../../server/messages/teams.en.ts";
import { ENGLISH_SSO } from "../../../server/messages/sso.en.ts";
import { ENGLISH_WRITES } from "../../../server/messages/writes.en.ts";
import { TURKISH_WRITES } from "../../../server/messages/writes.tr.ts";
import { TURKISH_CHATS } from "../../../server/messages/chats.tr.ts";
import { TURKISH_SLACK } from "../../../server/messages/slack.tr.ts";
import { TURKISH_TEAMS } from "../../../server/messages/teams.tr.ts";
import { TURKISH_SSO } from "../../../server/messages/sso.tr.ts";
import { ENGLISH } from "../../../server/messages/en.ts";
import { TURKISH } from "../../../server/messages/tr.ts";
import {
  type MessageCode,
  formatMessage,
  isMessageCode,
  message,
  parseMessage,
  serializeMessage,
  verbatim,
} from "../../../server/messages/messages.ts";

const root = join(import.meta.dirname, "../../..");
const english = {
  ...ENGLISH,
  ...ENGLISH_EMAILS,
  ...ENGLISH_CHATS,
  ...ENGLISH_SLACK,
  ...ENGLISH_TEAMS,
  ...ENGLISH_SSO,
  ...ENGLISH_WRITES,
  ...ENGLISH_GROUPS,
  ...ENGLISH_HOST_ACCESS,
  ...ENGLISH_OUTGOING,
  ...ENGLISH_IMPORTS,
  ...ENGLISH_SECURITY,
  ...ENGLISH_APPS,
  ...ENGLISH_CHECKS,
  ...ENGLISH_DIGESTS,
  ...ENGLISH_BILLING,
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
  ...ENGLISH_MODEL_ORDER,
  ...ENGLISH_DATA_CENTER,
  ...ENGLISH_DIRECTORY,
};
const turkish = {
  ...TURKISH,
  ...TURKISH_EMAILS,
  ...TURKISH_CHATS,
  ...TURKISH_SLACK,
  ...TURKISH_TEAMS,
  ...TURKISH_SSO,
  ...TURKISH_WRITES,
  ...TURKISH_GROUPS,
  ...TURKISH_HOST_ACCESS,
  ...TURKISH_OUTGOING,
  ...TURKISH_IMPORTS,
  ...TURKISH_SECURITY,
  ...TURKISH_APPS,
  ...TURKISH_CHECKS,
  ...TURKISH_DIGESTS,
  ...TURKISH_BILLING,
  ...TURKISH_DASHBOARDS,
  ...TURKISH_EXPORTS,
  ...TURKISH_OWN_METRICS,
  ...TURKISH_EDITOR,
  ...TURKISH_REPORTS,
  ...TURKISH_INSIGHT_REPORTS,
  ...TURKISH_CODE,
  ...TURKISH_FIELDS,
  ...TURKISH_REPLIES,
  ...TURKISH_MARKS,
  ...TURKISH_RULES,
  ...TURKISH_ACCESS,
  ...TURKISH_ASK,
  ...TURKISH_MODEL_ORDER,
  ...TURKISH_DATA_CENTER,
  ...TURKISH_DIRECTORY,
};
const codes = Object.keys(english) as MessageCode[];

/** Names of the parameters in an ICU text, including those in the branches of a plural or select. */
function parametersOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return [];
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => parametersOf(value))
        : [];
    return [element.value, ...inner];
  });
}
const parameters = (text: string) => [...new Set(parametersOf(parse(text, { ignoreTag: true })))].toSorted();

describe("the catalogues", () => {
  test.each(codes)("%s has the same parameters in each language", (code) => {
    expect(parameters(turkish[code])).toEqual(parameters(english[code]));
  });

  test("name the same codes, and no code is unused", () => {
    expect(Object.keys(turkish).toSorted()).toEqual(codes.toSorted());
    const source = ["server", "contract"]
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
          .filter(
            (name) =>
              name.endsWith(".ts") && !/^messages\/(?:emails\.|groups\.|security\.|sso\.)?(?:en|tr)\.ts$/.test(name),
          )
          .map((name) => readFileSync(join(root, folder, name), "utf8")),
      )
      .join("\n");
    expect(codes.filter((code) => !source.includes(`"${code}"`))).toEqual([]);
  });
});

test("the messages of the contract's schemas are codes", () => {
  const named = globSync("contract/**/*.ts", { cwd: root }).flatMap((name) => {
    const text = readFileSync(join(root, name), "utf8");
    const given = /\.(?:min|max|regex|email|url|length)\((?:[^()"]|\([^()]*\))*"([^"]+)"/g;
    return [...text.matchAll(given)].map(([, said]) => said ?? "");
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((said) => !isMessageCode(said))).toEqual([]);
});

describe("a message", () => {
  const wait = message("sync.waiting_for_rate_limit", {
    reason: message("host.timeout", { host: "<b>{x}" }),
    time: "12:30",
  });

  test("is formatted in the language of the reader, with the message inside of it", () => {
    expect(formatMessage(wait, "EN")).toBe(
      "<b>{x} did not answer in time. Try again later. Waiting for the rate limit of the host until 12:30 UTC.",
    );
    expect(formatMessage(wait, "TR")).toBe(
      "<b>{x} zamanında yanıt vermedi. Daha sonra yeniden deneyin. Barındırıcının istek sınırı için saat 12:30 (UTC) bekleniyor.",
    );
    expect(formatMessage(message("thing.hidden", { host: "h", thing: "wiki" }), "TR")).toContain("wiki’yi");
  });

  test("is stored as data and read back", () => {
    expect(parseMessage(serializeMessage(wait))).toEqual(wait);
  });

  test.each([
    "A sentence of an earlier version.",
    "12",
    "null",
    "{",
    '{"code":"no.such"}',
    '{"code":"text","params":{"text":{}}}',
  ])("that is stored as %s is read as that text", (stored) => {
    expect(parseMessage(stored)).toEqual(verbatim(stored));
    expect(formatMessage(parseMessage(stored), "TR")).toBe(stored);
  });
});
