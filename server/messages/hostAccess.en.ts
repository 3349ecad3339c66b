/** English texts about mirrored access, as ICU MessageFormat. */
export const ENGLISH_HOST_ACCESS = {
  "host_access.connect_first":
    "Connect your {account} account first: who may see the source at {host} is asked with the account of each member.",
  "host_access.no_answer": "{host} did not answer. Try again in a moment, or connect your {account} account again.",
  "host_access.unsupported":
    "This source cannot follow who may see it at {host}: members cannot connect an account of {host} here, or it covers more than one project or space.",
  "host_access.you_refused":
    "{host} does not show this source to your own {account} account. You would close the project for yourself.",
  "notification.access_closed": "{project} is closed for you: it follows who may see its sources at their host",
  "notification.access_opened": "{project} is open for you again",
} as const;
