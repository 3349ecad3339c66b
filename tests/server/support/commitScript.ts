/**
 * Stages everything, commits it with the arguments that follow and prints the hash: `sh -c COMMIT_SCRIPT sh --message …`. One process for three,
 * because the worker of the tests is large and each fork copies its page tables.
 */
export const COMMIT_SCRIPT = 'git add --all && git commit --quiet --allow-empty "$@" && git rev-parse HEAD';
