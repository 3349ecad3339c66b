import type { ScopeRules } from "./scopeTypes.ts";

const SCRIPT = `
(lexical_declaration (variable_declarator name: (identifier) @local))
(variable_declaration (variable_declarator name: (identifier) @function))
(shorthand_property_identifier_pattern) @local
(object_pattern (pair_pattern value: (identifier) @local))
(array_pattern (identifier) @local)
(rest_pattern (identifier) @local)
(array_pattern (assignment_pattern left: (identifier) @local))
(pair_pattern value: (assignment_pattern left: (identifier) @local))
(arrow_function parameter: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
(function_declaration name: (identifier) @outer)
(generator_function_declaration name: (identifier) @outer)
(function_expression name: (identifier) @local)
(import_specifier !alias name: (identifier) @import)
(import_specifier alias: (identifier) @import)
(import_clause (identifier) @import)
(namespace_import (identifier) @import)
(method_definition name: (_) @member)
(pair key: (property_identifier) @key)
`;

const TYPED_SCRIPT = `${SCRIPT}
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(required_parameter (accessibility_modifier) pattern: (identifier) @member)
(required_parameter "readonly" pattern: (identifier) @member)
(class_declaration name: (type_identifier) @outer)
(abstract_class_declaration name: (type_identifier) @outer)
(interface_declaration name: (type_identifier) @outer)
(type_alias_declaration name: (type_identifier) @outer)
(enum_declaration name: (identifier) @local)
(function_signature name: (identifier) @outer)
(type_parameter name: (type_identifier) @local)
(infer_type (type_identifier) @local)
(public_field_definition name: (_) @member)
(property_signature name: (_) @member)
(method_signature name: (_) @member)
(abstract_method_signature name: (_) @member)
(enum_body (property_identifier) @member)
(enum_assignment name: (_) @member)
`;

const SCRIPT_SCOPES = {
  scopes: [
    "program",
    "statement_block",
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
    "class_declaration",
    "abstract_class_declaration",
    "class",
    "class_body",
    "interface_declaration",
    "type_alias_declaration",
    "function_signature",
    "method_signature",
    "abstract_method_signature",
    "function_type",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "switch_body",
    "conditional_type",
    "interface_body",
    "object_type",
    "enum_body",
    "object",
  ],
  functions: [
    "program",
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
  ],
  classes: ["class_body", "interface_body", "object_type", "enum_body", "object"],
};

/** Scopes that the grammar of JavaScript does not have. */
const TYPED_SCOPES = new Set([
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "function_signature",
  "method_signature",
  "abstract_method_signature",
  "function_type",
  "conditional_type",
  "interface_body",
  "object_type",
  "enum_body",
]);

const typed = { ...SCRIPT_SCOPES, query: TYPED_SCRIPT };

export const SCRIPT_RULES: Readonly<Record<string, ScopeRules>> = {
  javascript: {
    ...SCRIPT_SCOPES,
    scopes: SCRIPT_SCOPES.scopes.filter((type) => !TYPED_SCOPES.has(type)),
    query: `${SCRIPT}
(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local))
(class_declaration name: (identifier) @outer)
(field_definition property: (_) @member)`,
  },
  typescript: typed,
  tsx: typed,
};
