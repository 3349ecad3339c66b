import { createSeal } from "../access/keys/secrets.ts";
import { createCodeHash } from "../access/registrations.ts";
import type { CallMount } from "./createMount.ts";
import { mountApps } from "../features/apps/routes.ts";
import { mountApiTokens } from "../features/apiTokens/routes.ts";
import { mountAudit } from "../features/audit/routes.ts";
import { mountCompanies } from "../features/companies/routes.ts";
import { mountDirectorySettings } from "../features/directory/routes.ts";
import { mountCompanyHealth } from "../features/health/routes.ts";
import { mountInstallation, mountSetup } from "../features/installation/routes.ts";
import { SYNC_OBJECTIVE_SECONDS } from "../sync/scheduling/schedule.ts";
import { mountInvitations } from "../features/invitations/routes.ts";
import { mountMcpConsent } from "../features/mcpClients/routes.ts";
import { mountMcpTokens } from "../features/mcpTokens/routes.ts";
import { mountNotices } from "../features/notices/routes.ts";
import { mountMembers } from "../features/members/routes.ts";
import { SECOND_FACTOR_PURPOSE } from "../access/passwords/secondFactors.ts";
import { mountSecondFactors } from "../features/secondFactors/routes.ts";
import { mountSessions } from "../features/sessions/routes.ts";
import type { RouteRegistrar } from "../http/router.ts";
import { mountHome } from "../features/home/routes.ts";
import { mountSsoSettings, mountSsoSignIn } from "../features/sso/routes.ts";
import { mountUsers } from "../features/users/routes.ts";
import { hasEnabledSsoProvider } from "../db/tables/directory/ssoProviders.ts";
import type { WebDeps } from "./webDeps.ts";
import { announcementOf, appsDeps, setupDeps, ssoDeps } from "./integrationDeps.ts";

/** Calls about the installation, users and companies. */
export function mountAccountCalls(mount: RouteRegistrar, deps: WebDeps, inBackground: CallMount["inBackground"]): void {
  const { server, storage, connected, mail } = deps;
  const { settings } = server;
  const { db } = storage.database;
  const announceInvitation = announcementOf(deps);
  mountInstallation(
    mount,
    settings,
    connected.connections.available,
    connected.listDemoPeople,
    () => hasEnabledSsoProvider(db, "Enterprise"),
    server.publicUrl,
  );
  mountSsoSignIn(mount, ssoDeps(deps));
  mountSsoSettings(mount, ssoDeps(deps));
  mountDirectorySettings(mount, { db, publicUrl: server.publicUrl });
  mountApps(mount, appsDeps(deps));
  mountSetup(mount, db, setupDeps(deps));
  mountSessions(mount, db);
  mountSecondFactors(mount, {
    db,
    mail,
    seal: createSeal(storage.keys, SECOND_FACTOR_PURPOSE),
    publicUrl: server.publicUrl,
  });
  mountMcpTokens(mount, db);
  mountMcpConsent(mount, { db, egress: connected.sources.egress, publicUrl: server.publicUrl });
  mountApiTokens(mount, { db, mail });
  mountHome(mount, db);
  mountNotices(mount, { db, sendsMail: mail.isSent });
  mountUsers(mount, { db, mail, codeHash: createCodeHash(storage.keys), inBackground });
  mountAudit(mount, db);
  mountCompanies(mount, { db, quotas: settings.companyQuotas });
  mountInvitations(mount, { db, mail, announceInvitation });
  mountMembers(mount, { db, mail, announceInvitation });
}

export function mountHealthCall(mount: RouteRegistrar, { server, storage, pool }: WebDeps): void {
  const { settings, metrics } = server;
  const { database, doesStoreAnswer } = storage;
  mountCompanyHealth(mount, {
    db: database.db,
    engine: database.engine,
    load: database.load,
    damage: database.damage,
    doesStoreAnswer,
    dataDir: settings.dataDir,
    sendsMail: settings.smtp !== undefined,
    objective: SYNC_OBJECTIVE_SECONDS,
    backupMaxHours: settings.backup.maxAgeHours,
    lag: () => metrics.loop.current,
    openBytes: () => pool.indexBytes,
  });
}
