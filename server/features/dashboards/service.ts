import type { z } from "zod";
import {
  DASHBOARD_LIMITS,
  type DashboardSharing,
  projectsOfFilter,
} from "../../../contract/insights/dashboardRules.ts";
import type { DashboardCard, StoredCard } from "../../../contract/insights/dashboardCards.ts";
import type {
  DashboardEntry,
  DashboardPage,
  DashboardUpdate,
  NewDashboardBody,
  StoredLayout,
} from "../../../contract/insights/dashboards.ts";
import { mayInCompany } from "../../../contract/access/policy.ts";
import { type Actor, recordAuditEvent } from "../../access/auditLog.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import {
  countDashboards,
  deleteDashboard,
  findVisibleDashboard,
  insertDashboard,
  listDashboardReaders,
  listProjectsOfParts,
  listVisibleDashboards,
  lockDashboard,
  updateDashboard,
  type VisibleDashboard,
} from "../../db/tables/insights/dashboards.ts";
import { dashboardAudience, dashboardChanged, dashboardRemoved } from "../../events/dashboardEvents.ts";
import { listProjectsOfMember } from "../../db/tables/projects/projectLists.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

type NewDashboard = z.output<typeof NewDashboardBody>;
type Change = z.output<typeof DashboardUpdate>;

/** Those of the caller and those that are shared with the company, by name. */
export async function listDashboards(db: Db, caller: Principal): Promise<DashboardEntry[]> {
  return (await listVisibleDashboards(db, caller)).map((row) => entryOf(row, caller));
}

/** A dashboard without what its cards say of projects that the caller may not see. @throws NotFound */
export async function readDashboard(db: Db, caller: Principal, id: string): Promise<DashboardPage> {
  const row = await visibleDashboard(db, caller, id);
  const { cards: stored } = row.layout;
  const [projects, owners] = await Promise.all([listProjectsOfMember(db, caller.id), ownersOfCards(db, stored)]);
  const mine = new Set(projects.map(({ slug }) => slug));
  const cards = stored.map((card) => visibleCard(card, mine, owners));
  return { ...entryOf(row, caller), layout: { ...row.layout, cards } };
}

/** @throws Forbidden without a company, Conflict when there are too many */
export async function addDashboard(
  db: Db,
  caller: Principal,
  { name, sharing, layout }: NewDashboard,
  by: Actor,
): Promise<DashboardPage> {
  const { companyId } = caller;
  if (companyId === null) throw new Forbidden(message("dashboard.no_company"));
  const id = newId();
  await db.transaction().execute(async (tx) => {
    // Two concurrent requests must not both count one dashboard less than a limit.
    await lockCompanyForReferences(tx, companyId);
    const { all, own: ownCount } = await countDashboards(tx, companyId, caller.id);
    if (ownCount >= DASHBOARD_LIMITS.ofOwner)
      throw new Conflict(message("dashboard.too_many_own", { max: DASHBOARD_LIMITS.ofOwner }));
    if (all >= DASHBOARD_LIMITS.ofCompany)
      throw new Conflict(message("dashboard.too_many", { max: DASHBOARD_LIMITS.ofCompany }));
    await insertDashboard(tx, {
      id,
      company_id: companyId,
      owner_id: caller.id,
      name,
      ...storedSharing(sharing),
      layout: JSON.stringify(layout),
      updated_by: caller.id,
    });
    await recordAuditEvent(tx, by, {
      action: "dashboard.created",
      subject: { kind: "dashboard", id, name },
      after: { sharing },
    });
  });
  return readDashboard(db, caller, id);
}

/**
 * Changes the version that the caller has read.
 * @throws NotFound; Forbidden for who may only read it; Conflict when a user has changed it since
 */
export async function changeDashboard(
  db: Db,
  caller: Principal,
  { id, change, by }: { readonly id: string; readonly change: Change; readonly by: Actor },
): Promise<DashboardPage> {
  const { version, name, sharing, layout } = change;
  await db.transaction().execute(async (tx) => {
    await lockDashboard(tx, caller.companyId, id);
    const row = await visibleDashboard(tx, caller, id);
    if (!mayEdit(row, caller)) throw new Forbidden(message("dashboard.read_only"));
    const isShared = sharing !== undefined && sharing !== row.sharing;
    if (isShared && !mayManage(row, caller)) throw new Forbidden(message("dashboard.not_owner"));
    // The caller would not see it any more, and no user would where the owner has left.
    if (isShared && sharing === "private" && row.owner_id !== caller.id)
      throw new Forbidden(message("dashboard.private_of_owner"));
    if (version !== row.version)
      throw new Conflict(
        row.updated_by === null
          ? message("dashboard.changed_since")
          : message("dashboard.changed_since_by", { name: row.updated_by }),
      );
    const readersBefore = isShared ? await listDashboardReaders(tx, id) : [];
    await updateDashboard(tx, id, {
      ...(name !== undefined && { name }),
      ...(isShared && storedSharing(sharing)),
      ...(layout !== undefined && {
        layout: JSON.stringify({ ...layout, cards: storedCards(layout.cards, row.layout) }),
      }),
      version: row.version + 1,
      updated_at: new Date(),
      updated_by: caller.id,
    });
    if (isShared)
      await recordAuditEvent(tx, by, {
        action: "dashboard.shared",
        subject: { kind: "dashboard", id, name: name ?? row.name },
        before: { sharing: row.sharing },
        after: { sharing },
      });
    const audience = await dashboardAudience(tx, { id, sharing: sharing ?? row.sharing }, caller.companyId);
    await dashboardChanged(tx, audience, { dashboard: id, version: row.version + 1, by: caller.name, readersBefore });
  });
  return readDashboard(db, caller, id);
}

