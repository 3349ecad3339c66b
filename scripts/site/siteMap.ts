/** Which pages the documentation site has, in their order. Each page shows a document of the repository, some of its sections, or a generated text. */
import { apiPages } from "./apiPages.ts";
import { commandsPage } from "./commandsPage.ts";
import { metricsPage } from "./metricsPage.ts";
import type { GroupPlan, PagePlan } from "./PagePlan.ts";

const guide = (path: string): PagePlan => ({ path, source: `docs/guide/${path}.md` });
const operating = (path: string, ...sections: string[]): PagePlan => ({ path, source: "docs/OPERATING.md", sections });

const START: GroupPlan = {
  title: "Start",
  pages: [guide("index"), guide("tour"), guide("first-steps"), guide("faq"), guide("comparison")],
};
const INSTALL: GroupPlan = {
  title: "Install",
  pages: [
    guide("install"),
    operating("install/package", "the-package"),
    operating("install/debian", "the-debian-package"),
    operating("install/containers", "the-image-and-compose"),
    operating("install/kubernetes", "kubernetes"),
    operating("install/machine", "what-the-machine-needs"),
    operating("install/check", "checking-a-configuration"),
  ],
};
const CONNECT: GroupPlan = {
  title: "Connect",
  pages: [
    guide("connect/sources"),
    guide("connect/github"),
    guide("connect/gitlab"),
    guide("connect/bitbucket"),
    guide("connect/git"),
    guide("connect/jira"),
    guide("connect/confluence"),
    { path: "connect/custom", title: "Custom sources", source: "docs/IMPORTING.md" },
    operating("connect/accounts", "connecting-accounts"),
    operating("connect/writing", "writing-to-trackers"),
    operating("connect/data-center", "jira-confluence-and-bitbucket-data-center"),
    operating("connect/webhooks", "webhooks"),
    operating("connect/restricted", "items-that-a-host-restricts"),
  ],
};
const concepts = (): GroupPlan => ({
  title: "Concepts",
  pages: [
    guide("concepts/search"),
    guide("concepts/localization"),
    guide("concepts/experts"),
    guide("concepts/insights"),
    { path: "concepts/dashboards", source: "docs/DASHBOARDS.md" },
    { path: "concepts/ask", source: "docs/ASK.md" },
    { path: "concepts/own-metrics", source: "docs/METRICS.md" },
    { path: "concepts/export", source: "docs/EXPORT.md" },
    { path: "concepts/rules", source: "docs/RULES.md" },
    { path: "concepts/metrics", source: { markdown: metricsPage() } },
    { path: "concepts/weights", source: "docs/weights.md" },
    { path: "concepts/glossary", source: "docs/GLOSSARY.md" },
  ],
});
const interfaces = (): GroupPlan => ({
  title: "Interfaces",
  pages: [
    { path: "cli/index", title: "Command line", source: "docs/CLI.md" },
    { path: "cli/commands", source: { markdown: commandsPage() } },
    { path: "mcp", title: "Agents (MCP)", source: "docs/MCP.md" },
    { path: "editors/index", title: "Editors", source: "docs/EDITORS.md" },
    { path: "editors/vscode", title: "VS Code", source: "extensions/vscode/README.md" },
    { path: "api/index", title: "API", source: "docs/API.md" },
    ...apiPages(),
  ],
});
const OPERATE: GroupPlan = {
  title: "Operate",
  pages: [
    operating("operate/settings", "settings"),
    operating("operate/watching", "health", "watching"),
    operating("operate/alerts", "alerts"),
    operating("operate/backup", "backup"),
    operating("operate/upgrading", "stopping-upgrading-going-back"),
    operating("operate/failures", "when-something-fails"),
    operating("operate/commands", "the-operators-commands"),
    operating("operate/single-sign-on", "single-sign-on"),
    { path: "operate/directory", title: "Directory (SCIM)", source: "docs/DIRECTORY.md" },
    operating("operate/machines", "more-than-one-machine"),
    operating("operate/limits", "engine-threads", "limits"),
    { path: "operate/more", title: "More for operators", source: "docs/OPERATING.md" },
    { path: "operate/scaling", source: "docs/SCALING.md" },
    { path: "operate/load", title: "Load, measured", source: "docs/load-measured.md" },
  ],
};
const SECURITY: GroupPlan = {
  title: "Security",
  pages: [
    guide("security"),
    { path: "security/report", title: "Reporting a vulnerability", source: "SECURITY.md" },
    { path: "security/threat-model", source: "docs/THREAT-MODEL.md" },
    { path: "security/licences", source: "docs/LICENCES.md" },
  ],
};
const PROJECT: GroupPlan = {
  title: "Project",
  pages: [
    { path: "project/changelog", source: "CHANGELOG.md" },
    { path: "project/contributing", source: "CONTRIBUTING.md" },
    { path: "project/architecture", source: "docs/ARCHITECTURE.md" },
    { path: "project/decisions", title: "Decisions", source: "docs/adr/README.md" },
    { path: "project/engines", title: "Engines, measured", source: "docs/engines-measured.md" },
  ],
};

export const siteMap = (): readonly GroupPlan[] => [
  START,
  INSTALL,
  CONNECT,
  concepts(),
  interfaces(),
  OPERATE,
  SECURITY,
  PROJECT,
];

/** The documents of the site by their paths in the repository, in the order in which they are read. Generated pages have none. */
export const documentsOf = (groups: readonly GroupPlan[]): string[] => [
  ...new Set(
    groups.flatMap(({ pages }) => pages.flatMap(({ source }) => (typeof source === "string" ? [source] : []))),
  ),
];
