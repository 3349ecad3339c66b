import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { HOUR_MS } from "../../contract/durations.ts";
import { CannotStart, errorMessage } from "../errors.ts";
import { isBlocked } from "./databaseErrors.ts";
import { lockingMigrations } from "./lockForMigration.ts";
import { account } from "./migrations/account.ts";
import { accountIndexes } from "./migrations/accountIndexes.ts";
import { accounts } from "./migrations/accounts.ts";
import { agentWrites } from "./migrations/agentWrites.ts";
import { apiTokens } from "./migrations/apiTokens.ts";
import { backtest } from "./migrations/backtest.ts";
import { checksByAccounts } from "./migrations/checksByAccounts.ts";
import { companySearches } from "./migrations/companySearches.ts";
import { comparedSources } from "./migrations/comparedSources.ts";
import { confirmations } from "./migrations/confirmations.ts";
import { connectionOrigins } from "./migrations/connectionOrigins.ts";
import { billing } from "./migrations/billing.ts";
import { billingSchedules } from "./migrations/billingSchedules.ts";
import { cursorNames } from "./migrations/cursorNames.ts";
import { eventOrder } from "./migrations/eventOrder.ts";
import { exportKeys } from "./migrations/exportKeys.ts";
import { experts } from "./migrations/experts.ts";
import { feedback } from "./migrations/feedback.ts";
import { failedReferenceChecks } from "./migrations/failedReferenceChecks.ts";
import { dashboards } from "./migrations/dashboards.ts";
import { ldapProviders } from "./migrations/ldapProviders.ts";
import { reports } from "./migrations/reports.ts";
import { sessionBrowsers } from "./migrations/sessionBrowsers.ts";
import { customSources } from "./migrations/customSources.ts";
import { directory } from "./migrations/directory.ts";
import { endedImportRuns } from "./migrations/endedImportRuns.ts";
import { companyModels } from "./migrations/companyModels.ts";
import { modelOrders } from "./migrations/modelOrders.ts";
import { hostApps } from "./migrations/hostApps.ts";
import { requestCheckRuns } from "./migrations/requestCheckRuns.ts";
import { ruleHistoryAndWeeklyMails } from "./migrations/ruleHistoryAndWeeklyMails.ts";
import { replies } from "./migrations/replies.ts";
import { rules } from "./migrations/rules.ts";
import { importTokens } from "./migrations/importTokens.ts";
import { initial } from "./migrations/initial.ts";
import { firstSteps } from "./migrations/firstSteps.ts";
import { gitBranches } from "./migrations/gitBranches.ts";
import { gitTags } from "./migrations/gitTags.ts";
import { samlProviders } from "./migrations/samlProviders.ts";
import { singleSignOn } from "./migrations/singleSignOn.ts";
import { sharedBlobs } from "./migrations/sharedBlobs.ts";
import { insights } from "./migrations/insights.ts";
import { ownMetrics } from "./migrations/ownMetrics.ts";
import { heldWrites } from "./migrations/heldWrites.ts";
import { insightTargets } from "./migrations/insightTargets.ts";
import { issueLists } from "./migrations/issueLists.ts";
import { issueWorkflow } from "./migrations/issueWorkflow.ts";
import { issueWrites } from "./migrations/issueWrites.ts";
import { backupDrills } from "./migrations/backupDrills.ts";
import { backups } from "./migrations/backups.ts";
import { linkedGroups } from "./migrations/linkedGroups.ts";
import { mailmaps } from "./migrations/mailmaps.ts";
import { mcp } from "./migrations/mcp.ts";
import { mirrorCopies } from "./migrations/mirrorCopies.ts";
import { notices } from "./migrations/notices.ts";
import { oauthClients } from "./migrations/oauthClients.ts";
import { outgoingWebhooks } from "./migrations/outgoingWebhooks.ts";
import { pageSymbols } from "./migrations/pageSymbols.ts";
import { providerGroups } from "./migrations/providerGroups.ts";
import { providerSignOut } from "./migrations/providerSignOut.ts";
import { quotas } from "./migrations/quotas.ts";
import { rateLimitMessages } from "./migrations/rateLimitMessages.ts";
import { referenceRetries } from "./migrations/referenceRetries.ts";
import { releases } from "./migrations/releases.ts";
import { requestFilePaths } from "./migrations/requestFilePaths.ts";
import { removedSources } from "./migrations/removedSources.ts";
import { rereadHistories } from "./migrations/rereadHistories.ts";
import { restrictedItems } from "./migrations/restrictedItems.ts";
import { restrictedChoices } from "./migrations/restrictedChoices.ts";
import { restrictedTexts } from "./migrations/restrictedTexts.ts";
import { scipBytes } from "./migrations/scipBytes.ts";
import { scipIndexes } from "./migrations/scipIndexes.ts";
import { searchProcesses } from "./migrations/searchProcesses.ts";
import { secondFactors } from "./migrations/secondFactors.ts";
import { security } from "./migrations/security.ts";
import { slugsPerCompany } from "./migrations/slugsPerCompany.ts";
import { savedSearches } from "./migrations/savedSearches.ts";
import { sourceRefs } from "./migrations/sourceRefs.ts";
import { sourceAccess } from "./migrations/sourceAccess.ts";
import { sourceLedgers } from "./migrations/sourceLedgers.ts";
import { chosenFields } from "./migrations/chosenFields.ts";
import { chatActions } from "./migrations/chatActions.ts";
import { slack } from "./migrations/slack.ts";
import { sources } from "./migrations/sources.ts";
import { statusesAndFields } from "./migrations/statusesAndFields.ts";
import { staleReferences } from "./migrations/staleReferences.ts";
import { supersededBlobs } from "./migrations/supersededBlobs.ts";
import { tagForks } from "./migrations/tagForks.ts";
import { syncErrorCode } from "./migrations/syncErrorCode.ts";
import { wholeRequests } from "./migrations/wholeRequests.ts";
import { turnsAndCommentAuthors } from "./migrations/turnsAndCommentAuthors.ts";

