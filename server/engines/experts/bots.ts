/** Accounts that are programs though nothing in their name says so. */
const KNOWN = new Set(
  (
    "dependabot dependabot-preview renovate renovatebot greenkeeper greenkeeperio github-actions actions-user web-flow github " +
    "pre-commit-ci codecov codecov-io snyk snyk-bot semantic-release-bot travis travis-ci circleci weblate mergify bors homu " +
    "allcontributors imgbot whitesource pyup-bot deepsource-autofix depfu restyled-commits crowdin transifex netlify vercel " +
    "google-cla googlebot gitlab-bot gitter-badger codetriage-readme-bot bot autofix-ci copybara copybara-service " +
    "tc-build-agent spring-builds buildmaster spring-operator jenkins k8s-ci-robot hashibot claude copilot cursoragent"
  ).split(" "),
);
/** Some of them are also what people are called: such a name says nothing unless the address says the same. */
const ALSO_PEOPLE = new Set(["travis", "claude", "jenkins"]);
const PROGRAM_ADDRESS = /travis-ci|anthropic|jenkins|\+claude@users\.noreply/;
/** An address that hosts or agents put in for everybody. */
const NOBODY = /^(noreply@github\.com|noreply@anthropic\.com|support@github\.com|actions@github\.com)$/;

/** True for a program that commits or writes by itself. `login` may be a login or a shown name. */
export function isBot(login: string, email: string): boolean {
  const name = login.trim().toLowerCase();
  const mail = email.toLowerCase();
  return (
    /\[bot\]/.test(name) ||
    /\[bot\]@/.test(mail) ||
    NOBODY.test(mail) ||
    /(^|[\s_-])(bot|robot)$/.test(name) ||
    (/[a-z]bot$/.test(name.split(/\s/)[0] ?? "") && /-/.test(name)) ||
    (KNOWN.has(name.replaceAll(/\s+/g, "-")) && (!ALSO_PEOPLE.has(name) || PROGRAM_ADDRESS.test(mail))) ||
    name.startsWith("hc-github-team-") ||
    /^(dependabot|renovate|greenkeeper|github-actions|pre-commit-ci)\b/.test(name)
  );
}
