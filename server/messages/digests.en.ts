/** English texts of the openings of digests, as ICU MessageFormat. */
export const ENGLISH_DIGESTS = {
  "digest.scope": "{projects, plural, one {All of this is in {project}.} other {This is from # projects.}}",
  "digest.changed": "{count, plural, one {# thing} other {# things}} changed.",
  "digest.asked": "{count, plural, one {# thing waits} other {# things wait}} for you.",
  "digest.risks": "{count, plural, one {# thing needs} other {# things need}} attention.",
  "digest.closed":
    "You closed {closed_more, select, yes {at least } other {}}{closed, plural, one {# issue} other {# issues}}.",
  "digest.reviewed":
    "You reviewed {reviewed_more, select, yes {at least } other {}}{reviewed, plural, one {# request} other {# requests}}.",
  "digest.closed_reviewed":
    "You closed {closed_more, select, yes {at least } other {}}{closed, plural, one {# issue} other {# issues}} and reviewed {reviewed_more, select, yes {at least } other {}}{reviewed, plural, one {# request} other {# requests}}.",
  "digest.news":
    "{news_more, select, yes {At least } other {}}{news, plural, one {# new thing concerns} other {# new things concern}} you.",
  "digest.requests":
    "{requests_more, select, yes {At least } other {}}{requests, plural, one {# request waits} other {# requests wait}} for you.",
  "digest.issues":
    "{issues_more, select, yes {At least } other {}}{issues, plural, one {# issue waits} other {# issues wait}} for you.",
  "digest.requests_issues":
    "{requests_more, select, yes {At least } other {}}{requests, plural, one {# request} other {# requests}} and {issues_more, select, yes {at least } other {}}{issues, plural, one {# issue} other {# issues}} wait for you.",
  "digest.stale":
    "{count, plural, one {# of the requests has} other {# of the requests have}} not changed for more than a week.",
  "digest.by_model":
    "The sentences at the top were worded by {model}, the language model of your company. Their numbers and names were compared with the data of this email.",
} as const;
