import { createMemoryRouter, RouterContextProvider, type RouteObject } from "react-router-dom";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { PlanName, SubscriptionStatus } from "../../contract/access/companies.ts";
import { appContext } from "../../src/routes/appContext.tsx";
import { recheckGuards } from "../../src/routes/guards/recheckGuards.ts";
import { ROUTES, type RouteName } from "../../src/routes/paths.ts";
import { appRoutes } from "../../src/routes/router.tsx";
import type { RootStore } from "../../src/stores/RootStore.ts";
import { storeEnv } from "../../src/stores/StoreEnv.ts";
import { createTestStore } from "../createTestStore.ts";
import { companyPlan, user } from "../fixtures/people.ts";

/* The guard on the app's own route table, at every spelling of each path that leads to the same route. */

// The guard reads the hash of the page that is open.
beforeAll(() => {
  vi.stubGlobal("window", { location: { pathname: "/", search: "", hash: "" } });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const UUID = "0b9c5f0e-6d1a-4c3b-9f2e-1a2b3c4d5e6f";

/** The real route table without the screens' code: the test covers which users reach which route. */
const withoutScreens = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map(({ id, path, index, middleware, handle, children }): RouteObject => {
    const own = {
      ...(id !== undefined && { id }),
      ...(middleware && { middleware }),
      handle,
      HydrateFallback: () => null,
      Component: () => null,
    };
    if (index) return { ...own, index };
    return { ...own, ...(path !== undefined && { path }), ...(children && { children: withoutScreens(children) }) };
  });
const TABLE = withoutScreens(appRoutes(async () => undefined));

interface Who {
  readonly plan?: PlanName;
  readonly status?: SubscriptionStatus;
  readonly projects?: number;
}
const signedOut = (): RootStore => createTestStore({});
const signedIn = ({ plan = "Enterprise", status = "active", projects = 1 }: Who = {}): RootStore =>
  createTestStore({
    snapshot: {
      session: { token: "t", user: user({ projects_count: projects }) },
      plan: { current: companyPlan({ plan: { name: plan }, subscription_status: status }) },
    },
  });

const routerAt = (store: RootStore, href: string) =>
  createMemoryRouter(TABLE, {
    initialEntries: [href],
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(appContext, { services: storeEnv(store).services, store });
      return context;
    },
  });
type TestRouter = ReturnType<typeof routerAt>;

const settled = (router: TestRouter): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (router.state.initialized && router.state.navigation.state === "idle") resolve();
    };
    router.subscribe(look);
    look();
  });
const idOf = (router: TestRouter): string => router.state.matches.at(-1)?.route.id ?? "none";

/** The route where a visitor ends who opens an address, at the start or by a link. */
async function endOf(store: RootStore, href: string): Promise<string> {
  const router = routerAt(store, href);
  await settled(router);
  const opened = idOf(router);
  router.dispose();
  return opened;
}

const hex = (letter: string): string => letter.charCodeAt(0).toString(16);
/** Each letter after the slash percent-encoded. */
const encoded = (path: string, write = (code: string) => code): string =>
  path.replace(/[a-z]/g, (letter) => `%${write(hex(letter))}`);

/** Spellings that react-router takes for the same route. */
const SAME: Readonly<Record<string, (path: string) => string>> = {
  "as written": (path) => path,
  capitals: (path) => path.toUpperCase(),
  "one capital": (path) => path.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
  "first letter encoded": (path) => path.replace(/[a-z]/, (letter) => `%${hex(letter)}`),
  "every letter encoded": (path) => encoded(path),
  "every letter encoded, capital digits": (path) => encoded(path, (code) => code.toUpperCase()),
  "capitals encoded": (path) => path.replace(/[a-z]/g, (letter) => `%${hex(letter.toUpperCase())}`),
  "a slash at the end": (path) => `${path}/`,
  "two slashes at the end": (path) => `${path}//`,
  "capitals, encoded, slash": (path) => `${encoded(path.slice(0, 3))}${path.slice(3).toUpperCase()}/`,
};
/** Two slashes at the start are for a browser's history alone (tests/e2e). Spellings that may lead to the route or to the unknown path, and nowhere else. */
const MAYBE: Readonly<Record<string, (path: string) => string>> = {
  "a dot segment": (path) => `/.${path}`,
  "two dot segments": (path) => `/x/..${path}`,
  "encoded dot segments": (path) => `/x/%2e%2e${path}`,
  "an encoded slash at the start": (path) => `/%2f${path.slice(1)}`,
  "an encoded slash at the end": (path) => `${path}%2f`,
  "encoded twice": (path) => path.replace(/[a-z]/, (letter) => `%25${hex(letter)}`),
  "a null character": (path) => `${path}%00`,
  "a space at the end": (path) => `${path}%20`,
};