/** All migrations, in order of their names. An object, not a folder: it survives bundling. A released one is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001_first": initial,
  "0002_account": account,
  "0003_experts": experts,
  "0004_feedback": feedback,
  "0005_backtest": backtest,
  "0006_sources": sources,
  "0007_insights": insights,
  "0008_mcp": mcp,
  "0009_sync_error_code": syncErrorCode,
  "0010_releases": releases,
  "0011_growth": sharedBlobs,
  "0012_security": security,
  "0013_page_symbols": pageSymbols,
  "0014_event_order": eventOrder,
  "0015_confirmations": confirmations,
  "0016_mailmaps": mailmaps,
  "0017_issue_lists": issueLists,
  "0018_connection_origins": connectionOrigins,
  "0020_restricted_items": restrictedItems,
  "0020b_restricted_texts": restrictedTexts,
  "0023_keeping": backups,
  "0025_slugs_per_company": slugsPerCompany,
  "0026_quotas": quotas,
  "0027_restricted_choices": restrictedChoices,
  "0028_source_access": sourceAccess,
  "0029_saved_searches": savedSearches,
  "0030_compared_sources": comparedSources,
  "0031_search_processes": searchProcesses,
  "0032_source_refs": sourceRefs,
  "0033_company_searches": companySearches,
  "0034_git_tags": gitTags,
  "0036_scip_indexes": scipIndexes,
  "0037_whole_requests": wholeRequests,
  "0041_notices": notices,
  "0043_removed_sources": removedSources,
  "0044_account_indexes": accountIndexes,
  "0045_mirror_copies": mirrorCopies,
  "0046_stale_references": staleReferences,
  "0047_scip_bytes": scipBytes,
  "0051_rate_limit_messages": rateLimitMessages,
  "0052_accounts": accounts,
  "0053_request_file_paths": requestFilePaths,
  "0054_cursor_names": cursorNames,
  "0055_reference_retries": referenceRetries,
  "0056_failed_reference_checks": failedReferenceChecks,
  "0057_reread_histories": rereadHistories,
  "0058_first_steps": firstSteps,
  "0059_insight_targets": insightTargets,
  "0060_superseded_blobs": supersededBlobs,
  "0061_tag_forks": tagForks,
  "0062_git_branches": gitBranches,
  "0063_issue_workflow": issueWorkflow,
  "0064_source_ledgers": sourceLedgers,
  "0065_single_sign_on": singleSignOn,
  "0067_statuses_and_fields": statusesAndFields,
  "0068_linked_groups": linkedGroups,
  "0070_issue_writes": issueWrites,
  "0071_held_writes": heldWrites,
  "0074_outgoing_webhooks": outgoingWebhooks,
  "0076_custom_sources": customSources,
  "0077_import_tokens": importTokens,
  "0078_second_factors": secondFactors,
  "0079_dashboards": dashboards,
  "0080_host_apps": hostApps,
  "0082_rules": rules,
  "0083_api_tokens": apiTokens,
  "0084_ended_import_runs": endedImportRuns,
  "0085_replies": replies,
  "0086_request_check_runs": requestCheckRuns,
  "0087_company_models": companyModels,
  "0088_agent_writes": agentWrites,
  "0089_rule_history_and_weekly_mails": ruleHistoryAndWeeklyMails,
  "0090_directory": directory,
  "0091_saml_providers": samlProviders,
  "0092_own_metrics": ownMetrics,
  "0093_reports": reports,
  "0094_provider_groups": providerGroups,
  "0095_session_browsers": sessionBrowsers,
  "0096_billing": billing,
  "0097_export_keys": exportKeys,
  "0098_slack": slack,
  "0099_turns_and_comment_authors": turnsAndCommentAuthors,
  "0100_model_orders": modelOrders,
  "0101_ldap_providers": ldapProviders,
  "0102_checks_by_accounts": checksByAccounts,
  "0103_chat_actions": chatActions,
  "0104_provider_sign_out": providerSignOut,
  "0105_billing_schedules": billingSchedules,
  "0106_oauth_clients": oauthClients,
  "0107_backup_drills": backupDrills,
  "0109_chosen_fields": chosenFields,
};

/** Milliseconds between two attempts, at random up to twice as many. */
const MIN_PAUSE_MS = 1000;
/** Milliseconds after which a migration that does not get its locks is given up: longer than a backup of a large database reads a table. */
const RETRY_MS = 2 * HOUR_MS;

