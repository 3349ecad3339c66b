/**
 * Detects bots by name and address: one rule for accounts at hosts, authors of commits, and authors of pages. A host's own statement has
 * precedence.
 */

/** Bots whose names do not say so. */
const KNOWN = new Set(
  (
    "dependabot dependabot-preview renovate renovatebot greenkeeper greenkeeperio github-actions actions-user web-flow github " +
    "pre-commit-ci codecov codecov-io snyk snyk-bot semantic-release-bot travis travis-ci circleci weblate mergify bors homu " +
    "allcontributors imgbot whitesource pyup-bot deepsource-autofix depfu restyled-commits crowdin transifex netlify vercel " +
    "google-cla googlebot gitlab-bot gitter-badger codetriage-readme-bot bot autofix-ci copybara copybara-service " +
    "tc-build-agent spring-builds buildmaster spring-operator jenkins k8s-ci-robot hashibot claude copilot cursoragent"
  ).split(" "),
);
/** Some of them are also names of people: such a name counts only if the address agrees. */
const ALSO_HUMAN_NAMES = new Set(["travis", "claude", "jenkins"]);
const BOT_ADDRESS = /travis-ci|anthropic|jenkins|\+claude@users\.noreply/;
/** Suffixes of bot names that say where the bot runs. */
const FAMILIES =
  /^(?:dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|snyk|codecov|web-flow|gitlab-bot|mergify|semantic-release|allcontributors|imgbot|pyup|whitesource|sonarcloud)\b/;
/** GitLab's users for the tokens of a project or group. */
const TOKEN_USER = /^(?:project|group)_\d+_bot/;
/** A shared address that hosts or programs use for all users. */
const SHARED_ADDRESS = /^(noreply@github\.com|noreply@anthropic\.com|support@github\.com|actions@github\.com)$/;

/**
 * True for a program that commits or writes by itself.
 * @param name a login or a display name
 */
export function isBotAccount(name: string, email = ""): boolean {
  const plain = name.trim().toLowerCase();
  const address = email.toLowerCase();
  return (
    /\[bot\]/.test(plain) ||
    /\[bot\]@/.test(address) ||
    SHARED_ADDRESS.test(address) ||
    /(?:^|[\s_.-])(?:bot|robot)$/.test(plain) ||
    (/[a-z]bot$/.test(plain.split(/\s/)[0] ?? "") && plain.includes("-")) ||
    (KNOWN.has(plain.replaceAll(/\s+/g, "-")) && (!ALSO_HUMAN_NAMES.has(plain) || BOT_ADDRESS.test(address))) ||
    plain.startsWith("hc-github-team-") ||
    FAMILIES.test(plain) ||
    TOKEN_USER.test(plain)
  );
}
