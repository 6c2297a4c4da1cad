/**
 * The project's own lint rules, for oxlint. `.oxlintrc.jsonc` says which files they apply to. Each pattern is an
 * ESLint selector: https://eslint.org/docs/latest/extend/selectors
 */

/** Returns a rule that reports each syntax node that one of the selectors matches. `messages` maps selectors to messages. */
const forbid = (messages) => ({
  createOnce: (context) =>
    Object.fromEntries(
      Object.entries(messages).map(([selector, message]) => [
        selector,
        (node) => context.report({ node, message }),
      ]),
    ),
});

const NO_CURRENT_TIME = 'Take the current time as an argument or from the Clock port.';

const noClockOrChance = forbid({
  "NewExpression[callee.name='Date'][arguments.length=0]": NO_CURRENT_TIME,
  "CallExpression[callee.object.name='Date'][callee.property.name='now']": NO_CURRENT_TIME,
  "CallExpression[callee.object.name='Math'][callee.property.name='random']":
    'Take random values as an argument or from a port.',
  "CallExpression[callee.object.name='DateTime'][callee.property.name=/^(now|local)$/]":
    'Take the current time as an argument, and name the time zone.',
});

const noHooksOfHelpers = forbid({
  'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]':
    'A helper module is loaded once for all test files of a worker, so this hook would run for the first file only. Export a function that calls it.',
});

const noUnboundedNormalization = forbid({
  "CallExpression[callee.property.name='normalize'][callee.object.name!='path']":
    'Use `normalize` of domain/shared/normal-form.ts, which limits how long a text can take.',
});

/** Completes the rule `no-meaningless-void-operator` of oxlint, which only looks at the results of calls. */
const noVoidOfValues = forbid({
  "UnaryExpression[operator='void']:not([argument.type=/^(Call|Import|Assignment)Expression$/]):not([argument.expression.type='CallExpression'])":
    'Use `void` only before a call whose promise nobody waits for.',
});

const element = (name, rest) => `JSXOpeningElement[name.name=${name}]${rest}`;
const without = (attribute) => `:not(:has(> JSXAttribute[name.name='${attribute}']))`;

/** Markup that hinders a keyboard or a screen reader, or that the content security policy of the page forbids. */
const safeMarkup = forbid({
  "JSXAttribute[name.name='dangerouslySetInnerHTML']":
    'Render the text as a child. As HTML, a text that a member wrote could run scripts.',
  [element("'img'", without('alt'))]: 'Add an `alt`. Leave it empty if the picture is only decoration.',
  [element(
    '/^(div|span|li|ul|p|section|header|td)$/',
    `:has(> JSXAttribute[name.name='onClick'])${without('role')}`,
  )]: 'Use a button or a link, so that the keyboard and screen readers can reach it.',
  [element("'button'", without('type'))]:
    'Set `type="button"` or `type="submit"`. A button without a type submits its form.',
  "JSXAttribute[name.name='tabIndex'] > JSXExpressionContainer > Literal[value>0]":
    'Do not set a positive `tabIndex`. The focus follows the order of the elements.',
  [element("'a'", ":has(> JSXAttribute[name.name='target'])" + without('rel'))]:
    'Add `rel="noopener"` to a link that has a `target`.',
});

const noDefaultExport = forbid({
  ExportDefaultDeclaration: 'Use a named export: `export function …`.',
});

/**
 * Rejects expectations that pass whatever the code does: `expect(x).toBe(x)` and `expect(true).toBe(…)`.
 * Comparing the results of two equal calls is allowed, because it tests that a result is repeatable.
 */
const noVacuousExpect = {
  createOnce: (context) => {
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

export default {
  meta: { name: 'project' },
  rules: {
    'no-clock-or-chance': noClockOrChance,
    'no-default-export': noDefaultExport,
    'no-hooks-of-helpers': noHooksOfHelpers,
    'no-unbounded-normalization': noUnboundedNormalization,
    'no-vacuous-expect': noVacuousExpect,
    'no-void-of-values': noVoidOfValues,
    'safe-markup': safeMarkup,
  },
};
