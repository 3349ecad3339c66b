/** English texts of check runs on requests, as ICU MessageFormat. */
export const ENGLISH_CHECKS = {
  "checks.action": "{count, plural, one {# thing to look at} other {# things to look at}}",
  "checks.changed": "names what is changed: {names}",
  "checks.elsewhere":
    "{count, plural, one {# more finding names something} other {# more findings name something}} that not everyone here may read. Members of the project see it in Clew.",
  "checks.files": "changed these files",
  "checks.folders": "changed files in the same folders",
  "checks.footer": "This is about commit {commit}. [See it in Clew]({url})",
  "checks.functions": "changed {names} before",
  "checks.gone": "names what is removed or moved: {names}",
  "checks.left_project":
    "The member who turned reports on can no longer change the sources of this project. Turn them off and on again, so that they are written by your account.",
  "checks.likely": "Issues that it probably closes",
  "checks.likely_place": "its likely place is {path}",
  "checks.load": "{count, plural, one {# review waits} other {# reviews wait}}",
  "checks.missing": "Usually changes along, and is not changed",
  "checks.names_only":
    "Only the names of the changed files are known here, not their lines: functions and the pages that name them were not looked at.",
  "checks.no_account":
    "You have no account by which Clew can write at {host}. Connect one in your settings, and turn on writing where the provider has a permission for it; or give this source a token of your own.",
  "checks.nothing": "Nothing to report",
  "checks.nothing_about":
    "{count, plural, one {The changed file was} other {# changed files were}} compared with the history of the repository and with the pages of the project: nothing was found that is missing or becomes outdated.",
  "checks.other_account":
    "The account at the host is {account} now. Turn reports off and on again, so that they are written by it; it cannot edit the notes of the former one.",
  "checks.pages": "Pages that name what it changes",
  "checks.permission":
    "{account} has not granted the app {app} to write checks. Its owner adds the permission “Checks: read and write” in the settings of the app at the host, and the account approves it; the next change of a request is then reported.",
  "checks.quiet": "More in Clew",
  "checks.quiet_both": "Who could review it, and what it probably closes",
  "checks.reviewers": "Who could review it",
  "checks.together": "{together} of {count, plural, one {# commit} other {# commits}} to {path} changed it too",
  "checks.too_many_notes": "The request has more notes than can be looked through.",
  "checks.unavailable_about":
    "Neither Clew nor the host has what this request changes, such as after its branch was replaced or its fork was deleted. After the next push it is checked again.",
  "checks.unindexed_about":
    "The repository of this request is not indexed in its project. An Owner or Maintainer links it there, or waits for its first sync; the next push is then looked at.",
  "checks.unknown": "The code of this request is not known to Clew yet",
  "checks.unsupported":
    "Only requests at GitLab and Bitbucket, and of a source that is read by a GitHub App, can be reported on. Change the access of the source first.",
} as const;
