/** Accounts that a program acts under, told by how hosts and people name them. */
const BOT =
  /\[bot\]$|(?:^|[-_.])bot$|^(?:project|group)_\d+_bot|^(?:dependabot|renovate|greenkeeper|snyk|codecov|ghost-?bot|github-actions|web-flow|gitlab-bot|mergify|semantic-release|allcontributors|imgbot|pyup|whitesource|sonarcloud|automation)\b/i;

/** Whether a login or a name is that of a program. */
export const isBotName = (name: string): boolean => BOT.test(name.trim());
