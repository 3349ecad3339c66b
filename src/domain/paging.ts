/** How much of a list is loaded that is read page by page. `complete`: there is no further page. */
export type Paging = "complete" | "more" | "loading" | "failed";
