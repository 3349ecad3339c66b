import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { HOUR_MS } from "../../contract/durations.ts";
import { CannotStart, errorMessage } from "../errors.ts";
import { LocksNotFree, lockingMigrations } from "./lockForMigration.ts";
import { initial } from "./migrations/0001_initial.ts";
import { account } from "./migrations/0002_account.ts";
import { experts } from "./migrations/0003_experts.ts";
import { feedback } from "./migrations/0004_feedback.ts";
import { backtest } from "./migrations/0005_backtest.ts";
import { sources } from "./migrations/0006_sources.ts";
import { insights } from "./migrations/0007_insights.ts";
import { mcp } from "./migrations/0008_mcp.ts";
import { syncErrorCode } from "./migrations/0009_syncErrorCode.ts";
import { releases } from "./migrations/0010_releases.ts";
import { sharedBlobs } from "./migrations/0011_sharedBlobs.ts";
import { security } from "./migrations/0012_security.ts";
import { pageSymbols } from "./migrations/0013_pageSymbols.ts";
import { eventOrder } from "./migrations/0014_eventOrder.ts";
import { confirmations } from "./migrations/0015_confirmations.ts";
import { mailmaps } from "./migrations/0016_mailmaps.ts";
import { issueLists } from "./migrations/0017_issueLists.ts";
import { connectionOrigins } from "./migrations/0018_connectionOrigins.ts";
import { restrictedItems } from "./migrations/0020_restrictedItems.ts";
import { restrictedTexts } from "./migrations/0020b_restrictedTexts.ts";
import { backups } from "./migrations/0023_backups.ts";
import { slugsPerCompany } from "./migrations/0025_slugsPerCompany.ts";
import { quotas } from "./migrations/0026_quotas.ts";
import { restrictedChoices } from "./migrations/0027_restrictedChoices.ts";
import { sourceAccess } from "./migrations/0028_sourceAccess.ts";
import { savedSearches } from "./migrations/0029_savedSearches.ts";
import { comparedSources } from "./migrations/0030_comparedSources.ts";
import { searchProcesses } from "./migrations/0031_searchProcesses.ts";
import { sourceRefs } from "./migrations/0032_sourceRefs.ts";
import { companySearches } from "./migrations/0033_companySearches.ts";
import { gitTags } from "./migrations/0034_gitTags.ts";
import { scipIndexes } from "./migrations/0036_scipIndexes.ts";
import { wholeRequests } from "./migrations/0037_wholeRequests.ts";
import { notices } from "./migrations/0041_notices.ts";
import { removedSources } from "./migrations/0043_removedSources.ts";
import { accountIndexes } from "./migrations/0044_accountIndexes.ts";
import { mirrorCopies } from "./migrations/0045_mirrorCopies.ts";
import { staleReferences } from "./migrations/0046_staleReferences.ts";
import { scipBytes } from "./migrations/0047_scipBytes.ts";
import { rateLimitMessages } from "./migrations/0051_rateLimitMessages.ts";
import { accounts } from "./migrations/0052_accounts.ts";
import { requestFilePaths } from "./migrations/0053_requestFilePaths.ts";
import { cursorNames } from "./migrations/0054_cursorNames.ts";
import { referenceRetries } from "./migrations/0055_referenceRetries.ts";
import { failedReferenceChecks } from "./migrations/0056_failedReferenceChecks.ts";
import { rereadHistories } from "./migrations/0057_rereadHistories.ts";
import { firstSteps } from "./migrations/0058_firstSteps.ts";
import { insightTargets } from "./migrations/0059_insightTargets.ts";
import { supersededBlobs } from "./migrations/0060_supersededBlobs.ts";
import { tagForks } from "./migrations/0061_tagForks.ts";
import { gitBranches } from "./migrations/0062_gitBranches.ts";
import { issueWorkflow } from "./migrations/0063_issueWorkflow.ts";
import { sourceLedgers } from "./migrations/0064_sourceLedgers.ts";
import { singleSignOn } from "./migrations/0065_singleSignOn.ts";
import { statusesAndFields } from "./migrations/0067_statusesAndFields.ts";
import { linkedGroups } from "./migrations/0068_linkedGroups.ts";
import { issueWrites } from "./migrations/0070_issueWrites.ts";
import { heldWrites } from "./migrations/0071_heldWrites.ts";
import { outgoingWebhooks } from "./migrations/0074_outgoingWebhooks.ts";
import { customSources } from "./migrations/0076_customSources.ts";
import { importTokens } from "./migrations/0077_importTokens.ts";
import { secondFactors } from "./migrations/0078_secondFactors.ts";
import { dashboards } from "./migrations/0079_dashboards.ts";
import { hostApps } from "./migrations/0080_hostApps.ts";
import { rules } from "./migrations/0082_rules.ts";
import { apiTokens } from "./migrations/0083_apiTokens.ts";
import { endedImportRuns } from "./migrations/0084_endedImportRuns.ts";
import { replies } from "./migrations/0085_replies.ts";
import { requestCheckRuns } from "./migrations/0086_requestCheckRuns.ts";
import { companyModels } from "./migrations/0087_companyModels.ts";
import { agentWrites } from "./migrations/0088_agentWrites.ts";
import { ruleHistoryAndWeeklyMails } from "./migrations/0089_ruleHistoryAndWeeklyMails.ts";
import { directory } from "./migrations/0090_directory.ts";
import { samlProviders } from "./migrations/0091_samlProviders.ts";
import { ownMetrics } from "./migrations/0092_ownMetrics.ts";
import { reports } from "./migrations/0093_reports.ts";
import { providerGroups } from "./migrations/0094_providerGroups.ts";
import { sessionBrowsers } from "./migrations/0095_sessionBrowsers.ts";
import { billing } from "./migrations/0096_billing.ts";
import { exportKeys } from "./migrations/0097_exportKeys.ts";
import { slack } from "./migrations/0098_slack.ts";
import { turnsAndCommentAuthors } from "./migrations/0099_turnsAndCommentAuthors.ts";
import { modelOrders } from "./migrations/0100_modelOrders.ts";
import { ldapProviders } from "./migrations/0101_ldapProviders.ts";
import { checksByAccounts } from "./migrations/0102_checksByAccounts.ts";
import { chatActions } from "./migrations/0103_chatActions.ts";
import { providerSignOut } from "./migrations/0104_providerSignOut.ts";
import { billingSchedules } from "./migrations/0105_billingSchedules.ts";
import { oauthClients } from "./migrations/0106_oauthClients.ts";
import { backupDrills } from "./migrations/0107_backupDrills.ts";
import { chosenFields } from "./migrations/0109_chosenFields.ts";
import { sourceFolders } from "./migrations/0110_sourceFolders.ts";
import { digestWords } from "./migrations/0112_digestWords.ts";
import { watchedRules } from "./migrations/0113_watchedRules.ts";
import { dashboardsForAdmins } from "./migrations/0114_dashboardsForAdmins.ts";
import { chats } from "./migrations/0115_chats.ts";
import { itemMarks } from "./migrations/0116_itemMarks.ts";
import { teamsChannels } from "./migrations/0117_teamsChannels.ts";
import { syncTimes } from "./migrations/0118_syncTimes.ts";
import { losslessTexts } from "./migrations/0119_losslessTexts.ts";
import { chatCodes } from "./migrations/0121_chatCodes.ts";
import { hostAccess } from "./migrations/0122_hostAccess.ts";
import { wikiContent } from "./migrations/0125_wikiContent.ts";
import { reportFilters } from "./migrations/0126_reportFilters.ts";
import { reportInsightFilters } from "./migrations/0128_reportInsightFilters.ts";
import { quotaWaits } from "./migrations/0129_quotaWaits.ts";
import { accountManagers } from "./migrations/0130_accountManagers.ts";
import { installedGroups } from "./migrations/0131_installedGroups.ts";

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
  "0110_source_folders": sourceFolders,
  "0112_digest_words": digestWords,
  "0113_watched_rules": watchedRules,
  "0114_dashboards_for_admins": dashboardsForAdmins,
  "0115_chats": chats,
  "0116_item_marks": itemMarks,
  "0117_teams_channels": teamsChannels,
  "0118_sync_times": syncTimes,
  "0119_lossless_texts": losslessTexts,
  "0121_chat_codes": chatCodes,
  "0122_host_access": hostAccess,
  "0125_wiki_content": wikiContent,
  "0126_report_filters": reportFilters,
  "0128_report_insight_filters": reportInsightFilters,
  "0129_quota_waits": quotaWaits,
  "0130_account_managers": accountManagers,
  "0131_installed_groups": installedGroups,
};

