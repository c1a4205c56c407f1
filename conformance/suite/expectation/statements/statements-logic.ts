import { compileCondition } from '../../expression/condition.ts';
import { allOf, anyOf, type Check, HELD, heldIf, NOT_ASKED_FOR, ofList, oppositeOf, violated } from '../finding.ts';
import { asWritten } from '../operators/operand.ts';
import { listedChecks, refuse, type Table, type Use } from '../operators/operator.ts';
import { memberOf, nothingIn } from '../paths.ts';

/** Statements that must hold before anything else is judged. */
export const GATES = ['if', 'needs'];

/** Statements that combine expectations, and statements that lead from a list to its elements. */
export const LOGIC: Table = {
  if: {
    about: 'judged only where this is true, else untested',
    argument: 'an expression',
    example: ['{if: "first.status == 200", status: 200}'],
    compile: gate,
  },
  needs: {
    about: 'judged only where this is offered, else untested',
    argument: 'an expression',
    example: ['{needs: "driver.clock", status: 200}'],
    compile: gate,
  },
  and: {
    about: 'this is true as well',
    argument: 'an expression',
    example: ['{count: 2, and: "first.status == 200"}'],
    compile: and,
  },
  any_of: {
    about: 'one of these expectations holds',
    argument: 'a list of expectations',
    example: ['{any_of: [{status: 200}, {status: 202}]}', { status: 202 }, { status: 500 }],
    compile: (use) => anyOf(listedChecks(use, use.subject)),
  },
  all_of: {
    about: 'all of these expectations hold',
    argument: 'a list of expectations',
    example: ['{all_of: [{status: 200}, {body.id: a}]}', { status: 200, body: { id: 'a' } }, { status: 200, body: {} }],
    compile: (use) => allOf(listedChecks(use, use.subject)),
  },
  not: {
    about: 'the expectation does not hold',
    argument: 'an expectation',
    example: ['{not: {status: 500}}', { status: 200 }, { status: 500 }],
    compile: (use) => oppositeOf(use.context.element(use.node, use.subject), asWritten(use.node)),
  },
  spares: {
    about:
      'directly below the id of a derived rule: the lawful ways to do otherwise here, instead of those of the rule',
    argument: 'a list of expectations, or an empty one',
    example: ['{status: 404, spares: [{status: 403}]}'],
    compile: ({ place, context }) => refuse(context, place, 'spares is only allowed directly below a rule id'),
  },
  first: {
    about: 'the first element matches',
    argument: 'an expectation',
    example: ['{first: {status: 202}}', [{ status: 202 }, { status: 200 }], [{ status: 200 }, { status: 202 }]],
    compile: (use) => elementAt(use, () => 0),
  },
  last: {
    about: 'the last element matches',
    argument: 'an expectation',
    example: ['{last: {status: 200}}', [{ status: 202 }, { status: 200 }], [{ status: 200 }, { status: 202 }]],
    compile: (use) => elementAt(use, (list) => list.length - 1),
  },
};

function gate({ node, context }: Use): Check {
  const condition = compileCondition(node, context.problems, context.known);
  return (_target, scope) => (condition.evaluate(scope) ? HELD : NOT_ASKED_FOR);
}

function and({ node, context }: Use): Check {
  const condition = compileCondition(node, context.problems, context.known);
  return (target, scope) => {
    const isTrue = condition.evaluate(scope) === true;
    return heldIf(isTrue, { ...target, value: isTrue }, () => `that ${condition.text}`);
  };
}

function elementAt({ node, context, subject }: Use, indexIn: (list: readonly unknown[]) => number): Check {
  const check = context.element(node, subject);
  return ofList((list, target, scope) => {
    if (list.length === 0)
      return target.pointer === '' ? nothingIn(target) : violated(target, 'a list that is not empty');
    return check(memberOf(target, String(indexIn(list))), scope);
  });
}