export interface MigrateOptions {
  /** The last migration to run, for a backup of an older version. */
  readonly to?: string;
  /** Others than ours, in tests. */
  readonly migrations?: Record<string, Migration>;
  /** Milliseconds in which all locks are taken, in tests. */
  readonly lockMs?: number;
  /** Default: `RETRY_MS`. */
  readonly retryMs?: number;
}

/**
 * Brings a database to the newest state. Several processes may do it at the same time: Kysely holds a lock.
 * @returns the names of the migrations that ran
 * @throws CannotStart naming the migration that failed: all that ran with it is rolled back, and the version before starts as if nothing
 * had been. Also for a database that a newer version has changed.
 */
export async function migrate<Tables>(db: Kysely<Tables>, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = options.migrations ?? MIGRATIONS;
  const applied = await refuseNewer(db, migrations);
  // Kysely would read the whole catalogue first, which takes the embedded database a fifth of a start.
  if (options.to === undefined && Object.keys(migrations).every((name) => applied.has(name))) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(lockingMigrations(migrations, options.lockMs)) },
  });
  const lastTryAt = performance.now() + (options.retryMs ?? RETRY_MS);
  for (;;) {
    const { error, results = [] } =
      options.to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(options.to);
    if (error === undefined) return results.map((result) => result.migrationName);
    if (!isBlocked(error) || performance.now() > lastTryAt) {
      const failed = results.find((result) => result.status === "Error")?.migrationName;
      throw new CannotStart(
        `The database could not be brought up to date${failed ? ` (${failed})` : ""}: ${error instanceof Error ? errorMessage(error) : "unknown"}`,
        { cause: error },
      );
    }
    // Requests that wait behind the migration pass meanwhile.
    await sleep(MIN_PAUSE_MS * (1 + Math.random()));
  }
}

/** The migrations of this version that a database lacks, none of which runs; all of them for an empty one. @throws CannotStart as `migrate` */
export async function listMissingMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const applied = await refuseNewer(db, MIGRATIONS);
  return Object.keys(MIGRATIONS).filter((name) => !applied.has(name));
}

/** @returns the migrations that have run. @throws CannotStart when one has run that this version does not have */
async function refuseNewer<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db);
  if (tables[0]?.there !== true) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.findLast(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown === undefined) return new Set(rows.map(({ name }) => name));
  throw new CannotStart(
    `A newer version of Clew has changed this database (${unknown.name}), and this version cannot read it. Start the newer version, or restore a backup from before.`,
  );
}
