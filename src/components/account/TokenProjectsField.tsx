import { useId } from "react";
import { Checkbox } from "../ui/Checkbox.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./McpTokens.module.css";

export interface TokenProjectsFieldProps {
  label: string;
  projects: readonly { readonly slug: string; readonly name: string }[];
  /** Slugs. */
  chosen: readonly string[];
  errors: readonly string[] | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** The projects that a token opens. */
export function TokenProjectsField({ label, projects, chosen, errors = [], onChange }: TokenProjectsFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.projects}>
      <legend>{label}</legend>
      {projects.map(({ slug, name }) => (
        <Checkbox
          key={slug}
          label={name}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={errors.length > 0 ? id : undefined}
          checked={chosen.includes(slug)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
          }
        />
      ))}
      <Text tone="danger" id={id} role="alert">
        {errors.join("\n")}
      </Text>
    </fieldset>
  );
}
