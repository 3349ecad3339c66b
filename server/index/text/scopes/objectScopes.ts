import type { ScopeRules } from "./scopeTypes.ts";

export const OBJECT_RULES: Readonly<Record<string, ScopeRules>> = {
  java: {
    scopes: [
      "program",
      "class_body",
      "interface_body",
      "enum_body",
      "record_declaration",
      "class_declaration",
      "interface_declaration",
      "method_declaration",
      "constructor_declaration",
      "compact_constructor_declaration",
      "lambda_expression",
      "block",
      "for_statement",
      "enhanced_for_statement",
      "catch_clause",
      "try_with_resources_statement",
      "switch_block_statement_group",
      "annotation_type_body",
    ],
    functions: ["program", "method_declaration", "constructor_declaration", "lambda_expression"],
    classes: ["class_body", "interface_body", "enum_body", "record_declaration", "annotation_type_body"],
    query: `
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
(enhanced_for_statement name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(resource name: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_parameter (type_identifier) @local)
(class_declaration name: (identifier) @outer)
(interface_declaration name: (identifier) @outer)
(record_declaration name: (identifier) @outer)
(enum_declaration name: (identifier) @local)
(annotation_type_declaration name: (identifier) @local)
(method_declaration name: (identifier) @member)
(constructor_declaration name: (identifier) @member)
(field_declaration declarator: (variable_declarator name: (identifier) @member))
(constant_declaration declarator: (variable_declarator name: (identifier) @member))
(enum_constant name: (identifier) @member)`,
  },
  "c-sharp": {
    scopes: [
      "compilation_unit",
      "namespace_declaration",
      "class_declaration",
      "struct_declaration",
      "record_declaration",
      "interface_declaration",
      "declaration_list",
      "enum_member_declaration_list",
      "method_declaration",
      "constructor_declaration",
      "local_function_statement",
      "lambda_expression",
      "block",
      "for_statement",
      "foreach_statement",
      "catch_clause",
      "using_statement",
    ],
    functions: ["compilation_unit", "method_declaration", "constructor_declaration", "local_function_statement"],
    classes: ["declaration_list", "enum_member_declaration_list"],
    query: `
(parameter name: (identifier) @local)
(variable_declaration (variable_declarator name: (identifier) @local))
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(type_parameter name: (identifier) @local)
(class_declaration name: (identifier) @outer)
(struct_declaration name: (identifier) @outer)
(record_declaration name: (identifier) @outer)
(interface_declaration name: (identifier) @outer)
(enum_declaration name: (identifier) @local)
(local_function_statement name: (identifier) @outer)
(method_declaration name: (identifier) @member)
(property_declaration name: (identifier) @member)
(enum_member_declaration name: (identifier) @member)
(field_declaration (variable_declaration (variable_declarator name: (identifier) @member)))`,
  },
  php: {
    scopes: [
      "program",
      "function_definition",
      "method_declaration",
      "anonymous_function",
      "arrow_function",
      "declaration_list",
      "enum_declaration_list",
    ],
    functions: ["program", "function_definition", "method_declaration", "anonymous_function", "arrow_function"],
    classes: ["declaration_list", "enum_declaration_list"],
    query: `
(simple_parameter name: (variable_name (name) @local))
(variadic_parameter name: (variable_name (name) @local))
(assignment_expression left: (variable_name (name) @local))
(foreach_statement (variable_name (name) @local))
(function_definition name: (name) @outer)
(class_declaration name: (name) @local)
(interface_declaration name: (name) @local)
(trait_declaration name: (name) @local)
(enum_declaration name: (name) @local)
(method_declaration name: (name) @member)
(property_element (variable_name (name) @member))
(const_element (name) @member)`,
  },
  ruby: {
    scopes: ["program", "method", "singleton_method", "class", "module", "block", "do_block", "lambda"],
    functions: ["program", "method", "singleton_method"],
    classes: ["class", "module"],
    query: `
(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(assignment left: (constant) @local)
(method name: (_) @outer)
(singleton_method name: (_) @outer)
(class name: (constant) @outer)
(module name: (constant) @outer)`,
  },
  cpp: {
    scopes: [
      "translation_unit",
      "namespace_definition",
      "function_definition",
      "lambda_expression",
      "compound_statement",
      "for_statement",
      "for_range_loop",
      "catch_clause",
      "field_declaration_list",
      "enumerator_list",
      "template_declaration",
    ],
    functions: ["translation_unit", "function_definition", "lambda_expression"],
    classes: ["field_declaration_list"],
    query: `
(parameter_declaration declarator: (identifier) @local)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration declarator: (reference_declarator (identifier) @local))
(declaration declarator: (identifier) @local)
(declaration declarator: (init_declarator declarator: (identifier) @local))
(declaration declarator: (pointer_declarator declarator: (identifier) @local))
(init_declarator declarator: (pointer_declarator declarator: (identifier) @local))
(init_declarator declarator: (reference_declarator (identifier) @local))
(for_range_loop declarator: (identifier) @local)
(function_definition declarator: (function_declarator declarator: (identifier) @outer))
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @outer)))
(class_specifier name: (type_identifier) @local)
(struct_specifier name: (type_identifier) @local)
(enum_specifier name: (type_identifier) @local)
(enumerator name: (identifier) @member)
(field_declaration declarator: (field_identifier) @member)
(field_declaration declarator: (function_declarator declarator: (field_identifier) @member))
(function_definition declarator: (function_declarator declarator: (field_identifier) @member))`,
  },
};
