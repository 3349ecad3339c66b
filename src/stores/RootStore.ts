import { types, type Instance, type SnapshotIn } from "mobx-state-tree";
import { CALENDARS, STORAGE_KEYS } from "../../contract/constants.ts";
import type { Notification } from "../../contract/notices/notifications.ts";
import type { Integration } from "../../contract/access/users.ts";
import { NotificationsStoreModel, type NotificationsStore } from "./NotificationsStore.ts";
import { PlanStoreModel, type PlanStore } from "./PlanStore.ts";
import { ProgressStoreModel, type ProgressStore } from "./ProgressStore.ts";
import { PreferencesStoreModel, readPreferences, type PreferencesStore } from "./PreferencesStore.ts";
import { ConnectivityStoreModel } from "./ConnectivityStore.ts";
import { ProjectsFilterStoreModel, type ProjectsFilterStore } from "./ProjectsFilterStore.ts";
import { SessionStoreModel } from "./SessionStore.ts";
import type { StoreEnv } from "./StoreEnv.ts";
import { readTheme, ThemeStoreModel } from "./ThemeStore.ts";

interface Rest {
  readonly plan: Pick<PlanStore, "set">;
  readonly projectsFilter: Pick<ProjectsFilterStore, "reset">;
  readonly notifications: Pick<NotificationsStore, "clear">;
  readonly progress: Pick<ProgressStore, "clear">;
  readonly preferences: Pick<PreferencesStore, "closeWarning" | "forgetUse">;
}
/** Clears all user data except the session itself. */
const forgetRest = ({ plan, projectsFilter, notifications, progress, preferences }: Rest): void => {
  plan.set(null);
  projectsFilter.reset();
  notifications.clear();
  progress.clear();
  preferences.closeWarning([]);
  preferences.forgetUse();
};

/** State that outlives a screen. All other data is loaded by the loader of a route, or by a query of `src/queries`. */
export const RootStoreModel = types
  .model("RootStore", {
    session: types.optional(SessionStoreModel, { token: null, user: null }),
    plan: types.optional(PlanStoreModel, { current: null }),
    projectsFilter: types.optional(ProjectsFilterStoreModel, {}),
    notifications: types.optional(NotificationsStoreModel, { snackbar: null }),
    progress: types.optional(ProgressStoreModel, {}),
    theme: types.optional(ThemeStoreModel, {}),
    preferences: types.optional(PreferencesStoreModel, {}),
    connectivity: types.optional(ConnectivityStoreModel, {}),
  })
  .views((self) => ({
    /** Suggested integrations that are not connected; without any connected calendar, all calendars as well. Empty: no warning. */
    get missingIntegrations(): readonly Integration[] {
      const { user } = self.session;
      if (!user) return [];
      const missing = user.suggested.filter((name) => !user.providers.includes(name));
      const hasCalendar = CALENDARS.some((name) => user.providers.includes(name));
      const calendars = hasCalendar ? [] : CALENDARS.filter((name) => !missing.includes(name));
      return [...missing, ...calendars];
    },
  }))
  .views((self) => ({
    get hasIntegrationWarning(): boolean {
      const { warningClosedFor } = self.preferences;
      return self.missingIntegrations.some((name) => !warningClosedFor.includes(name));
    },
    /** Standard allows one project. */
    get canCreateProject(): boolean {
      return !(self.plan.isStandard && (self.session.user?.projects_count ?? 0) > 0);
    },
  }))
  .actions((self) => ({
    /** A message of the socket. */
    receive(message: Notification) {
      if (!self.progress.receive(message)) self.notifications.push(message);
    },
    /** Clears all data of a user before the next one. */
    forgetUser() {
      self.session.clear();
      forgetRest(self);
    },
    /** Another tab has signed out (null) or in: the previous user's data is cleared here as well. */
    followUser(token: string | null) {
      self.session.follow(token);
      forgetRest(self);
    },
  }));

export interface RootStore extends Instance<typeof RootStoreModel> {}
export type RootSnapshotIn = SnapshotIn<typeof RootStoreModel>;

/**
 * Creates a separate root for the app, for each test and for each story. Token, theme and preferences come from the storage unless the
 * snapshot has them.
 */
export function createRootStore(env: StoreEnv, snapshot: RootSnapshotIn = {}): RootStore {
  return RootStoreModel.create(
    {
      session: { token: env.storage.getItem(STORAGE_KEYS.authToken), user: null },
      theme: { value: readTheme(env.storage) },
      preferences: readPreferences(env.storage),
      ...snapshot,
    },
    env,
  );
}
