/**
 * Where the names of each grammar are defined. `local` is a name of the innermost scope around it, `outer` of the scope around the
 * declaration that it names, `function` of the function around it, `import` a name of another module, `member` one of a class or type.
 */
export interface ScopeRules {
  readonly scopes: readonly string[];
  /** Scopes that a name of kind `function` belongs to. */
  readonly functions: readonly string[];
  /** Scopes whose names are members of a type. */
  readonly classes: readonly string[];
  readonly query: string;
}
