import { isDeepStrictEqual } from "node:util";
import { MAX_RULES } from "../../../contract/integrations/ruleKinds.ts";
import type { RuleDefinition } from "../../../contract/integrations/rules.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import {
  type RuleRow,
  countRules,
  deleteRule,
  deleteRuleFile,
  findRuleFile,
  insertRule,
  listRulesOfSource,
  updateRule,
  upsertRuleFile,
} from "../../db/tables/rules/rules.ts";
import { discardWritesOfRules } from "../../db/tables/rules/ruleRuns.ts";
import { sanitizeText } from "../../db/sanitizeText.ts";
import { MAX_RULES_FILE_BYTES, type RulesFile, parseRulesFile } from "../../engines/rules/parseRulesFile.ts";
import { message, serializeMessage } from "../../messages/messages.ts";
import { readRulesFile } from "../../sources/git/rulesFile.ts";

/** Increase when the file is read in another way. */
const READ_VERSION = 1;

const TOO_LARGE: RulesFile = {
  rules: [],
  errors: [{ line: 1, text: serializeMessage(message("rule.file_too_large")) }],
};

/**
 * Stores the rules of a repository's file at the head of its default branch. A rule that the file has changed is off until a member turns it on
 * again: who may push to the repository must not act as that member.
 */
export async function storeRules(
  db: Db,
  source: { readonly id: string; readonly projectId: string },
  { folder, head, signal }: { readonly folder: string; readonly head: string; readonly signal: AbortSignal },
): Promise<void> {
  const [stored, file] = await Promise.all([
    findRuleFile(db, source.id),
    readRulesFile(folder, head, { maxBytes: MAX_RULES_FILE_BYTES, signal }),
  ]);
  const digest = file && `${READ_VERSION} ${file.oid}`;
  if ((stored?.digest ?? null) === digest) return;
  const { rules, errors } =
    file === null
      ? NO_FILE
      : file.text === null
        ? TOO_LARGE
        : parseRulesFile(sanitizeText(file.text, MAX_RULES_FILE_BYTES));
  await db.transaction().execute(async (tx) => {
    await lockProject(tx, source.projectId);
    const isOver = await replaceRules(tx, source, rules);
    if (digest === null) {
      await deleteRuleFile(tx, source.id);
      return;
    }
    const limit = { line: 1, text: serializeMessage(message("rule.limit", { max: MAX_RULES })) };
    await upsertRuleFile(tx, {
      source_id: source.id,
      project_id: source.projectId,
      digest,
      errors: JSON.stringify(isOver ? [limit, ...errors] : errors),
      read_at: new Date(),
    });
  });
}

const NO_FILE: RulesFile = { rules: [], errors: [] };

/** @returns whether the project has no room for some of them */
async function replaceRules(
  tx: Db,
  source: { readonly id: string; readonly projectId: string },
  rules: readonly RuleDefinition[],
): Promise<boolean> {
  const before = new Map((await listRulesOfSource(tx, source.id)).map((row) => [row.name, row]));
  for (const [name, { id }] of before) {
    if (rules.some((rule) => rule.name === name)) continue;
    await discardWritesOfRules(tx, { ruleId: id });
    await deleteRule(tx, id);
  }
  let room = MAX_RULES - (await countRules(tx, source.projectId));
  let isOver = false;
  for (const definition of rules) {
    const old = before.get(definition.name);
    if (old) await changeRule(tx, old, definition);
    else if (room-- > 0) await addRule(tx, source, definition);
    else isOver = true;
  }
  return isOver;
}

async function changeRule(tx: Db, old: RuleRow, definition: RuleDefinition): Promise<void> {
  if (isDeepStrictEqual(old.definition, definition)) return;
  await updateRule(tx, old.id, {
    definition: JSON.stringify(definition),
    revision: old.revision + 1,
    is_enabled: false,
    ...(old.is_enabled && { paused_reason: serializeMessage(message("rule.file_changed")) }),
  });
}

const addRule = (
  tx: Db,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  definition: RuleDefinition,
): Promise<void> =>
  insertRule(tx, {
    id: newId(),
    project_id: projectId,
    source_id: id,
    name: definition.name,
    definition: JSON.stringify(definition),
    accounts: "{}",
    enabled_by: null,
    enabled_at: null,
    paused_reason: null,
    stale_until: null,
  });
