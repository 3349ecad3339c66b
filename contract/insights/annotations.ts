/** Marks on the charts of a project: its releases, and what members add. */
import { z } from "zod";
import { Id, repeated, Slug, Timestamp } from "../fieldSchemas.ts";
import { ANNOTATION_KINDS, ANNOTATION_LIMITS } from "./metrics.ts";

const DAYS = { min: "1970-01-01", max: "2099-12-31" } as const;
const Day = z.iso.date().superRefine((day, context) => {
  if (day < DAYS.min) context.addIssue({ code: "custom", message: "field.min", params: { min: DAYS.min } });
  if (day > DAYS.max) context.addIssue({ code: "custom", message: "field.max", params: { max: DAYS.max } });
});

/**
 * Both days are included. `project` omitted: all of the caller's. `repository` narrows releases and tags alone, because what members add
 * is about the project.
 */
export const AnnotationsQuery = z.object({ project: repeated(Slug), repository: repeated(Id), from: Day, to: Day });
export type AnnotationsQuery = z.infer<typeof AnnotationsQuery>;

export const AnnotationBody = z.object({
  kind: z.enum(ANNOTATION_KINDS),
  title: z.string().trim().min(1, "field.required").max(ANNOTATION_LIMITS.titleChars),
  day: Day,
});

export const Annotation = AnnotationBody.extend({
  /** Opaque; of a tag, it contains its name. */
  id: z.string(),
  project: z.object({ slug: Slug, name: z.string() }),
  title: z.string(),
  /** `host`: a release of the code host; `tag`: a tag, where the host has no releases; `member`: added by one. */
  origin: z.enum(["host", "tag", "member"]),
  /** The page of the release at the host. */
  url: z.string().nullable(),
  /** Name of the repository of a release or a tag. */
  repository: z.string().nullable(),
  /** Name of the user who added it; null when the account is gone, and for what no member added. */
  author: z.string().nullable(),
  created_at: Timestamp,
  /** Whether the caller may change and delete it. */
  can_change: z.boolean(),
});
export type Annotation = z.infer<typeof Annotation>;
