import type { ProjectsFilterValue } from "../../components/projects/ProjectFilters.tsx";
import { PROJECT_ROLES } from "../../../contract/constants.ts";

const KEYS = { text: "q", isMine: "mine", role: "role", sort: "sort" } as const;

/** Reads the filter from an address. Unknown values count as not set. */
export const readFilter = (params: URLSearchParams): ProjectsFilterValue => ({
  text: params.get(KEYS.text) ?? "",
  isMine: params.get(KEYS.isMine) === "1",
  role: PROJECT_ROLES.find((role) => role === params.get(KEYS.role)) ?? "All",
  sort: params.get(KEYS.sort) === "recent" ? "recent" : "name",
});

/** The query parameters of a filter; defaults are omitted. */
export const writeFilter = ({ text, isMine, role, sort }: ProjectsFilterValue): URLSearchParams => {
  const params = new URLSearchParams();
  if (text !== "") params.set(KEYS.text, text);
  if (isMine) params.set(KEYS.isMine, "1");
  if (role !== "All") params.set(KEYS.role, role);
  if (sort !== "name") params.set(KEYS.sort, sort);
  return params;
};
