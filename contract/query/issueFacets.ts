/** Facets and filters of what trackers know of an issue, in their own words. `field`: a custom field, `Team=Core`. */
export const ISSUE_FACETS = [
  "status",
  "type",
  "priority",
  "component",
  "milestone",
  "version",
  "sprint",
  "resolution",
  "field",
] as const;
