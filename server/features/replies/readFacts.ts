/** What a reply may say of an issue: the answers of the engines, less what not everyone who sees the tracker may see. */
import { planHas } from "../../../contract/billing/planFeatures.ts";
import type { AnswerOf } from "../../../contract/endpoints.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import {
  type ReplyRepositoryRow,
  type ReplyTrackerRow,
  findReplyIssue,
  listCommandedDuplicates,
  listReplyIssueNames,
  listReplyRepositories,
} from "../../db/tables/chats/replies.ts";
import { listAccountsCalled } from "../../db/tables/rules/ruleItems.ts";
import type { InvokeOptions, Invoker } from "../../http/invoker.ts";
import { type Language, formatMessage, message } from "../../messages/messages.ts";
import { fileUrl } from "../../sources/hostLinks.ts";
import { providerRulesOf } from "../../sources/providers/rulesRegistry.ts";
import { isSameLocation, locationOf } from "../../sources/urlIdentity.ts";
import { missingParts } from "./missingParts.ts";
import { isQuestion, namesPlace, namesSimilar } from "./replyBounds.ts";
import type { ReplyFacts, ReplyIssue, ReplyPerson, ReplyPlace } from "./composeReply.ts";

const MAX_PLACES = 3;
/** Minimum share of the score of the first place: weaker places are left out. */
const LEAST_SHARE = 0.3;
const MAX_PEOPLE = 3;
const MAX_SIMILAR = 3;

export interface ReadFactsDeps {
  readonly db: Db;
  readonly invoke: Invoker["invoke"];
}

/** How much a reply may say, and in which language. */
export interface ReplyRules {
  readonly mentions: boolean;
  /** Everyone who sees the tracker may see all repositories of the project. */
  readonly namesAll: boolean;
  readonly language: Language;
}

/** A file that a reply names, with what names it here. */
export interface ReplyFile extends ReplyPlace {
  readonly repository: string;
}

/** Whether everyone who sees a tracker may see the code of a repository. */
export function mayName(
  repository: Pick<ReplyRepositoryRow, "provider" | "url" | "visibility">,
  tracker: Pick<ReplyTrackerRow, "provider" | "url" | "visibility">,
  namesAll: boolean,
): boolean {
  const isPublic = repository.visibility === "public";
  const isOwn =
    repository.provider === tracker.provider && isSameLocation(locationOf(repository.url), locationOf(tracker.url));
  if (providerRulesOf(repository.provider).readersReadCode === true && (isPublic || isOwn)) return true;
  // A statement of a member cannot publish what is not public.
  return namesAll && (isPublic || tracker.visibility !== "public");
}

interface FactsOf {
  readonly tracker: ReplyTrackerRow;
  /** The member whose access the engines use. */
  readonly user: Principal;
  readonly rules: ReplyRules;
  readonly issueId: string;
  readonly signal: AbortSignal;
}

/** @throws ApiError as the calls of the member would; undefined: the issue is gone */
export async function readFacts(
  { db, invoke }: ReadFactsDeps,
  { tracker, user, rules, issueId, signal }: FactsOf,
): Promise<{ readonly facts: ReplyFacts; readonly places: readonly ReplyFile[] } | undefined> {
  const issue = await findReplyIssue(db, issueId);
  if (issue?.source_id !== tracker.source_id) return undefined;
  const repositories = await listReplyRepositories(db, tracker.project_id);
  const named = new Map(
    repositories.filter((row) => mayName(row, tracker, rules.namesAll)).map((row) => [row.id, row]),
  );
  const ask = <N extends "localizeIssue" | "similarIssues" | "analyzeIssue" | "issueExperts">(
    name: N,
  ): Promise<AnswerOf<N>> =>
    invoke(name, { user, params: { id: tracker.slug, issueId } as InvokeOptions<N>["params"], signal });
  const [localization, similar, analysis] = await Promise.all([
    ask("localizeIssue"),
    ask("similarIssues"),
    ask("analyzeIssue"),
  ]);
  const asks = isQuestion({ title: issue.title, type: analysis.type.value });
  const places = namesPlace(localization.confidence, asks) ? placesOf(localization, named, rules.language) : [];
  const experts = await expertsOf(invoke, { user, tracker, issueId, signal }, places, {
    named: named.size,
    all: repositories.length,
  });
  return {
    places,
    facts: {
      key: issue.key,
      places,
      people: await peopleOf(db, tracker, experts, rules.mentions),
      similar: await similarOf(db, issueId, tracker, similar, rules.language),
      // A question needs no steps and no version.
      missing: (asks ? [] : missingParts(analysis.report ?? [], issue)).map((code) =>
        formatMessage(message(`reply.missing_${code}`), rules.language),
      ),
    },
  };
}

