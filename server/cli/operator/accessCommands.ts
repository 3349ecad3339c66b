import { z } from "zod";
import { clearAccessPolicy, readAccessPolicy } from "../../access/accessPolicy.ts";
import { operatorOf } from "../../access/auditLog.ts";
import { openProject } from "../../access/hostAccess/openProject.ts";
import type { Db } from "../../db/openDb.ts";
import { command } from "./command.ts";
import { CompanyOption, findCompany } from "./findCompany.ts";

async function policyRow(db: Db, { id, name }: { readonly id: string; readonly name: string }) {
  const policy = await readAccessPolicy(db, id, "");
  return {
    id,
    name,
    session_idle_minutes: policy.session_idle_minutes ?? "none",
    session_max_hours: policy.session_max_hours ?? "none",
    token_max_days: policy.token_max_days ?? "none",
    networks: policy.networks.join(" ") || "any",
  };
}

export const accessCommands = {
  "access show": command(
    "what a company demands of sessions and tokens",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => [await policyRow(db, await findCompany(db, company))],
  ),
  "access clear": command(
    "removes the limits of sessions and tokens and the allowed networks of a company whose users are locked out",
    z.strictObject({ company: CompanyOption }),
    async ({ db }, { company }) => {
      const companyRow = await findCompany(db, company);
      await clearAccessPolicy(db, companyRow.id, operatorOf(companyRow.id));
      return [await policyRow(db, companyRow)];
    },
  ),
  "access open": command(
    "turns off mirrored access in a project that is closed for its members: all of them see it",
    z.strictObject({ company: CompanyOption, project: z.string().min(1) }),
    async ({ db }, { company, project: slug }) => {
      const { id } = await findCompany(db, company);
      return (await openProject(db, id, slug, operatorOf(id))).map(({ kind, url }) => ({ kind, url }));
    },
  ),
};
