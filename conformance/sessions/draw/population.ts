import type { Tools } from './means.ts';
import { MOMENTS_OF_POPULATIONS, MOMENTS_OF_UNITS, STATES } from './moments.ts';
import {
  changeOfOld,
  finishCancelled,
  letTimePass,
  lookAtChanged,
  lookElsewhere,
  showTime,
  somethingNew,
} from './something-new.ts';
import * as the from './turns.ts';

/** Jobs in some states, each state with each product before any is repeated; and as many more before each moment. */
const [AT_ONCE, BEFORE_A_MOMENT] = [4, 2];
/** Operations before time passes, when most is certain; with few of them, most states last until later moments. */
const AT_FIRST = [24, 24, 8];
/** Operations at each moment after that. */
const AT_A_MOMENT = 10;
/** Further assets. In some sessions there are more than a page of a list shows. */
const CROWDS = [0, 0, 0, 21];

/**
 * Jobs in several states live side by side. At one moment after the other, operations are done to them that no session has
 * done yet to such a thing, at such a moment, with such a key.
 */
export function populationPlot(tools: Tools): the.Turn[] {
  const { decks, products } = tools;
  const kinds = STATES.flatMap((turns) => [...new Set(products)].map((product) => ({ turns, product })));
  // Units are not judged for a draft.
  const priced = products.filter((one) => one !== 'hair.try_on');
  const states = (count: number) =>
    Array.from({ length: count }, () => {
      const { turns, product } = decks.next('population', kinds);
      return turns.map((turn) => ofProduct([product], turn));
    }).flat();
  const looks = (count: number) =>
    Array.from({ length: count }, () => [somethingNew, letTimePass, showTime, lookAtChanged, lookElsewhere]).flat();
  // A new asset shows the time of the server, on which many rules depend.
  const timed = [the.smallUpload, the.balance, the.usage];
  const submitted = [ofProduct(priced, the.submitOnIt), the.balance, the.usage];
  // Counts are not judged soon after a submission.
  const aged = [
    ...[changeOfOld([the.deleteJob]), the.usage, the.balance],
    ...[changeOfOld([the.cancel, the.finish, the.deleteAsset]), the.balance],
  ];
  const atMoment = (moments: readonly (readonly the.Turn[])[], index: number) => [
    ...[...states(BEFORE_A_MOMENT), finishCancelled, finishCancelled],
    ...decks.next(`moments of populations ${index}`, moments),
    ...[...timed, ...aged, ...submitted, ...looks(AT_A_MOMENT)],
  ];
  return [
    ...Array<the.Turn>(decks.next('crowds', CROWDS)).fill(the.smallUpload),
    ...[...states(AT_ONCE), ...looks(decks.next('at first', AT_FIRST))],
    ...MOMENTS_OF_POPULATIONS.flatMap(atMoment),
    ...[...states(BEFORE_A_MOMENT), ...decks.next('moments of units', MOMENTS_OF_UNITS)],
    ...[...timed, ...submitted, ...looks(AT_A_MOMENT)],
  ];
}

function ofProduct(products: Tools['products'], turn: the.Turn): the.Turn {
  return (random, known, tools) => (products.length === 0 ? null : turn(random, known, { ...tools, products }));
}
