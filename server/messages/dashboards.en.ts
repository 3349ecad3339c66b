/** English texts about dashboards, as ICU MessageFormat. */
export const ENGLISH_DASHBOARDS = {
  "dashboard.not_found": "There is no such dashboard. It may have been deleted, or is no longer shared.",
  "dashboard.no_departure": "This person has left, or knows no files.",
  "dashboard.no_company": "A dashboard belongs to a company, and your account has none.",
  "dashboard.read_only": "You may read this dashboard, and not change it. Make a copy to change.",
  "dashboard.not_owner": "Only its owner or an Admin of the company may share or delete this dashboard.",
  "dashboard.private_of_owner":
    "Only its owner can make this dashboard private. Share it with the Admins of the company alone, or delete it.",
  "dashboard.changed_since_by":
    "{name} has changed this dashboard since you opened it. Nothing of yours was saved: save it as a copy, or load the new version.",
  "dashboard.changed_since":
    "This dashboard was changed since you opened it. Nothing of yours was saved: save it as a copy, or load the new version.",
  "dashboard.too_many_own": "You have {max} dashboards. Delete one first.",
  "dashboard.too_many": "Your company has {max} dashboards. Delete one first.",
  "dashboard.no_hidden_card": "A hidden card can be moved and removed, and not added.",
  "dashboard.overlap": "This card overlaps another one. Give each card cells of its own.",
  "dashboard.beyond_grid": "This card ends beyond the last of the {columns} columns.",
  "dashboard.same_id": "Another card has the same id. Give each card an id of its own.",
  "dashboard.filter": "The list has no such filter, or the filter has no such value.",
  "dashboard.over_time": "A count over time sets these days itself. Remove this filter, or count without time.",
  "dashboard.not_a_file": "This is not an exported dashboard: “format” must be “clew-dashboard”.",
  "dashboard.file_version":
    "This file has a version of the format that cannot be read here. Export the dashboard again with this version of Clew: “version” must be 1.",
} as const;
