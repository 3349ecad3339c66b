import { CheckboxGroup } from "../patterns/CheckboxGroup.tsx";

export interface TokenProjectsFieldProps {
  label: string;
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** Slugs. */
  chosen: readonly string[];
  errors: readonly string[] | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** The projects that a token opens. */
export function TokenProjectsField({ projects, ...group }: TokenProjectsFieldProps) {
  return <CheckboxGroup {...group} options={projects.map(({ slug, name }) => ({ value: slug, text: name }))} />;
}
