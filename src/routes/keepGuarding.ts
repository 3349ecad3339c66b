import { reaction } from "mobx";
import type { RootStore } from "../stores/RootStore.ts";
import { visitorOf } from "./guard.ts";
import { isRouteName } from "./paths.ts";
import type { AppRouter } from "./router.tsx";
import { judge } from "./rules.ts";

/**
 * The rules of navigation hold while a page is open, too: when a person or their plan turns out otherwise (it expired, the company's word
 * came after the first paint), the page that is not theirs any more is left. Returns what ends it.
 */
export function keepGuarding(router: AppRouter, store: RootStore): () => void {
  return reaction(
    () => [store.session.user, store.plan.current] as const,
    ([user, plan]) => {
      // Without both the guard itself is running, or the user is signing out.
      if (!user || !plan || !router.state.initialized || router.state.navigation.state !== "idle") return;
      const id = router.state.matches.at(-1)?.route.id ?? "";
      const { pathname, search } = router.state.location;
      const verdict = judge(visitorOf(store), { route: isRouteName(id) ? id : null, pathname, search });
      if (!verdict.allow) void router.navigate(verdict.to, { replace: true });
    },
  );
}
