import { reaction } from "mobx";
import type { RootStore } from "../../stores/RootStore.ts";
import { guardContextOf } from "./guard.ts";
import { isRouteName } from "../paths.ts";
import type { AppRouter } from "../router.tsx";
import { evaluateGuards } from "./guardRules.ts";

/**
 * Applies the guard while a page is open, too: when the user or their plan changes (it expired, or the company's plan arrived after the
 * first paint), a page without access is left. Returns a function that stops it.
 */
export function recheckGuards(router: AppRouter, store: RootStore): () => void {
  return reaction(
    () => [store.session.user, store.plan.current] as const,
    ([user, plan]) => {
      // Without both the guard itself is running, or the user is signing out.
      if (!user || !plan || !router.state.initialized || router.state.navigation.state !== "idle") return;
      const id = router.state.matches.at(-1)?.route.id ?? "";
      const { pathname, search, hash } = router.state.location;
      const verdict = evaluateGuards(guardContextOf(store), {
        route: isRouteName(id) ? id : null,
        pathname,
        search,
        hash,
      });
      if (!verdict.allow) void router.navigate(verdict.to, { replace: true });
    },
  );
}
