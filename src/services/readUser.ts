import type { Company, CompanyPlan } from "../../contract/access/companies.ts";
import {
  COMPANY_ROLES,
  FIRST_STEPS,
  INTEGRATIONS,
  LANGUAGES,
  PLAN_NAMES,
  SUBSCRIPTION_STATUSES,
} from "../../contract/constants.ts";
import type {
  Dashboard,
  DashboardIssue,
  FirstSteps,
  Integration,
  Language,
  User,
} from "../../contract/access/users.ts";
import { asNumber, parseList, asString, asStringOrNull, asEnum } from "./parseResponse.ts";
import { isRecord } from "../domain/isRecord.ts";
import { readIssueCard, readProject } from "./readProject.ts";

/** The value for a field that a host omits. */
const UNKNOWN = "";

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

/** Aliases that hosts use for the six integrations. */
const ALSO_CALLED: Readonly<Record<string, Integration>> = {
  google: "google_calendar",
  gcal: "google_calendar",
  outlook: "outlook_calendar",
  microsoft: "outlook_calendar",
};

/** One entry of `providers` or `suggested`: a name, or an object with a name. One that is marked as not connected is skipped. */
function readIntegration(entry: unknown): Integration | null {
  if (isRecord(entry) && entry["connected"] === false) return null;
  const name = isRecord(entry)
    ? asString(entry["provider"]) || asString(entry["name"]) || asString(entry["id"])
    : asString(entry);
  if (name === "") return null;
  const integration = INTEGRATIONS.find((candidate) => plain(candidate) === plain(name)) ?? ALSO_CALLED[plain(name)];
  return integration ?? asEnum(name, INTEGRATIONS, "github");
}

/** Suggestions: `providers` says whether they are connected. */
const readSuggestion = (entry: unknown): Integration | null =>
  readIntegration(isRecord(entry) ? { ...entry, connected: true } : entry);

/** Undefined for a percentage, and for an amount in the form of another host. */
const readAmount = (answer: unknown): CompanyPlan["discounts"][number]["amount"] =>
  isRecord(answer) && typeof answer["cents"] === "number" && typeof answer["currency"] === "string"
    ? { cents: answer["cents"], currency: answer["currency"] }
    : undefined;

/** The end of a trial that a host has sent; null for what is none. */
function readTrial(sent: unknown): CompanyPlan["trial"] {
  if (!isRecord(sent)) return null;
  const ends = asStringOrNull(sent["ends_at"]);
  if (ends === null || Number.isNaN(Date.parse(ends))) return null;
  const returns = PLAN_NAMES.find((name) => name === sent["returns_to"]);
  return { ends_at: ends, returns_to: returns ?? null };
}

/**
 * The plan of a company: an object as in the specification, or the name alone. A missing status or name is an empty text, which restricts
 * nothing.
 */
export function readPlan(answer: unknown): CompanyPlan | null {
  const fields = Array.isArray(answer) ? (answer as unknown[])[0] : answer;
  if (typeof fields === "string" && fields !== "") return readPlan({ plan: { name: fields } });
  if (!isRecord(fields)) return null;
  const { plan } = fields;
  const name = isRecord(plan) ? plan["name"] : (plan ?? fields["name"]);
  const days = asNumber(fields["days_until_trial_end"], null);
  return {
    ...fields,
    plan: {
      ...(isRecord(plan) && plan),
      name: asEnum(name, [...PLAN_NAMES, UNKNOWN], UNKNOWN) as CompanyPlan["plan"]["name"],
    },
    subscription_status: asEnum(
      fields["subscription_status"],
      [...SUBSCRIPTION_STATUSES, UNKNOWN],
      UNKNOWN,
    ) as CompanyPlan["subscription_status"],
    days_until_trial_end: days === null ? null : Math.floor(days),
    ...("trial" in fields && { trial: readTrial(fields["trial"]) }),
    discounts: parseList(fields["discounts"], (entry) =>
      isRecord(entry)
        ? {
            ...entry,
            name: asString(entry["name"]),
            percent: asNumber(entry["percent"], 0),
            ends_at: asStringOrNull(entry["ends_at"]),
            amount: readAmount(entry["amount"]),
          }
        : null,
    ),
  };
}
export function readCompany(answer: unknown): Company | null {
  if (!isRecord(answer)) return null;
  const id = asString(answer["id"]);
  if (id === "") return null;
  const { time_zone: zone, ...rest } = answer;
  return {
    ...rest,
    id,
    name: asString(answer["name"]),
    role: asEnum(answer["role"], COMPANY_ROLES, "Member"),
    ...(typeof zone === "string" && zone !== "" && { time_zone: zone }),
  };
}

/** The signed-in user. `language` is the page's: it is used for a host that stores none. */
export const readUser =
  (language: () => Language) =>
  (answer: unknown): User | null => {
    if (!isRecord(answer)) return null;
    const email = asString(answer["email"]);
    const { lacks_required_factor: lacksFactor, signs_out_at: signsOutAt, ...rest } = answer;
    return {
      ...rest,
      ...(lacksFactor === true && { lacks_required_factor: true }),
      ...(typeof signsOutAt === "string" && { signs_out_at: signsOutAt }),
      id: asString(answer["id"]) || email,
      name: asString(answer["name"]) || email,
      email,
      language: LANGUAGES.find((candidate) => candidate === asString(answer["language"]).toUpperCase()) ?? language(),
      company: readCompany(answer["company"]),
      company_plan: readPlan(answer["company_plan"]),
      projects_count: asNumber(answer["projects_count"], 0),
      providers: parseList(answer["providers"], readIntegration),
      suggested: parseList(answer["suggested"], readSuggestion),
    };
  };

/** Where a host omits the project's name, its slug is shown. */
function readDashboardIssue(answer: unknown): DashboardIssue | null {
  const card = readIssueCard(answer);
  const name = card && isRecord(answer) ? asString(answer["project_name"]) : "";
  return card && { ...card, project_name: name || card.project };
}

/** Undefined where nothing is left, and on a host without them. */
function readFirstSteps(answer: unknown): FirstSteps | undefined {
  const steps = parseList(answer, (step) => {
    const name = isRecord(step) ? FIRST_STEPS.find((candidate) => candidate === step["name"]) : undefined;
    return name && isRecord(step) ? { name, done: step["done"] === true } : null;
  });
  return steps.length === 0 ? undefined : steps;
}

/** The data of home. */
export const readDashboard = (answer: unknown): Dashboard | null =>
  isRecord(answer)
    ? {
        ...answer,
        issues: parseList(answer["issues"], readDashboardIssue),
        recent_projects: parseList(answer["recent_projects"], readProject),
        first_steps: readFirstSteps(answer["first_steps"]),
      }
    : null;
