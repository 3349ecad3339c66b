/** English texts about custom sources and what is imported into them, as ICU MessageFormat. */
export const ENGLISH_IMPORTS = {
  "import.control_character": "Remove line breaks and invisible characters.",
  "import.web_address": "Give an address that starts with https:// or http://, without a user name.",
  "import.time": "Give a time between 1970 and 2100, such as 2026-11-28T09:30:00Z.",
  "import.link_template":
    "Give the web address of an item with {id} or {key} after the host, such as https://tracker.example.org/issues/{id}.",
  "import.pages_apart": "Pages need a source of their own: create one for issues and requests, and one for pages.",
  "import.not_held": "This source does not hold items of the kind “{kind}”. It was created for: {kinds}.",
  "import.twice": "The batch has this item twice. Send each item once in a batch.",
  "import.key_taken": "The item “{id}” has the key “{key}” already. Keys are unique within a source.",
  "import.depth":
    "The page “{id}” is below itself, or more than {max} levels deep. Correct its parent, and send the batch again.",
  "import.wrong_cursor":
    "Another importer has sent a batch meanwhile. Read the cursor of the source and continue from there.",
  "import.wrong_run": "This run has ended, or another one has begun since. Begin a new run to delete what is gone.",
  "import.run_count":
    "You report {sent} items of this run, and {seen} arrived. Nothing was deleted. Send what is missing, then end the run.",
  "import.run_deletes":
    "Ending this run would delete {gone} of {all} items. Nothing was deleted. If that is right, end it with allow_many.",
  "import.items": "A source can hold {max} items. Delete some, or create another source.",
  "import.bytes": "The items of a source can take {max} MB. Delete some, or create another source.",
  "import.quota":
    "There is not enough disk space for your company: {used} MB of {quota} MB are in use. Ask your administrator for more.",
  "import.rate": "A source takes {max} batches a minute. Wait a moment, then continue.",
  "import.not_custom": "This source is not a custom source: its items are read from its host.",
  "import.no_access": "A custom source has no access to change: its items are sent with import tokens.",
  "import.no_address": "A custom source is created by its own call, not by an address.",
  "import.item_gone": "The item was deleted by the importer.",
  "import.tokens": "This source has {max} import tokens already. Revoke one first.",
  "import.token_wrong": "This import token is wrong or revoked. Create a new one in the list of sources.",
  "import.token_only": "An import token only imports into its own source.",
} as const;
