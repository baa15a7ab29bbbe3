/** What a code means, with a wrong document part and the right one. docs/reference/problems.md is made of it. */
export interface ProblemDescription {
  summary: string;
  wrong: string;
  right: string;
}

/** Every code the core gives: of problems, of ExpressionError and of JsonError. */
export const problemCodes = {
  MATRIX_DATA: {
    summary: 'The rows or columns given to a matrix are no list of records with an id of their own.',
    wrong: '[{"id": "1"}, {"id": "1"}]',
    right: '[{"id": "1"}, {"id": "2"}]',
  },
  MATRIX_TOO_LARGE: {
    summary: 'A matrix has more rows or columns than its questionnaire allows.',
    wrong: '{"limits": {"rows": 10}} and 12 rows',
    right: '{"limits": {"rows": 12}}',
  },
  EXPRESSION_SYNTAX: {
    summary: 'An expression cannot be read.',
    wrong: '{{ data.paper.state = 0 }}',
    right: '{{ data.paper.state == 0 }}',
  },
  EXPRESSION_LIMIT: {
    summary:
      'An expression is longer than 2,000 characters, nested deeper than 32, takes more than 10,000 steps or builds too long a text.',
    wrong: '{{ range(1000000) }}',
    right: '{{ range(100) }}',
  },
  EXPRESSION_FORBIDDEN: {
    summary: 'An expression reaches out of the data: constructor, prototype, functions as values, calls of anything but the functions.',
    wrong: '{{ rows.constructor }}',
    right: '{{ len(rows) }}',
  },
  EXPRESSION_TYPE: {
    summary: 'An operator or a function got a value of the wrong type.',
    wrong: "{{ 'abc' * 2 }}",
    right: '{{ number(state.text) * 2 }}',
  },
  UNKNOWN_FUNCTION: { summary: 'There is no function of that name.', wrong: '{{ length(rows) }}', right: '{{ len(rows) }}' },
  FUNCTION_ARGUMENTS: {
    summary: 'A function got too few or too many arguments.',
    wrong: "{{ dict('user_status') }}",
    right: "{{ dict('user_status', row.status) }}",
  },
  FUNCTION_FAILED: {
    summary: 'A function of the host failed or is not available where the expression runs.',
    wrong: "{{ formatDate('yesterday') }}",
    right: "{{ formatDate('2024-05-01') }}",
  },
  UNKNOWN_NAME: {
    summary: 'An expression reads, or a step names, something that the page does not have.',
    wrong: '{{ data.papr.title }}',
    right: '{{ data.paper.title }}',
  },
  RESERVED_NAME: {
    summary: 'A node has a name that the dialect uses itself.',
    wrong: '{"widget": "table", "name": "data"}',
    right: '{"widget": "table", "name": "entries"}',
  },
  DUPLICATE_NAME: {
    summary: 'Two nodes of a page, or two fields of a form, have the same name.',
    wrong: '[{"widget": "table", "name": "entries"}, {"widget": "form", "name": "entries"}]',
    right: '[{"widget": "table", "name": "entries"}, {"widget": "form", "name": "edit"}]',
  },
  UNKNOWN_WIDGET: { summary: 'There is no widget of that name.', wrong: '{"widget": "tabel"}', right: '{"widget": "table"}' },
  UNKNOWN_OPTION: {
    summary: 'A widget, document or block does not know this key. It is left out; the rest works.',
    wrong: '{"widget": "button", "txet": "common.save"}',
    right: '{"widget": "button", "text": "common.save"}',
  },
  MISSING_OPTION: {
    summary: 'A key that must be given is missing.',
    wrong: '{"name": "code", "label": "dictionary.code"}',
    right: '{"widget": "input", "name": "code", "label": "dictionary.code"}',
  },
  BAD_OPTION: { summary: 'A value has the wrong form.', wrong: '{"when": "yes"}', right: '{"when": "{{ state.shown }}"}' },
  FIELD_OUTSIDE_FORM: {
    summary: 'A field stands among the nodes of a body. Fields live in the fields of a form and in layouts there that do not repeat.',
    wrong: '{"body": [{"widget": "input", "name": "code"}]}',
    right: '{"body": [{"widget": "form", "name": "edit", "fields": [{"widget": "input", "name": "code"}]}]}',
  },
  UNKNOWN_ACTION: {
    summary: 'The page has no action of that name.',
    wrong: '{"onClick": "submitt"}',
    right: '{"onClick": "submit"}',
  },
  BAD_STEP: {
    summary: 'A step of an action cannot be read. An action that reaches it fails there.',
    wrong: '{"notfy": "common.saved"}',
    right: '{"notify": "common.saved"}',
  },
  UNKNOWN_CALL: { summary: 'No service contract has this call.', wrong: '{"call": "users.list"}', right: '{"call": "user.list"}' },
  UNKNOWN_RULE: { summary: 'There is no such rule document.', wrong: '{"rules": ["user-name"]}', right: '{"rules": ["username"]}' },
  UNKNOWN_DOCUMENT: {
    summary: 'A form, table or page that a document refers to does not exist.',
    wrong: '{"widget": "form", "form": "system/dictionnary"}',
    right: '{"widget": "form", "form": "system/dictionary"}',
  },
  UNKNOWN_DOCUMENT_KIND: {
    summary: 'A file below schemas/ does not stand in the folder of its kind or has no kind in its name.',
    wrong: 'schemas/pages/login.json',
    right: 'schemas/pages/login.page.json',
  },
  REFERENCE_CYCLE: {
    summary: 'A form or table contains itself.',
    wrong: 'forms/a holds a form node with "form": "a"',
    right: 'forms/a holds a form node with "form": "b"',
  },
  VALUE_CYCLE: {
    summary: 'Computed values read each other in a circle. They are left out and read as undefined.',
    wrong: '{"a": "{{ values.b }}", "b": "{{ values.a }}"}',
    right: '{"a": "{{ state.n }}", "b": "{{ values.a }}"}',
  },
  OUTLET_COUNT: {
    summary: 'A layout has no outlet, or more than one.',
    wrong: '{"body": []}',
    right: '{"body": [{"widget": "outlet"}]}',
  },
  TOO_LARGE: {
    summary: 'A page has more than 5,000 nodes; the rest is left out.',
    wrong: 'one page of 6,000 nodes',
    right: 'several pages',
  },
  TOO_DEEP: { summary: 'Nodes, values or steps are nested deeper than 64.', wrong: '[[[[ ... ]]]]', right: '[ ... ]' },
  JSON_SYNTAX: { summary: 'A text is no JSON.', wrong: "{'topType': 'MyWorkbench'}", right: '{"topType": "MyWorkbench"}' },
  JSON_TOO_LARGE: { summary: 'JSON from elsewhere is larger than 1 MiB.', wrong: 'a menu of 3 MiB', right: 'a menu of 300 kB' },
  JSON_TOO_DEEP: { summary: 'JSON from elsewhere is nested deeper than 32.', wrong: '[[[[ ... ]]]]', right: '[ ... ]' },
  JSON_TOO_MANY: { summary: 'JSON from elsewhere holds more values than allowed.', wrong: '[0, 0, 0, ... ]', right: '[0]' },
  MENU_ROW: {
    summary: 'A menu row is no object or has no menuId. It is left out.',
    wrong: '{"name": "Users"}',
    right: '{"menuId": "12", "parentId": "0", "type": "1", "name": "Users"}',
  },
  MENU_DUPLICATE: {
    summary: 'Two menu rows have the same menuId. The first counts.',
    wrong: '[{"menuId": "12"}, {"menuId": "12"}]',
    right: '[{"menuId": "12"}, {"menuId": "13"}]',
  },
  MENU_PARENT: {
    summary: 'The parent of a menu row is missing or does not nest. The row stands at the top level.',
    wrong: '{"menuId": "12", "parentId": "99"}',
    right: '{"menuId": "12", "parentId": "1"}',
  },
  MENU_CYCLE: {
    summary: 'Menu rows stand under each other in a circle. The circle is cut at its first row.',
    wrong: '[{"menuId": "1", "parentId": "2"}, {"menuId": "2", "parentId": "1"}]',
    right: '[{"menuId": "1", "parentId": "0"}, {"menuId": "2", "parentId": "1"}]',
  },
  MENU_DEPTH: { summary: 'Menu rows are nested deeper than 32.', wrong: 'a chain of 40 rows', right: 'a tree of 4 levels' },
  MENU_TOO_LARGE: { summary: 'A menu has more than 50,000 rows; the rest is left out.', wrong: '60,000 rows', right: '600 rows' },
  MENU_META: {
    summary: 'The meta of a menu row is no JSON object. It counts as an empty one.',
    wrong: '{"meta": "{hideHeader: 1}"}',
    right: '{"meta": {"hideHeader": "1"}}',
  },
  MENU_URL: {
    summary: 'The url of a menu row is missing, leads out of the application, or is no http address where it should be one.',
    wrong: '{"url": "javascript:alert(1)"}',
    right: '{"url": "/system/user"}',
  },
  MENU_PATH: {
    summary: 'Two menu rows have the same path. The first counts.',
    wrong: '[{"url": "/a"}, {"url": "/a"}]',
    right: '[{"url": "/a"}, {"url": "/b"}]',
  },
  MENU_REDIRECT: {
    summary: 'A redirect leads out of the application or to itself.',
    wrong: '{"url": "/a", "redirect": "https://example.org"}',
    right: '{"url": "/a", "redirect": "/a/list"}',
  },
  MENU_COMPONENT: {
    summary: 'The component string of a menu row cannot be read. Its route shows an explanation.',
    wrong: '{"component": "main##system/user"}',
    right: '{"component": "main#system/user"}',
  },
  UNKNOWN_LAYOUT: {
    summary: 'A component string names a layout that does not exist. Its route shows an explanation.',
    wrong: '{"component": "mian#system/user"}',
    right: '{"component": "main#system/user"}',
  },
  UNKNOWN_PAGE: {
    summary: 'A component string names a page that does not exist. Its route shows an explanation.',
    wrong: '{"component": "main#system/usr"}',
    right: '{"component": "main#system/user"}',
  },
} as const satisfies Record<string, ProblemDescription>;

export type ProblemCode = keyof typeof problemCodes;
