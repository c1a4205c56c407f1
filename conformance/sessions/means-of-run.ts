import { STAGES, type Stage } from '../../shared/sessions/operation.ts';
import type { Session as Run } from '../run/session.ts';
import { type Means, productsOf } from './draw/means.ts';
import type { Session, World } from './operation.ts';

type Known = Pick<Run, 'features' | 'offered' | 'target'>;

/** What sessions may use of a target, as far as the run knows it. */
export function meansOf({ features, offered, target }: Known): Omit<Means, 'stages' | 'units' | 'only'> {
  const own = Object.keys(target.keys) as Means['roles'][number][];
  const hasAccounts = offered.includes('tenants');
  return {
    roles: hasAccounts ? ALL_ROLES : [...own, 'none'],
    primary: hasAccounts ? null : environmentOf(target.keys.primary?.environment),
    drivers: offered,
    // An unknown feature counts as off, and is not requested.
    features: Object.fromEntries(Object.entries(features).map(([name, isOn]) => [name, isOn === true])),
  };
}

const ALL_ROLES: Means['roles'] = [
  'primary',
  'second',
  'other_env',
  'other_account',
  'no_scope',
  'no_skin',
  'no_makeup',
  'revoked',
  'expired',
  'disabled',
  'outside',
  'none',
];

function environmentOf(environment: string | undefined): Means['primary'] {
  return environment === 'live' || environment === 'test' ? environment : null;
}

export const PLAIN_WORLD: World = { primary: 'live', isAlone: false, hasOwnUnits: false, replies: null };

/** The stages in which jobs can be held, found by a small session for each; `isHeld` plays one. */
export async function stagesHeld(
  features: Means['features'],
  isHeld: (session: Session) => Promise<boolean>,
): Promise<Stage[]> {
  const held: Stage[] = [];
  const [product] = productsOf({ features });
  if (product === undefined) return held;
  const body = product === 'skin.analyze' ? { concerns: ['acne'] } : { products: [{ category: 'lipstick', color: 0 }] };
  for (const hold_at of STAGES) {
    const session: Session = {
      ...{ seed: '', world: PLAIN_WORLD },
      operations: [
        { nth: 0, does: 'upload', picture: 'face' },
        { ...{ nth: 1, does: 'submit', product, of: 0, body, claim: 1 }, plan: { hold_at, outcome: 'succeeded' } },
      ],
    };
    if (await isHeld(session)) held.push(hold_at);
  }
  return held;
}
