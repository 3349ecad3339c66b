/** The projects of a token, and the sources of one. */
import { z } from "zod";
import { mapConcurrent } from "../../concurrency.ts";
import { sourcesOf } from "../namedSources.ts";
import { tabHref } from "../appLinks.ts";
import { tool } from "../Tool.ts";
import { singleLine } from "../untrusted.ts";
import { OFFSET } from "./arguments.ts";
import { counted } from "./counted.ts";
import { paged } from "./paged.ts";

const SourceData = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  state: z.string(),
  last_read: z.string().nullable(),
});
const ProjectData = z.object({ slug: z.string(), role: z.string(), sources: z.array(SourceData) });

/** Projects that are read at a time. */
const CONCURRENCY = 4;

export const projectInfo = tool({
  name: "project_info",
  title: "Project info",
  description: "Projects of this token; of one project: its sources and how fresh they are.",
  input: { offset: OFFSET },
  output: { projects: z.array(ProjectData) },
  draft: async (scope, { project: slug, offset: from }) => {
    const named = slug === undefined && scope.slugs.length !== 1 ? scope.slugs : [scope.project(slug).slug];
    if (scope.slugs.length === 0) scope.project(undefined);
    const projects = await mapConcurrent(named, CONCURRENCY, async (name) => {
      const project = scope.project(name);
      return { project, about: await project.invoke("getProject") };
    });
    // A project is a part, and each of its sources is one, so that a project of any size can be read in any limit.
    const parts = projects.flatMap(({ project, about }) => [
      { project, about, source: null },
      ...sourcesOf(about).map((source) => ({ project, about, source })),
    ]);
    const first = parts[from];
    return paged({
      all: parts,
      from,
      lead: [`This token opens ${counted(scope.slugs.length, "project")}.`],
      fenced: first?.source ? [`- ${first.about.slug}, continued:`] : [],
      present: ({ project, about, source }) =>
        source
          ? `    ${source.kind} ${singleLine(source.name)} (id ${source.id}): ${source.sync.state}, ${source.sync.items} items, last read ${source.sync.finished_at ?? "never"}`
          : `- ${about.slug}: ${singleLine(about.name)}, your role ${about.role}, ${counted(sourcesOf(about).length, "source")}. Page: ${tabHref(project, "sources")}`,
      data: (shown) => {
        const grouped: z.output<typeof ProjectData>[] = [];
        for (const { about, source } of shown) {
          if (grouped.at(-1)?.slug !== about.slug) grouped.push({ slug: about.slug, role: about.role, sources: [] });
          if (!source) continue;
          const { id, kind, name, sync } = source;
          grouped.at(-1)?.sources.push({ id, kind, name, state: sync.state, last_read: sync.finished_at });
        }
        return { projects: grouped };
      },
    });
  },
});
