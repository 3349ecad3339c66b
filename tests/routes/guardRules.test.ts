import { matchRoutes } from "react-router-dom";
import { describe, expect, test } from "vitest";
import type { PlanName, SubscriptionStatus } from "../../contract/access/companies.ts";
import { routeOf, ROUTES } from "../../src/routes/paths.ts";
import { afterLogin, evaluateGuards, localPath, type GuardContext } from "../../src/routes/guards/guardRules.ts";

const UUID = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";
const signedOut: GuardContext = { isSignedIn: false, user: null, plan: null };
const signedIn = ({
  plan = "Premium",
  status = "active",
  projects = 0,
}: { plan?: PlanName; status?: SubscriptionStatus; projects?: number } = {}): GuardContext => ({
  isSignedIn: true,
  user: { projects_count: projects },
  plan: { plan: { name: plan }, subscription_status: status },
});

const PATTERNS = Object.values(ROUTES).map((path) => ({ path }));
const ALLOWED = "allowed";
const go = (visitor: GuardContext, href: string): string => {
  const { pathname, search, hash } = new URL(href, "http://x.invalid");
  const [match] = matchRoutes(PATTERNS, pathname) ?? [];
  const verdict = evaluateGuards(visitor, { route: routeOf(match?.route.path ?? ""), pathname, search, hash });
  return verdict.allow ? ALLOWED : verdict.to;
};

