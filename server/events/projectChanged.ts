import type { Db } from "../db/openDb.ts";
import { updateProjectChanged } from "../db/tables/projects/projects.ts";
import { message } from "../messages/messages.ts";
import { publish } from "./publish.ts";

/** Stores the time of a change, and notifies the members. */
export async function projectChanged(
  transaction: Db,
  project: { readonly id: string; readonly slug: string; readonly name: string },
): Promise<void> {
  await updateProjectChanged(transaction, project.id, new Date());
  await publish(transaction, {
    projectId: project.id,
    type: "project.changed",
    title: message("notification.project_changed", { project: project.name }),
    project: project.slug,
    href: `/projects/${project.slug}`,
  });
}
