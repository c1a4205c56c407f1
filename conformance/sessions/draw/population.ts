import type { Tools } from './means.ts';
import { MOMENTS_OF_POPULATIONS, STATES } from './moments.ts';
import { lookAfterChange, somethingNew } from './something-new.ts';
import * as the from './turns.ts';

/** Jobs in some states, each state with each product before any comes again. */
const STATES_AT_ONCE = 6;
/** Operations before time passes, when most is certain; with few of them, most states last until later moments. */
const AT_FIRST = [40, 40, 12];
/** Operations at each moment after that. */
const AT_A_MOMENT = 20;
/** Further assets. In some sessions there are more than a page of a list shows. */
const CROWDS = [0, 0, 0, 21];

/**
 * Jobs in several states live side by side. At one moment after the other, operations are done to them that no session has
 * done yet to such a thing, at such a moment, with such a key.
 */
export function populationPlot(tools: Tools): the.Turn[] {
  const { decks, products } = tools;
  const kinds = STATES.flatMap((turns) => [...new Set(products)].map((product) => ({ turns, product })));
  const made = Array.from({ length: STATES_AT_ONCE }, () => {
    const { turns, product } = decks.next('population', kinds);
    return turns.map((turn) => ofProduct(product, turn));
  });
  const moments = MOMENTS_OF_POPULATIONS.map((some, index) => decks.next(`moments of populations ${index}`, some));
  const looks = (count: number) => Array.from({ length: count }, () => [somethingNew, lookAfterChange]).flat();
  // A new asset shows the time of the server, on which many rules depend.
  const atMoment = (turns: readonly the.Turn[]) => [
    ...[...turns, the.smallUpload, the.balance, the.usage],
    ...looks(AT_A_MOMENT),
  ];
  const crowd = Array<the.Turn>(decks.next('crowds', CROWDS)).fill(the.smallUpload);
  return [...crowd, ...made.flat(), ...looks(decks.next('at first', AT_FIRST)), ...moments.flatMap(atMoment)];
}

function ofProduct(product: Tools['products'][number], turn: the.Turn): the.Turn {
  return (random, known, tools) => turn(random, known, { ...tools, products: [product] });
}
