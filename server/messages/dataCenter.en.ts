/** English texts about hosts on servers of their users, as ICU MessageFormat. */
export const ENGLISH_DATA_CENTER = {
  "host.not_data_center":
    "{host} is not a Bitbucket Data Center: asked what it is, it answers {seen}. Check the address.",
  "host.version_unsupported":
    "{host} is {product} {version}, which is too old to be read. The oldest version that is read is {oldest}.",
  "note.host_version": "The host is {product} {version}.",
  "note.repository_read_only": "This repository is archived: it does not change any more.",
  "source.personal_token_version":
    "{host} is {product} {version}, which has no personal access tokens. Give a user name, and its password as the token.",
} as const;