const concrete = (name: RouteName): string =>
  (ROUTES[name as keyof typeof ROUTES] as string).replace(":slug", "atlas").replace(":id", "7");
const NAMES = Object.keys(ROUTES) as RouteName[];
const PUBLIC = ["login", "register", "forgot-password", "reset-password"];
/** Screens that open only while something is missing. */
const REQUIRED = ["subscription-required", "second-factor-required"];
const NEEDS_TOKEN = ["register", "reset-password"];

interface Case {
  readonly who: string;
  readonly store: () => RootStore;
  readonly query?: string;
  /** Where the visitor ends who opens this route. */
  readonly end: (name: RouteName) => string;
}
const stays = (name: RouteName): string => name;
const CASES: readonly Case[] = [
  {
    who: "signed out, without a token",
    store: signedOut,
    end: (name) => (PUBLIC.includes(name) && !NEEDS_TOKEN.includes(name) ? name : "login"),
  },
  {
    who: "signed out, with a token",
    store: signedOut,
    query: `?token=${UUID}`,
    end: (name) => (PUBLIC.includes(name) ? name : "login"),
  },
  {
    who: "signed in on Enterprise",
    store: () => signedIn(),
    query: `?token=${UUID}&next=/settings`,
    end: (name) => (PUBLIC.includes(name) || REQUIRED.includes(name) ? "home" : name),
  },
  {
    who: "signed in on Premium",
    store: () => signedIn({ plan: "Premium" }),
    end: (name) => (PUBLIC.includes(name) || REQUIRED.includes(name) || name === "insights" ? "home" : stays(name)),
  },
  {
    who: "signed in on Standard with a project",
    store: () => signedIn({ plan: "Standard" }),
    end: (name) =>
      PUBLIC.includes(name) || [...REQUIRED, "insights", "project-wizard"].includes(name) ? "home" : stays(name),
  },
  {
    who: "signed in on Standard without a project",
    store: () => signedIn({ plan: "Standard", projects: 0 }),
    end: (name) => (PUBLIC.includes(name) || [...REQUIRED, "insights"].includes(name) ? "home" : stays(name)),
  },
  {
    who: "expired",
    store: () => signedIn({ status: "expired" }),
    end: () => "subscription-required",
  },
];

describe.each(CASES)("$who", ({ store, query = "", end }) => {
  test.each(NAMES)("%s", async (name) => {
    const path = concrete(name);
    for (const [spelling, write] of Object.entries(SAME)) {
      if (write(path).startsWith("//")) continue; // home with a slash more; a memory history cannot hold it
      expect([spelling, await endOf(store(), write(path) + query)]).toEqual([spelling, end(name)]);
    }
    // Where an unknown path ends for this visitor: signed out at login, expired at its screen, else at itself.
    const unknown = await endOf(store(), `/no/such/path${query}`);
    for (const [spelling, write] of Object.entries(MAYBE)) {
      if (write(path).startsWith("//")) continue;
      const ended = await endOf(store(), write(path) + query);
      expect([
        spelling,
        [end(name), unknown, end("project-detail"), end("assistance")].includes(ended) && ended,
      ]).toEqual([spelling, ended]);
      expect([spelling, end(name) !== name && ended === name]).toEqual([spelling, false]);
    }
  });
});

test("a link inside the app is judged the same way as an address", async () => {
  const store = signedIn({ plan: "Standard" });
  const router = routerAt(store, "/help");
  await settled(router);
  for (const href of ["/INSIGHTS", "/%69nsights", "/Wizard/", "/LOGIN?next=/settings", "/Subscription-Required"]) {
    await router.navigate("/help");
    await router.navigate(href);
    await settled(router);
    expect([href, idOf(router)]).toEqual([href, "home"]);
  }
  router.dispose();
});

test("a plan that changes while a page is open leaves it however its path is written", async () => {
  const store = signedIn();
  const router = routerAt(store, "/%49NSIGHTS/");
  await settled(router);
  const end = recheckGuards(router, store);
  expect(idOf(router)).toBe("insights");
  store.plan.set(companyPlan({ plan: { name: "Premium" } }));
  await expect.poll(() => idOf(router)).toBe("home");
  end();
  router.dispose();
});

test("each name of a path is the id of the route that shows it; a layout shows nothing by itself", () => {
  const ids = (routes: readonly RouteObject[]): string[] =>
    routes.flatMap(({ id, path, index, children }) =>
      children ? ids(children) : path === undefined && !index ? [] : [id ?? "none"],
    );
  expect(ids(TABLE).toSorted()).toEqual([...NAMES, "unknown"].toSorted());
});
