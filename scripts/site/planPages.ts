/** From the plan of the site to pages with their sections, and the place of each document and anchor. */
import { type DocumentSection, readDocument, type SiteDocument, splitDocument } from "./readDocument.ts";
import type { GroupPlan, PagePlan } from "./PagePlan.ts";

export interface PlannedPage {
  readonly path: string;
  readonly title: string;
  /** The document by its path in the repository; `site:` and the page's path for a generated one. */
  readonly source: string;
  readonly sections: readonly DocumentSection[];
}

export interface PlannedSite {
  readonly groups: readonly { readonly title: string; readonly pages: readonly PlannedPage[] }[];
  /** Every page, also those that the contents do not list. */
  readonly pages: readonly PlannedPage[];
  /** `docs/CLI.md` or `docs/CLI.md#status` → `cli/index` or `cli/index#status`. */
  readonly places: ReadonlyMap<string, string>;
}

const documentPath = ({ path, source }: PagePlan): string => (typeof source === "string" ? source : `site:${path}`);

/**
 * Gives each page its sections.
 * @param unlisted pages that the contents do not list, such as single decisions
 * @throws Error for a section that its document lacks or that two pages have
 */
export function planPages(root: string, groups: readonly GroupPlan[], unlisted: readonly PagePlan[]): PlannedSite {
  const plans = [...groups.flatMap(({ pages }) => pages), ...unlisted];
  const documents = new Map<string, SiteDocument>();
  for (const plan of plans) {
    const path = documentPath(plan);
    if (documents.has(path)) continue;
    const { source } = plan;
    documents.set(path, typeof source === "string" ? readDocument(root, path) : splitDocument(path, source.markdown));
  }
  const claimed = claimSections(plans, documents);
  const planned = new Map<PagePlan, PlannedPage>();
  for (const plan of plans) {
    const source = documentPath(plan);
    const document = documents.get(source);
    const sections = claimed.get(plan) ?? [];
    const only = plan.sections?.length === 1 ? sections[0] : undefined;
    planned.set(plan, { path: plan.path, title: plan.title ?? only?.title ?? document?.title ?? "", source, sections });
  }
  const places = new Map<string, string>();
  for (const { path, source, sections } of planned.values())
    for (const { anchor, innerAnchors } of sections) {
      if (anchor === "" || !places.has(source)) places.set(source, path);
      for (const name of [anchor, ...innerAnchors]) if (name !== "") places.set(`${source}#${name}`, `${path}#${name}`);
    }
  const pageOf = (plan: PagePlan): PlannedPage => {
    const page = planned.get(plan);
    if (!page) throw new Error(`No page was made for ${plan.path}.`);
    return page;
  };
  return {
    groups: groups.map(({ title, pages }) => ({ title, pages: pages.map(pageOf) })),
    pages: [...planned.values()],
    places,
  };
}

function claimSections(
  plans: readonly PagePlan[],
  documents: ReadonlyMap<string, SiteDocument>,
): Map<PagePlan, DocumentSection[]> {
  const claimed = new Map<PagePlan, DocumentSection[]>();
  for (const [path, { sections }] of documents) {
    const plansOfPage = plans.filter((plan) => documentPath(plan) === path);
    const byAnchor = new Map(
      plansOfPage.flatMap((plan) => (plan.sections ?? []).map((anchor) => [anchor, plan] as const)),
    );
    if (byAnchor.size !== plansOfPage.flatMap((plan) => plan.sections ?? []).length)
      throw new Error(`Two pages have the same section of ${path}.`);
    const missing = [...byAnchor.keys()].filter((anchor) => !sections.some((section) => section.anchor === anchor));
    if (missing.length > 0) throw new Error(`${path} has no section ${missing.join(", ")}.`);
    const rest = plansOfPage.find((plan) => plan.sections === undefined);
    let ofParent: PagePlan | undefined;
    for (const section of sections) {
      const plan = byAnchor.get(section.anchor) ?? (section.level === 3 ? ofParent : rest);
      if (section.level < 3) ofParent = plan;
      if (!plan) throw new Error(`No page has the section "${section.title}" of ${path}.`);
      claimed.set(plan, [...(claimed.get(plan) ?? []), section]);
    }
  }
  return claimed;
}
