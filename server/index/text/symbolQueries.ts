/**
 * What counts as a symbol in each grammar: the pattern's capture is the kind, `@name` its name. Kinds are function, method,
 * class, interface, enum and type; a function inside a class becomes a method when the table is made.
 */
const SCRIPT = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(function_expression name: (identifier) @name) @function
(class_declaration name: (_) @name) @class
(class name: (_) @name) @class
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: [(arrow_function) (function_expression)]) @function
(assignment_expression left: (identifier) @name right: [(arrow_function) (function_expression)]) @function
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
`;

const TYPED_SCRIPT = `${SCRIPT}
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(abstract_class_declaration name: (_) @name) @class
(type_alias_declaration name: (_) @name) @type
(public_field_definition name: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
`;

export const SYMBOL_QUERIES: Readonly<Record<string, string>> = {
  javascript: `${SCRIPT}
(field_definition property: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method`,
  typescript: TYPED_SCRIPT,
  tsx: TYPED_SCRIPT,
  python: `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @class`,
  go: `
(function_declaration name: (identifier) @name) @function
(method_declaration name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name type: (struct_type)) @class
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_spec name: (type_identifier) @name type: [(type_identifier) (qualified_type) (pointer_type) (map_type) (slice_type) (function_type)]) @type`,
  rust: `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @interface
(macro_definition name: (identifier) @name) @function
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name)]) @scope`,
  java: `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method`,
  "c-sharp": `
(class_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function`,
  php: `
(function_definition name: (name) @name) @function
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @class
(enum_declaration name: (name) @name) @enum
(method_declaration name: (name) @name) @method`,
  ruby: `
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(class name: (_) @name) @class
(module name: (_) @name) @class`,
  cpp: `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(class_specifier name: (type_identifier) @name body: (_)) @class
(struct_specifier name: (type_identifier) @name body: (_)) @class
(enum_specifier name: (type_identifier) @name body: (_)) @enum`,
};
