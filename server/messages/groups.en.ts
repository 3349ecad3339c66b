/** English texts about linked groups, as ICU MessageFormat. */
export const ENGLISH_GROUPS = {
  "group.access_lost":
    "The account or token that read this group is gone. Give it new access; until then nothing is added or removed.",
  "group.access_of_another":
    "Another person gave this group its account or token. To change what is linked, give it your own access in the same step.",
  "group.address_bitbucket":
    "Give the address of a workspace, such as https://bitbucket.org/workspace, of one of its projects, or of a project of a Data Center, such as https://bitbucket.example.org/projects/KEY.",
  "group.address_github": "Give the address of an organisation or a user, such as https://github.com/owner.",
  "group.address_gitlab": "Give the address of a group or a user, such as https://gitlab.com/group/subgroup.",
  "group.already_linked": "This project links this group already.",
  "group.empty_list":
    "The host lists no repository of {name} any more. Nothing was removed: check that its credential still reads the group.",
  "group.failed": "The group could not be compared with its host. It is tried again within an hour.",
  "group.limit": "A project can link {max} groups. Remove one first.",
  "group.many_gone":
    "The host no longer lists {count, plural, one {# source} other {# sources}} of {name}, more than half of them. None was removed: check that its credential still reads the group, and remove by hand what is gone.",
  "group.no_groups": "Groups of this provider cannot be linked. Choose another one, or link repositories one by one.",
  "group.not_found": "{host} shows no organisation, group or user “{name}”. Check the address and the access.",
  "group.not_found_here": "There is no such linked group.",
  "group.not_installed": "This installation of the app is on another account than “{name}”. Install the app on it.",
  "group.not_stored": "{name} could not be linked. The next comparison tries it again.",
  "group.pattern":
    "Write a pattern of names with letters, digits, - _ . / and at most 4 stars, such as api-* or team/**.",
  "group.too_slow":
    "The comparison was ended after {minutes, plural, one {# minute} other {# minutes}}: the host answers too slowly. Link a part of the group, such as a subgroup.",
  "group.too_large": "{name} has more than {max} repositories. Link a part of it, such as a subgroup.",
} as const;