/** A ranking over all repositories says of a person what is only known from a private one. */
async function expertsOf(
  invoke: Invoker["invoke"],
  { user, tracker, issueId, signal }: Omit<FactsOf, "rules">,
  [first]: readonly ReplyFile[],
  repositories: { readonly named: number; readonly all: number },
): Promise<AnswerOf<"issueExperts">> {
  // Who knows a file is of use where the file is named.
  if (!first || !planHas(user.plan, "expert_recommender")) return [];
  if (repositories.named === repositories.all)
    return invoke("issueExperts", { user, params: { id: tracker.slug, issueId }, signal });
  const query = { path: first.path, repository: first.repository };
  return invoke("projectExperts", { user, params: { id: tracker.slug }, query, signal });
}

function placesOf(
  { files, repositories }: AnswerOf<"localizeIssue">,
  named: ReadonlyMap<string, ReplyRepositoryRow>,
  language: Language,
): ReplyFile[] {
  const least = (files[0]?.score ?? 0) * LEAST_SHARE;
  return files
    .filter(({ score }) => score >= least)
    .flatMap(({ path, repository, verdict, line, functions }): ReplyFile[] => {
      const row = named.get(repository);
      const commit = repositories.find(({ id }) => id === repository)?.commit;
      if (!row || !commit || verdict === "wrong") return [];
      const [best] = functions;
      const from = line ?? best?.start_line;
      const to = line === null ? best?.end_line : undefined;
      const label =
        from === undefined
          ? message("reply.file")
          : to === undefined || to === from
            ? message("reply.line", { from: String(from) })
            : message("reply.lines", { from: String(from), to: String(to) });
      return [{ path, repository, url: fileUrl(row, commit, path, from), label: formatMessage(label, language) }];
    })
    .slice(0, MAX_PLACES);
}

async function peopleOf(
  db: Db,
  { source_id: sourceId, provider }: ReplyTrackerRow,
  experts: AnswerOf<"issueExperts">,
  mentions: boolean,
): Promise<ReplyPerson[]> {
  const present = experts.filter(({ presence }) => presence !== "gone").slice(0, MAX_PEOPLE);
  const { mention } = providerRulesOf(provider);
  return Promise.all(
    present.map(async ({ person: { name, email } }) => {
      const accounts = mentions && mention && email ? await listAccountsCalled(db, sourceId, email) : [];
      const [account] = accounts;
      // Any user may choose the name that a host shows, also an address: only the address of the account itself identifies it.
      const isTheirs = accounts.length === 1 && account?.email?.toLowerCase() === email?.toLowerCase();
      return { name, mention: account && mention && isTheirs ? mention(account.login) : null };
    }),
  );
}

/** Issues of the same tracker alone: all who see the tracker see them. */
async function similarOf(
  db: Db,
  issueId: string,
  { source_id: sourceId, url }: ReplyTrackerRow,
  similar: AnswerOf<"similarIssues">,
  language: Language,
): Promise<ReplyIssue[]> {
  const { origin } = new URL(url);
  const ownAddress = (address: string): string | null =>
    URL.canParse(address) && new URL(address).origin === origin ? address : null;
  const marked = formatMessage(message("reply.marked_duplicate"), language);
  const likely = formatMessage(message("reply.likely_duplicate"), language);
  const commanded = await listReplyIssueNames(db, await listCommandedDuplicates(db, issueId));
  const named = commanded.map(({ key, title, url: address }) => ({
    key,
    title,
    url: ownAddress(address),
    note: marked,
  }));
  const similarIssues = similar
    .filter((hit) => namesSimilar(hit) && hit.issue.tracker === sourceId)
    .filter(({ issue }) => !commanded.some(({ id }) => id === issue.id))
    .map(({ issue, is_duplicate: isLikely, is_marked: isMarked }) => ({
      key: issue.key,
      title: issue.title,
      url: ownAddress(issue.url),
      note: isMarked ? marked : isLikely ? likely : null,
    }));
  return [...named, ...similarIssues].slice(0, MAX_SIMILAR);
}