/** @throws NotFound; Forbidden for a dashboard of another user, unless the caller is an Admin */
export async function removeDashboard(db: Db, caller: Principal, id: string, by: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockDashboard(tx, caller.companyId, id);
    const row = await visibleDashboard(tx, caller, id);
    if (!mayManage(row, caller)) throw new Forbidden(message("dashboard.not_owner"));
    const audience = await dashboardAudience(tx, row, caller.companyId);
    await deleteDashboard(tx, id);
    await dashboardRemoved(tx, audience, id);
    await recordAuditEvent(tx, by, {
      action: "dashboard.deleted",
      subject: { kind: "dashboard", id, name: row.name },
      before: { sharing: row.sharing },
    });
  });
}

async function visibleDashboard(db: Db, caller: Principal, id: string) {
  const row = await findVisibleDashboard(db, caller, id);
  if (!row) throw new NotFound(message("dashboard.not_found"));
  return row;
}

/** Columns of a sharing. */
const storedSharing = (sharing: DashboardSharing) =>
  sharing === "admins" ? ({ sharing: "private", for_admins: true } as const) : { sharing, for_admins: false };

type Rights = Pick<VisibleDashboard, "owner_id" | "sharing">;

/** A row is read by those who see it: an Admin sees no private dashboard of others. */
const mayManage = ({ owner_id }: Rights, { id, companyRole }: Principal): boolean =>
  owner_id === id || mayInCompany(companyRole, "dashboards.manageAll");

const mayEdit = (row: Rights, caller: Principal): boolean => row.sharing === "edit" || mayManage(row, caller);

function entryOf(row: VisibleDashboard, caller: Principal): DashboardEntry {
  const isMine = row.owner_id === caller.id;
  return {
    id: row.id,
    name: row.name,
    sharing: row.sharing,
    owner: isMine ? null : row.owner,
    is_mine: isMine,
    can_edit: mayEdit(row, caller),
    can_manage: mayManage(row, caller),
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
  };
}

/** Slugs of the projects that own what cards name by its id: sources, and own metrics. */
export type CardOwners = ReadonlyMap<string, string>;

export async function ownersOfCards(db: Db, cards: readonly StoredCard[]): Promise<CardOwners> {
  const rows = await listProjectsOfParts(db, [...new Set(cards.flatMap(partsOfCard))]);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Parameters of filters that are ids of sources. */
const SOURCE_PARAMETERS = ["repository", "source", "tracker"] as const;

/** Ids of the sources and of the own metric that a card names. */
function partsOfCard(card: StoredCard): readonly string[] {
  if (card.kind === "own_metric") return [card.metric];
  if (card.kind !== "count" && card.kind !== "list") return [];
  return SOURCE_PARAMETERS.flatMap((name) => card.filter[name] ?? []);
}

/** The projects that a card is about: those that it names, and those of what it names. */
export function projectsOfCard(card: StoredCard, owners: CardOwners): readonly string[] {
  if (card.kind === "text") return [];
  const named = card.kind === "count" || card.kind === "list" ? projectsOfFilter(card.filter) : [];
  const ofParts = partsOfCard(card).flatMap((id) => owners.get(id) ?? []);
  return [...(card.project === null ? [] : [card.project]), ...named, ...ofParts];
}

/** Titles and filters of a hidden card may name what only members of its project know. */
function visibleCard(card: StoredCard, mine: ReadonlySet<string>, owners: CardOwners): DashboardCard {
  if (projectsOfCard(card, owners).every((slug) => mine.has(slug))) return card;
  const { id, x, y, w, h } = card;
  return { kind: "hidden", id, x, y, w, h };
}

/** What is sent, with hidden cards as they are stored, at their new places. @throws Invalid for a hidden card that is not stored */
function storedCards(sent: readonly DashboardCard[], { cards: stored }: StoredLayout): StoredCard[] {
  return sent.map((card) => {
    if (card.kind !== "hidden") return card;
    const storedCard = stored.find(({ id }) => id === card.id);
    if (!storedCard) throw new Invalid({ layout: [message("dashboard.no_hidden_card")] });
    const { x, y, w, h } = card;
    return { ...storedCard, x, y, w, h };
  });
}
