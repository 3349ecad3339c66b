/** A document of a group of segments: which member of the group, and its number there. */
export interface DocumentRef {
  readonly member: number;
  readonly document: number;
}
