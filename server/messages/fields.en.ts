/** English texts about custom fields of trackers, as ICU MessageFormat. */
export const ENGLISH_FIELDS = {
  "issue.unread_field": "No tracker of this project reads the field “{field}”. These are read: {known}.",
  "issue.no_read_fields": "No tracker of this project reads the field “{field}”, or any other custom field.",
  "source.projects_permission":
    "Projects of {host} cannot be read with this access. It needs a token with the scope “read:project”, or a fine-grained one with the organisation permission “Projects: read”.",
  "source.projects_refused": "{host} did not list the projects of the repository.",
  "note.many_project_items":
    "The projects have more items than this server reads in one sync. Fields of some issues are missing.",
  "source.no_custom_fields": "{name} has no custom fields that can be read. Leave the list empty.",
  "source.unknown_field_near": "There is no field “{field}”. Did you mean “{nearest}”?",
  "source.unknown_field": "There is no field “{field}”. These can be read: {known}.",
} as const;
