/** What a comparison of Insights has next to each other. Free of zod, so that the web app may import it. */

/** A request for each: more columns would not fit next to each other. */
const MAX_MEMBERS = 6;

export interface ComparedMember {
  readonly id: string;
  readonly name: string;
  /** The filter that the numbers of the member have. */
  readonly narrowed: Partial<Readonly<Record<"project" | "repository" | "tracker", readonly string[]>>>;
  /** The kind of source whose filter does not narrow metrics of the other. */
  readonly without: "tracker" | "repository" | null;
}

const isChosen = (chosen: readonly string[], id: string): boolean => chosen.length === 0 || chosen.includes(id);

/** Projects next to each other. @param chosen slugs; empty: all */
export const comparedProjects = (
  projects: readonly { readonly slug: string; readonly name: string }[],
  chosen: readonly string[],
): ComparedMember[] =>
  projects
    .filter(({ slug }) => isChosen(chosen, slug))
    .map(({ slug, name }): ComparedMember => ({ id: slug, name, narrowed: { project: [slug] }, without: null }))
    .slice(0, MAX_MEMBERS);

type Sources = Readonly<Record<"repository" | "tracker", readonly { readonly id: string; readonly name: string }[]>>;

/** The repositories of a project next to each other, and its trackers, where there are several. @param chosen ids; empty: all */
export function comparedSources(
  sources: Sources,
  chosen: Readonly<Record<"repository" | "tracker", readonly string[]>>,
): ComparedMember[] {
  const membersOf = (kind: keyof Sources, without: keyof Sources): ComparedMember[] => {
    const members = sources[kind]
      .filter(({ id }) => isChosen(chosen[kind], id))
      .map(({ id, name }): ComparedMember => ({ id, name, narrowed: { [kind]: [id] }, without }));
    return members.length > 1 ? members : [];
  };
  return [...membersOf("repository", "tracker"), ...membersOf("tracker", "repository")].slice(0, MAX_MEMBERS);
}