/** Milliseconds between two attempts, at random up to twice as many. */
const MIN_PAUSE_MS = 1000;
/** Milliseconds after which a migration that does not get its locks is given up: longer than a backup of a large database reads a table. */
const RETRY_MS = 2 * HOUR_MS;

const WAITS =
  "Waiting to bring the database up to date: another transaction, such as that of a backup, uses its tables. It is tried again until that ends.";

export interface MigrateOptions {
  /** The last migration to run, for a backup of an older version. */
  readonly to?: string;
  /** Others than ours, in tests. */
  readonly migrations?: Record<string, Migration>;
  /** Milliseconds in which all locks are taken, in tests. */
  readonly lockMs?: number;
  /** Default: `RETRY_MS`. */
  readonly retryMs?: number;
  /** Is called once, with a sentence for the operator, when another transaction has tables that the migration needs. */
  readonly onWait?: (sentence: string) => void;
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
  for (let attempt = 1; ; attempt += 1) {
    const { error, results = [] } =
      options.to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(options.to);
    if (error === undefined) return results.map((result) => result.migrationName);
    // A timeout of a statement after the locks would end each attempt, while all requests wait for it.
    if (!(error instanceof LocksNotFree) || performance.now() > lastTryAt) {
      const failed = results.find((result) => result.status === "Error")?.migrationName;
      throw new CannotStart(
        `The database could not be brought up to date${failed ? ` (${failed})` : ""}: ${error instanceof Error ? errorMessage(error) : "unknown"}`,
        { cause: error },
      );
    }
    if (attempt === 1) options.onWait?.(WAITS);
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
