import { OBJECT_RULES } from "./objectScopes.ts";
import type { ScopeRules } from "./scopeTypes.ts";
import { SCRIPT_RULES } from "./scriptScopes.ts";

/** By the name of the grammar. */
export const SCOPE_RULES: Readonly<Record<string, ScopeRules>> = {
  ...SCRIPT_RULES,
  ...OBJECT_RULES,
  python: {
    scopes: [
      "module",
      "function_definition",
      "lambda",
      "class_definition",
      "list_comprehension",
      "dictionary_comprehension",
      "set_comprehension",
      "generator_expression",
    ],
    functions: ["module", "function_definition", "lambda"],
    classes: ["class_definition"],
    query: `
(parameters (identifier) @local)
(default_parameter name: (identifier) @local)
(typed_parameter . (identifier) @local)
(typed_default_parameter name: (identifier) @local)
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(lambda_parameters (identifier) @local)
(assignment left: (identifier) @local)
(assignment left: (pattern_list (identifier) @local))
(assignment left: (tuple_pattern (identifier) @local))
(for_statement left: (identifier) @local)
(for_statement left: (pattern_list (identifier) @local))
(for_in_clause left: (identifier) @local)
(for_in_clause left: (pattern_list (identifier) @local))
(for_in_clause left: (tuple_pattern (identifier) @local))
(as_pattern_target (identifier) @local)
(named_expression name: (identifier) @local)
(function_definition name: (identifier) @outer)
(class_definition name: (identifier) @outer)
(import_from_statement name: (dotted_name (identifier) @import))
(aliased_import alias: (identifier) @import)
(import_statement name: (dotted_name . (identifier) @import))
(assignment left: (attribute object: (identifier) @self attribute: (identifier) @member) (#eq? @self "self"))`,
  },
  go: {
    scopes: [
      "source_file",
      "function_declaration",
      "method_declaration",
      "func_literal",
      "block",
      "if_statement",
      "for_statement",
      "expression_switch_statement",
      "type_switch_statement",
      "expression_case",
      "type_case",
      "default_case",
      "communication_case",
      "struct_type",
      "interface_type",
      "function_type",
    ],
    functions: ["source_file", "function_declaration", "method_declaration", "func_literal"],
    classes: ["struct_type", "interface_type"],
    query: `
(parameter_declaration name: (identifier) @local)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(const_spec name: (identifier) @local)
(range_clause left: (expression_list (identifier) @local))
(function_declaration name: (identifier) @outer)
(method_declaration name: (field_identifier) @member)
(type_spec name: (type_identifier) @local)
(type_parameter_declaration name: (identifier) @local)
(type_switch_statement alias: (expression_list (identifier) @local))
(field_declaration name: (field_identifier) @member)
(method_elem name: (field_identifier) @member)`,
  },
  rust: {
    scopes: [
      "source_file",
      "function_item",
      "function_signature_item",
      "closure_expression",
      "block",
      "impl_item",
      "trait_item",
      "mod_item",
      "match_arm",
      "for_expression",
      "if_expression",
      "while_expression",
      "struct_item",
      "enum_item",
      "field_declaration_list",
      "enum_variant_list",
    ],
    functions: ["source_file", "function_item", "closure_expression"],
    classes: ["impl_item", "trait_item", "field_declaration_list", "enum_variant_list"],
    query: `
(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(ref_pattern (identifier) @local)
(mut_pattern (identifier) @local)
(captured_pattern (identifier) @local)
(for_expression pattern: (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(field_pattern pattern: (identifier) @local)
(let_condition pattern: (identifier) @local)
(function_item name: (identifier) @outer)
(function_signature_item name: (identifier) @outer)
(struct_item name: (type_identifier) @outer)
(enum_item name: (type_identifier) @outer)
(union_item name: (type_identifier) @local)
(trait_item name: (type_identifier) @outer)
(type_item name: (type_identifier) @local)
(const_item name: (identifier) @local)
(static_item name: (identifier) @local)
(mod_item name: (identifier) @outer)
(macro_definition name: (identifier) @local)
(type_parameter name: (type_identifier) @local)
(use_as_clause alias: (identifier) @import)
(use_list (identifier) @import)
(use_list (scoped_identifier name: (identifier) @import))
(use_declaration argument: (scoped_identifier name: (identifier) @import))
(field_declaration name: (field_identifier) @member)
(enum_variant name: (identifier) @member)`,
  },
};
