import { SAVED_SEARCH_LIMITS } from "../../../contract/constants.ts";
import { mayInCompany, mayInProject } from "../../../contract/access/policy.ts";
import type { SavedFacets } from "../../../contract/search/savedSearches.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { lockCompanyForReferences } from "../../db/tables/companies/companies.ts";
import { lockProject } from "../../db/tables/projects/projects.ts";
import type { SearchScope, VisibleSearch } from "../../db/tables/searches/savedSearches.ts";
import { type Message, message } from "../../messages/messages.ts";

/** What differs between searches of one project and searches over all projects of a company. */
interface ScopeRules {
  readonly tooManySaved: Message;
  readonly maxWatched: number;
  readonly tooManyWatched: Message;
  /** Until the transaction ends: two concurrent requests must not both count one search less than a limit. */
  readonly lock: (tx: Db, scope: SearchScope) => Promise<void>;
  /** Whether the caller's role permits an action on a shared search. */
  readonly may: (caller: Principal, search: VisibleSearch, action: "searches.share" | "searches.remove") => boolean;
  /** The facets that a search of the scope can have. */
  readonly facets: (facets: SavedFacets) => SavedFacets;
}

const { saved, watched, watchedOverAll } = SAVED_SEARCH_LIMITS;

const OF_PROJECT: ScopeRules = {
  tooManySaved: message("limit.saved_searches", { max: saved }),
  maxWatched: watched,
  tooManyWatched: message("limit.watched_searches", { max: watched }),
  lock: async (tx, { project_id: id }) => {
    if (id !== null) await lockProject(tx, id);
  },
  may: (_caller, { role }, action) => role !== null && mayInProject(role, action),
  facets: ({ project: _project, ...facets }) => facets,
};

const OVER_ALL: ScopeRules = {
  tooManySaved: message("limit.saved_searches_over_all", { max: saved }),
  maxWatched: watchedOverAll,
  tooManyWatched: message("limit.watched_searches_over_all", { max: watchedOverAll }),
  lock: async (tx, { company_id: id }) => {
    if (id !== null) await lockCompanyForReferences(tx, id);
  },
  may: ({ companyRole }, _search, action) => mayInCompany(companyRole, action),
  facets: (facets) => facets,
};

export const rulesOf = ({ project_id: project }: SearchScope): ScopeRules => (project === null ? OVER_ALL : OF_PROJECT);
