/** English texts about code: files, revisions, folders of a repository and uploaded SCIP indexes. */
export const ENGLISH_CODE = {
  "code.no_file":
    "The revision has no file at this path: nothing, a folder, a link or a submodule. Open the path on the code page.",
  "code.no_revision":
    "The repository has no branch, tag or commit of this name that was read. Choose one on the code page.",
  "code.too_large": "This file is larger than {max} MB. Open it at its host, or read it with git.",
  "code.unread": "This server has no copy of the repository to read this from.",
  "code.file_not_found": "The code has no such file. Reload the page.",
  "folders.absolute":
    "“{folder}” is an absolute path: write folders from the root of the repository, such as services/pay.",
  "folders.backslash": "“{folder}” has a backslash: separate the parts of a path with /.",
  "folders.dots": "“{folder}” has . or .. in it: write the whole path from the root of the repository.",
  "folders.empty_segment": "“{folder}” has an empty part: write it without a slash at the end and without //.",
  "folders.missing":
    "{count, plural, one {The branch {branch} has no folder {folders}.} other {The branch {branch} does not have these folders: {folders}.}} Upper and lower case must match.",
  "folders.nested": "“{folder}” is inside of “{outer}”, which is chosen as well.",
  "folders.repositories_only": "Only a repository can be limited to folders.",
  "folders.too_long": "“{folder}” has more than {max} characters.",
  "folders.too_many": "At most {max} folders can be chosen.",
  "folders.unprintable": "A folder has characters that no path can have here.",
  "scip.cut_off": "The index is cut off: a part of it ends after the file. Create it again.",
  "scip.empty": "The file is empty.",
  "scip.limit": "The index has more than {most, number} {unit}.",
  "scip.limit_documents": "documents",
  "scip.limit_occurrences": "occurrences",
  "scip.limit_symbols": "symbols",
  "scip.limit_bases": "relationships of one symbol",
  "scip.limit_bytes": "bytes in one text",
  "scip.limit_megabytes": "MB when it is unpacked",
  "scip.not_scip": "This is no SCIP index.",
  "scip.packed": "The file begins like gzip and cannot be unpacked.",
  "scip.path": "A document of the index has a path that is not inside of the repository: {path}",
  "scip.quota":
    "The index needs {needed} MB. The company uses {used} MB of the {quota} MB that it may. Remove an uploaded index or a source first.",
  "scip.none": "No index was uploaded for this repository.",
  "scip.revision": "The repository has no commit {revision} that was read. Sync it, then upload the index again.",
  "scip.path_length":
    "A document of the index has a path of more than {most, number} bytes, which is the limit. It begins with: {path}",
  "scip.twice": "The index has two documents for {path}.",
} as const;
