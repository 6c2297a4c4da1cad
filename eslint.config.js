import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const noClockOrChance = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Take the current time as an argument or from the Clock port.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Take the current time as an argument or from the Clock port.',
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Take random values as an argument or from a port.',
  },
  {
    selector: "CallExpression[callee.object.name='DateTime'][callee.property.name=/^(now|local)$/]",
    message: 'Take the current time as an argument, and name the time zone.',
  },
];

const noHooksOfHelpers = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
  message:
    'A helper module is loaded once for all test files of a worker, so this hook would run for the first file only. Export a function that calls it.',
};

const noUnboundedNormalization = {
  selector: "CallExpression[callee.property.name='normalize'][callee.object.name!='path']",
  message: 'Use `normalize` of domain/shared/normal-form.ts, which limits how long a text can take.',
};

/**
 * Rejects expectations that pass whatever the code does: `expect(x).toBe(x)` and `expect(true).toBe(…)`.
 * Comparing the results of two equal calls is allowed, because it tests that a result is repeatable.
 */
const noVacuousExpect = {
  create: (context) => {
    const textOf = (node) => {
      if (/^TS\w+(Expression|Assertion)$/.test(node.type)) return textOf(node.expression);
      const tokens = context.sourceCode.getTokens(node).map(({ value }) => value);
      // A trailing comma makes no difference.
      return tokens.join(' ').replaceAll(/ , (?=[)\]}])/g, ' ');
    };
    return {
      "CallExpression[callee.object.callee.name='expect'][callee.object.arguments.length=1]"(node) {
        const [actual] = node.callee.object.arguments;
        const [expected] = node.arguments;
        const text = textOf(actual);
        const isSame = expected !== undefined && text === textOf(expected) && !/[\w)\]] \(/.test(text);
        if (isSame || actual.type === 'Literal')
          context.report({
            node,
            message: 'This assertion cannot fail. Compare a result with its expected value.',
          });
      },
    };
  },
};

const element = (name, rest) => `JSXOpeningElement[name.name=${name}]${rest}`;
const without = (attribute) => `:not(:has(> JSXAttribute[name.name='${attribute}']))`;

/** Rules for markup: accessibility, and the content security policy of the page. */
const webMarkup = [
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export: `export function …`.' },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Render the text as a child. As HTML, a text that a member wrote could run scripts.',
  },
  {
    selector: element("'img'", without('alt')),
    message: 'Add an `alt`. Leave it empty if the picture is only decoration.',
  },
  {
    selector: element(
      '/^(div|span|li|ul|p|section|header|td)$/',
      `:has(> JSXAttribute[name.name='onClick'])${without('role')}`,
    ),
    message: 'Use a button or a link, so that the keyboard and screen readers can reach it.',
  },
  {
    selector: element("'button'", without('type')),
    message: 'Set `type="button"` or `type="submit"`. A button without a type submits its form.',
  },
  {
    selector: "JSXAttribute[name.name='tabIndex'] > JSXExpressionContainer > Literal[value>0]",
    message: 'Do not set a positive `tabIndex`. The focus follows the order of the elements.',
  },
  {
    selector: element("'a'", ":has(> JSXAttribute[name.name='target'])" + without('rel')),
    message: 'Add `rel="noopener"` to a link that has a `target`.',
  },
];

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.data/', '**/*.gen.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strictTypeChecked.map((config) => ({
    ...config,
    files: ['**/*.{ts,tsx}'],
    ignores: ['tests/**'],
  })),
  // Tests get only three of the rules that need types: those that find a forgotten await. Type checking tests for
  // the other rules would take longer than linting all product code.
  ...tseslint.configs.strict.map((config) => ({ ...config, files: ['tests/**/*.{ts,tsx}'] })),
  {
    files: ['tests/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['tests/**'],
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The caller chooses the brand of an id or the shape of an input.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.d.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...webMarkup],
      // Nobody waits for the result of an event handler, so the handler reports failures itself.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // This file runs in Node, so it is checked with the build of the web client, not with its pages.
    files: ['web/vite.config.ts'],
    languageOptions: { parserOptions: { projectService: false, project: 'web/build/tsconfig.json' } },
  },
  {
    files: ['web/src/api/schema.d.ts'],
    // Generated from the OpenAPI document, in which a parameter may be one of some words, or an id.
    rules: { '@typescript-eslint/no-redundant-type-constituents': 'off' },
  },
  {
    files: ['adapters/http/**/*.ts'],
    // A DTO class only describes what a plain object holds: it has no methods, and nobody makes instances of it.
    rules: {
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['tests/support/memory/**/*.ts'],
    // The ports are asynchronous, and nothing in memory has to be waited for.
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['domain/**/*.ts', 'application/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noClockOrChance, noUnboundedNormalization] },
  },
  {
    files: ['adapters/**/*.ts', 'bootstrap/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', noUnboundedNormalization] },
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    ignores: ['tests/**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', noHooksOfHelpers] },
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    plugins: { project: { rules: { 'no-vacuous-expect': noVacuousExpect } } },
    rules: {
      'project/no-vacuous-expect': 'error',
      'no-restricted-imports': [
        'error',
        {
          name: 'fast-check',
          message: 'Import fast-check from tests/support/property.ts, which sets its seed.',
        },
      ],
      'no-console': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['tests/support/property.ts'], rules: { 'no-restricted-imports': 'off' } },
  prettier,
);
