/**
 * Permissions in a project and in a company, for both sides: the server enforces them, and the app hides what would be refused. Free of
 * zod, so that the web app may import it.
 */
import type { COMPANY_ROLES, PROJECT_ROLES } from "../constants.ts";

type ProjectRole = (typeof PROJECT_ROLES)[number];
type CompanyRole = (typeof COMPANY_ROLES)[number];

export const PROJECT_POLICY = {
  "project.read": ["Owner", "Maintainer", "Developer", "Viewer"],
  "project.search": ["Owner", "Maintainer", "Developer", "Viewer"],
  "searches.share": ["Owner", "Maintainer", "Developer"],
  "searches.remove": ["Owner", "Maintainer"],
  "project.sync": ["Owner", "Maintainer", "Developer"],
  "project.update": ["Owner", "Maintainer"],
  "project.delete": ["Owner"],
  "sources.change": ["Owner", "Maintainer"],
  "webhooks.change": ["Owner", "Maintainer"],
  "rules.change": ["Owner", "Maintainer"],
  "issues.write": ["Owner", "Maintainer", "Developer"],
  "agents.write": ["Owner", "Maintainer"],
  "backtest.start": ["Owner", "Maintainer"],
  "targets.change": ["Owner", "Maintainer"],
  "metrics.change": ["Owner", "Maintainer"],
  "annotations.add": ["Owner", "Maintainer", "Developer"],
  "annotations.changeAll": ["Owner", "Maintainer"],
  "members.read": ["Owner", "Maintainer", "Developer", "Viewer"],
  "members.add": ["Owner", "Maintainer"],
  "members.remove": ["Owner"],
  "members.changeRole": ["Owner"],
} as const satisfies Record<string, readonly ProjectRole[]>;
export type ProjectAction = keyof typeof PROJECT_POLICY;

/** Whether a role permits an action in a project. */
export const mayInProject = (role: ProjectRole, action: ProjectAction): boolean => {
  const allowed: readonly ProjectRole[] = PROJECT_POLICY[action];
  return allowed.includes(role);
};

/** The roles of a project, the highest first. */
const RANKS: readonly ProjectRole[] = ["Owner", "Maintainer", "Developer", "Viewer"];

/** This role and all lower ones: a member with this role has the access of each of them. */
export const rolesFrom = (role: ProjectRole): readonly ProjectRole[] => RANKS.slice(RANKS.indexOf(role));

/** This role and all higher ones: those that may read what is open to it. */
export const rolesUpTo = (role: ProjectRole): readonly ProjectRole[] => RANKS.slice(0, RANKS.indexOf(role) + 1);

const COMPANY_POLICY = {
  "company.read": ["Admin", "Member"],
  "company.update": ["Admin"],
  "plan.read": ["Admin", "Member"],
  "plan.preview": ["Admin"],
  "seats.read": ["Admin"],
  "invoices.read": ["Admin"],
  "invoices.change": ["Admin"],
  "health.read": ["Admin"],
  "quotas.read": ["Admin"],
  "setup.read": ["Admin"],
  "setup.test": ["Admin"],
  "users.read": ["Admin", "Member"],
  "users.change": ["Admin"],
  "invitations.read": ["Admin"],
  "invitations.change": ["Admin"],
  "access.read": ["Admin"],
  "access.change": ["Admin"],
  "sso.read": ["Admin"],
  "sso.change": ["Admin"],
  "directory.read": ["Admin"],
  "directory.change": ["Admin"],
  "apps.change": ["Admin"],
  "model.change": ["Admin"],
  "slack.change": ["Admin"],
  "teams.change": ["Admin"],
  "audit.read": ["Admin"],
  "audit.change": ["Admin"],
  "webhooks.change": ["Admin"],
  "searches.share": ["Admin", "Member"],
  "searches.remove": ["Admin"],
  "dashboards.manageAll": ["Admin"],
  "metrics.change": ["Admin"],
  "data.export": ["Admin"],
} as const satisfies Record<string, readonly CompanyRole[]>;
export type CompanyAction = keyof typeof COMPANY_POLICY;

/** Whether a role permits an action in a company. */
export const mayInCompany = (role: CompanyRole, action: CompanyAction): boolean => {
  const allowed: readonly CompanyRole[] = COMPANY_POLICY[action];
  return allowed.includes(role);
};
