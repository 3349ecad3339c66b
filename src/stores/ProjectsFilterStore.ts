import { types, type Instance } from "mobx-state-tree";
import { PROJECT_ROLES } from "../../contract/constants.ts";
import type { Project } from "../../contract/projects.ts";
import { nameContains } from "../domain/nameContains.ts";

/** `All`, and the roles of a project. */
const ROLE_FILTERS = ["All", ...PROJECT_ROLES] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];

/** The filter of the list of projects. The URL contains the same; the store keeps it while other screens are open. */
export const ProjectsFilterStoreModel = types
  .model("ProjectsFilterStore", {
    text: "",
    myProjects: false,
    myRoles: types.optional(types.enumeration<RoleFilter>([...ROLE_FILTERS]), "All"),
  })
  .views((self) => ({
    /**
     * The matching projects: the name contains the text, ignoring case (in English and in Turkish), created by the user of this e-mail
     * address, and the role.
     */
    apply(projects: readonly Project[], email: string | null): readonly Project[] {
      return projects.filter(
        ({ name, created_by, role }) =>
          nameContains(name, self.text) &&
          (!self.myProjects || created_by.email === email) &&
          (self.myRoles === "All" || role === self.myRoles),
      );
    },
    get isNarrowed(): boolean {
      return self.text.trim() !== "" || self.myProjects || self.myRoles !== "All";
    },
  }))
  .actions((self) => ({
    setText(text: string) {
      self.text = text;
    },
    setMyProjects(myProjects: boolean) {
      self.myProjects = myProjects;
    },
    setMyRoles(myRoles: RoleFilter) {
      self.myRoles = myRoles;
    },
    reset() {
      self.text = "";
      self.myProjects = false;
      self.myRoles = "All";
    },
  }));

export interface ProjectsFilterStore extends Instance<typeof ProjectsFilterStoreModel> {}
