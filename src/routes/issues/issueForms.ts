/** The code of the forms among the issues of a project. A separate chunk, so that the first load does not name what they import. */
export const issueForms = {
  create: () => import("./NewIssueRoute.tsx"),
  localize: () => import("./LocalizeTextRoute.tsx"),
};