describe("the navigation rules (specification, section 2)", () => {
  const expired = signedIn({ status: "expired" });
  const lacksFactor: GuardContext = { ...signedIn(), user: { projects_count: 0, lacks_required_factor: true } };
  test.each<[string, GuardContext, string, string]>([
    ["signed out: home", signedOut, "/", "/login"],
    [
      "signed out: a screen, with the way back",
      signedOut,
      "/projects/atlas/search?q=a%20b",
      "/login?next=%2Fprojects%2Fatlas%2Fsearch%3Fq%3Da%2520b",
    ],
    [
      "signed out: lines of a file",
      signedOut,
      "/projects/atlas/code/atlas/-/a.ts?rev=main#L12-L20",
      "/login?next=%2Fprojects%2Fatlas%2Fcode%2Fatlas%2F-%2Fa.ts%3Frev%3Dmain%23L12-L20",
    ],
    ["signed out: a link of a chat", signedOut, "/act?link=ab_c-1", "/login?next=%2Fact%3Flink%3Dab_c-1"],
    ["signed out: an unknown path", signedOut, "/nowhere", "/login?next=%2Fnowhere"],
    ["signed out: not found", signedOut, "/404", "/login?next=%2F404"],
    ["signed out: subscription-required", signedOut, "/subscription-required", "/login?next=%2Fsubscription-required"],
    ["signed out: login", signedOut, "/login", ALLOWED],
    ["signed out: login with a slash", signedOut, "/login/", ALLOWED],
    ["signed out: forgot-password is public", signedOut, "/forgot-password", ALLOWED],
    ["signed out: register with a token", signedOut, `/register?token=${UUID}`, ALLOWED],
    ["signed out: register with a token in capitals", signedOut, `/register?token=${UUID.toUpperCase()}`, ALLOWED],
    ["signed out: register without a token", signedOut, "/register", "/login"],
    [
      "signed out: register with a token of version 1",
      signedOut,
      "/register?token=0b9c5f0e-6d1a-1c3b-9f2e-1a2b3c4d5e6f",
      "/login",
    ],
    [
      "signed out: register with a token of another variant",
      signedOut,
      "/register?token=0b9c5f0e-6d1a-4c3b-cf2e-1a2b3c4d5e6f",
      "/login",
    ],
    ["signed out: register with more than a token", signedOut, `/register?token=${UUID}0`, "/login"],
    ["signed out: reset-password with a token", signedOut, `/reset-password?token=${UUID}`, ALLOWED],
    ["signed out: reset-password without a token", signedOut, "/reset-password?token=", "/login"],

    ["signed in: login", signedIn(), "/login", "/"],
    ["signed in: login with a way back", signedIn(), "/login?next=%2Fsettings", "/"],
    ["signed in: register", signedIn(), `/register?token=${UUID}`, "/"],
    ["signed in: register without a token", signedIn(), "/register", "/"],
    ["signed in: reset-password", signedIn(), "/reset-password", "/"],
    ["signed in: home", signedIn(), "/", ALLOWED],
    ["signed in: an unknown path shows not found", signedIn(), "/nowhere", ALLOWED],
    [
      "signed in, user and plan unknown: nothing is forbidden",
      { isSignedIn: true, user: null, plan: null },
      "/insights",
      ALLOWED,
    ],

    ["a required factor is missing: home", lacksFactor, "/", "/second-factor-required"],
    ["a required factor is missing: settings", lacksFactor, "/settings/password", "/second-factor-required"],
    ["a required factor is missing: its set-up", lacksFactor, "/second-factor-required", ALLOWED],
    ["signed in: the set-up of a required factor", signedIn(), "/second-factor-required", "/"],
    [
      "signed out: the set-up of a required factor",
      signedOut,
      "/second-factor-required",
      "/login?next=%2Fsecond-factor-required",
    ],
    [
      "expired, and a required factor is missing",
      { ...expired, user: lacksFactor.user },
      "/",
      "/subscription-required",
    ],
    [
      "expired, and a required factor is missing: there",
      { ...expired, user: lacksFactor.user },
      "/subscription-required",
      ALLOWED,
    ],
    ["expired: home", expired, "/", "/subscription-required"],
    ["expired: a project", expired, "/projects/atlas", "/subscription-required"],
    ["expired: support", expired, "/support", "/subscription-required"],
    ["expired: subscription-required", expired, "/subscription-required", ALLOWED],
    ["trial: subscription-required", signedIn({ status: "trial" }), "/subscription-required", "/"],
    ["canceled is not expired", signedIn({ status: "canceled" }), "/projects", ALLOWED],

    ["Standard without a project: wizard", signedIn({ plan: "Standard" }), "/wizard", ALLOWED],
    ["Standard with a project: wizard", signedIn({ plan: "Standard", projects: 1 }), "/wizard", "/"],
    ["Standard with a project: its project", signedIn({ plan: "Standard", projects: 1 }), "/projects/atlas", ALLOWED],
    ["Premium with projects: wizard", signedIn({ projects: 9 }), "/wizard", ALLOWED],

    ["Standard: insights", signedIn({ plan: "Standard" }), "/insights", "/"],
    ["Premium: insights", signedIn(), "/insights", "/"],
    ["Enterprise: insights", signedIn({ plan: "Enterprise" }), "/insights", ALLOWED],
  ])("%s", (_name, visitor, href, expected) => {
    expect(go(visitor, href)).toBe(expected);
  });

  test("every redirect ends at a place where the visitor may be", () => {
    const visitors = [
      signedOut,
      signedIn(),
      expired,
      signedIn({ plan: "Standard", projects: 1 }),
      signedIn({ plan: "Enterprise" }),
    ];
    const places = [
      "/",
      "/login",
      "/login?next=%2Fwizard",
      "/register",
      "/wizard",
      "/insights",
      "/subscription-required",
      "/x",
    ];
    for (const visitor of visitors) {
      for (const place of places) {
        let href = place;
        let steps = 0;
        while (go(visitor, href) !== ALLOWED && steps < 4) {
          href = go(visitor, href);
          steps += 1;
        }
        expect([place, go(visitor, href)]).toEqual([place, ALLOWED]);
      }
    }
  });
});

describe("where a person goes after signing in", () => {
  test.each([
    ["/projects/atlas/search#top", "/projects/atlas/search#top"],
    ["//evil.example", null],
    ["/\\evil.example", null],
    ["/\t/evil.example", null],
    ["//[", null],
    ["https://evil.example/", null],
    ["javascript:alert(1)", null],
    ["projects", null],
    ["", null],
    [null, null],
  ])("next=%s", (next, expected) => {
    expect(localPath(next)).toBe(expected);
  });

  test("an address of this app, with its query; else home", () => {
    expect(afterLogin("?next=%2Fprojects%2Fatlas%2Fsearch%3Fq%3Da")).toBe("/projects/atlas/search?q=a");
    expect(afterLogin("?next=%2F%2Fevil.example")).toBe("/");
    expect(afterLogin("")).toBe("/");
  });
});
